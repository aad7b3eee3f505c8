import type { Defect } from '../defect.ts';
import { withHeader, withText } from '../wire.ts';

/** A field that holds this instead of its text. */
const holding = (content: string) => (text: string) =>
  text.replace(/(<PacketStatus>)[^<]*/, (_, tag: string) => `${tag}${content}`);

const documents: readonly (readonly [id: string, title: string, change: (text: string) => string])[] = [
  [
    'nested-300-deep',
    'A field holds elements that stand 300 deep in each other',
    holding('<b>'.repeat(300) + '</b>'.repeat(300)),
  ],
  [
    'namespaces-300',
    'A field holds an element that declares 300 namespaces',
    holding(`<b ${Array.from({ length: 300 }, (_, i) => `xmlns:n${i}="urn:n"`).join(' ')}/>`),
  ],
];

/** Replies that are more than the suite reads: nobody can say what else is wrong with them. */
export const limitDefects: readonly Defect[] = [
  ...documents.map(
    ([id, title, change]): Defect => ({
      id,
      title,
      rules: ['xml/limits'],
      seam: 'wire',
      change: (reply) => withText(reply, change),
    }),
  ),
  {
    id: 'header-of-20-kb',
    title: 'A header field has 20,000 characters',
    rules: ['http/limits'],
    seam: 'wire',
    change: (reply) => withHeader(reply, 'X-Trace', 'x'.repeat(20_000)),
  },
  {
    id: 'header-of-many-cookies',
    title: 'A reply sets 300 cookies of 100 characters',
    rules: ['http/limits'],
    seam: 'wire',
    change: (reply) => ({
      ...reply,
      headers: [
        ...reply.headers,
        ...Array.from({ length: 300 }, (_, i) => ['Set-Cookie', `c${i}=${'x'.repeat(100)}`] as const),
      ],
    }),
  },
];
