/** Peers whose bytes are not in the encoding that they say, or in one that nobody should read. */
import { gzipSync } from 'node:zlib';
import { type Asked, answering, type Peer } from './peer.ts';

const GOOD = ['passed', null] as const;
const encoding = (says: string) => ['failed', `xml/encoding: ${says}`] as const;
const claim = (says: string) => ['warned', `xml/encoding: ${says}`] as const;
const utf16le = (text: string) => Buffer.from(text, 'utf16le');
const utf16be = (text: string) => utf16le(text).swap16();
/** The correct reply with these bytes in its state. */
const withBytes = ({ good, state }: Asked, hex: string) => {
  const [before = '', after = ''] = good.split(state);
  return Buffer.concat([Buffer.from(before), Buffer.from(hex, 'hex'), Buffer.from(after)]);
};
const labelled = (label: string, { contentType }: Asked) => contentType.replace('utf-8', label);

/** A peer that calls its bytes by a label. */
function labelling(label: string, says: readonly ['passed' | 'failed', string | null]): Peer {
  return {
    does: `calls its bytes ${label}`,
    ...{ verdict: says[0], says: says[1] },
    answer: (socket, asked) => {
      const head = `HTTP/1.1 200 OK\r\nContent-Type: ${labelled(label, asked)}\r\nConnection: close\r\n\r\n`;
      socket.end(head + asked.good);
    },
  };
}

/** Ten megabytes of nothing, in ten kilobytes. */
const bomb = gzipSync(Buffer.alloc(10_000_000));

export const charsets: readonly Peer[] = [
  answering('puts a NUL into the document', ['failed', 'disallowed character: U+0000'], (asked) =>
    withBytes(asked, '00'),
  ),
  answering('puts a control character into the document', ['failed', 'xml/well-formed'], (asked) =>
    withBytes(asked, '1b'),
  ),
  ...[
    ['a byte that begins nothing', 'ff'],
    ['a continuation without a beginning', '80'],
    ['a character that is cut off', 'c3'],
    ['a character that is longer than it need be', 'c0af'],
    ['a half of a surrogate pair', 'eda080'],
    ['a character beyond the last', 'f5808080'],
  ].map(([what = '', hex = '']) =>
    answering(`puts ${what} into the document`, encoding(hex.toUpperCase().slice(0, 2)), (asked) =>
      withBytes(asked, hex),
    ),
  ),
  answering('writes UTF-16 with a mark, and says UTF-8', encoding('utf-16le'), ({ good }) =>
    utf16le(`\uFEFF${good}`),
  ),
  answering('writes UTF-16 the other way with a mark, and says UTF-8', encoding('utf-16be'), ({ good }) =>
    utf16be(`\uFEFF${good}`),
  ),
  answering(
    'writes UTF-16 without a mark, and says UTF-8',
    ['failed', 'disallowed character: U+0000'],
    ({ good }) => utf16le(good),
  ),
  answering(
    'declares UTF-16 and writes UTF-8',
    claim('utf-16'),
    ({ good }) => `<?xml version="1.0" encoding="utf-16"?>${good}`,
  ),
  answering(
    'declares UTF-7 and writes UTF-8',
    claim('utf-7'),
    ({ good }) => `<?xml version="1.0" encoding="utf-7"?>${good}`,
  ),
  answering(
    'declares an encoding whose name is long',
    claim('uuu'),
    ({ good }) => `<?xml version="1.0" encoding="${'u'.repeat(500)}"?>${good}`,
  ),
  labelling('utf-7', ['failed', 'http/charset: charset=utf-7']),
  labelling('utf-16', ['failed', 'http/charset: charset=utf-16']),
  labelling('utf-32', ['failed', 'http/charset: charset=utf-32']),
  labelling('iso-2022-kr', ['failed', 'http/charset: charset=iso-2022-kr']),
  labelling('x-user-defined', ['failed', 'http/charset: charset=x-user-defined']),
  labelling('UTF-8', GOOD),
  labelling(`"${'u'.repeat(8_000)}"`, ['failed', 'http/charset']),
  answering(
    'compresses although nobody asked',
    claim('gzip'),
    ({ good }) => gzipSync(good),
    'Content-Encoding: gzip',
  ),
  answering('sends a gzip bomb', encoding('gzip'), () => bomb, 'Content-Encoding: gzip'),
  answering(
    'sends a gzip bomb within a gzip bomb',
    encoding('gzip'),
    () => gzipSync(bomb),
    'Content-Encoding: gzip, gzip',
  ),
  answering(
    'says that it compresses and does not',
    encoding('br'),
    ({ good }) => good,
    'Content-Encoding: br',
  ),
  answering('says that it does nothing to the body', GOOD, ({ good }) => good, 'Content-Encoding: identity'),
];
