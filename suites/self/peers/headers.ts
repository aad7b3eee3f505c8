/** Peers whose header fields are too long, too many, contradict each other, or have names that code may stumble over. */
import { answering, type Peer } from './peer.ts';

const GOOD = ['passed', null] as const;
const good: Parameters<typeof answering>[2] = (asked) => asked.good;
const OVERFLOW = ['not-read', 'UND_ERR_HEADERS_OVERFLOW'] as const;

export const headers: readonly Peer[] = [
  answering('sends a header value of 100 kB', OVERFLOW, good, `X-Long: ${'x'.repeat(100_000)}`),
  answering(
    'sends ten thousand header fields',
    OVERFLOW,
    good,
    ...Array.from({ length: 10_000 }, (_, i) => `X-${i}: ${i}`),
  ),
  answering(
    'sends a second content type',
    ['failed', 'http/media-type: 2 Content-Type headers'],
    good,
    'Content-Type: text/html',
  ),
  answering(
    'sends a content type of 10 kB',
    ['failed', 'http/media-type'],
    good,
    `Content-Type: ${'text/xml;'.repeat(1_100)}`,
  ),
  answering(
    'names header fields as objects name their own',
    GOOD,
    good,
    ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'].flatMap((name) => [
      `${name}: 1`,
      `${name}: 2`,
    ]),
  ),
  answering(
    'asks to be asked again',
    GOOD,
    good,
    'Retry-After: 0',
    'Refresh: 0; url=/',
    'Link: </x>; rel=next',
    'Alt-Svc: h3=":443"',
  ),
];
