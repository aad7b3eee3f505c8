/** Peers whose bytes are not in the encoding that they say, or in one that nobody should read. */
import { gzipSync } from 'node:zlib';
import { type Asked, answering, type Peer } from './peer.ts';

const encoding = (says: string) => ['failed', `xml/encoding: ${says}`] as const;
const claim = (says: string) => ['warned', `xml/encoding: ${says}`] as const;
const utf16le = (text: string) => Buffer.from(text, 'utf16le');
/** The correct reply with these bytes in its state. */
const withBytes = ({ good, state }: Asked, hex: string) => {
  const [before = '', after = ''] = good.split(state);
  return Buffer.concat([Buffer.from(before), Buffer.from(hex, 'hex'), Buffer.from(after)]);
};
const labelled = (label: string, { contentType }: Asked) => contentType.replace('utf-8', label);

/** A peer that calls its bytes by a label. */
function labelling(label: string, says: readonly ['failed', string]): Peer {
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

// Which bytes are text, and which labels are known, is said in lib/xml/decode-bytes.test.ts and lib/judge.
export const charsets: readonly Peer[] = [
  answering('puts a NUL into the document', ['failed', 'disallowed character: U+0000'], (asked) =>
    withBytes(asked, '00'),
  ),
  answering('puts a byte that begins nothing into the document', encoding('FF'), (asked) =>
    withBytes(asked, 'ff'),
  ),
  answering('writes UTF-16 with a mark, and says UTF-8', encoding('utf-16le'), ({ good }) =>
    utf16le(`\uFEFF${good}`),
  ),
  answering(
    'writes UTF-16 without a mark, and says UTF-8',
    ['failed', 'disallowed character: U+0000'],
    ({ good }) => utf16le(good),
  ),
  answering(
    'declares an encoding whose name is long',
    claim('uuu'),
    ({ good }) => `<?xml version="1.0" encoding="${'u'.repeat(500)}"?>${good}`,
  ),
  labelling('utf-7', ['failed', 'http/charset: charset=utf-7']),
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
];
