import { deflateSync, gzipSync } from 'node:zlib';
import { bytes, reply, text } from '../changes.ts';
import { found } from '../defect.ts';
import { declaring, encodeTurkish, withHeader } from '../wire.ts';

const turkish = { cases: ['*/message-turkish'] };
const encoding = 'bindings.*.response-encoding';
const claims = 'bindings.*.response-encoding-claims';

const declared = (label: string) => (document: string) => declaring(document, label);

/** Deviations between the characters meant and the bytes sent. */
export const encodingDefects = [
  ...found('xml/encoding', encoding, turkish).in(bytes, {
    'bytes-windows-1254: Texts are in windows-1254 whatever the reply says': encodeTurkish,
  }),
  // ASCII in UTF-16 is UTF-8 with U+0000 in it, which XML forbids; other letters are not UTF-8 at all. An even number of
  // bytes can be read as other characters, an odd one cannot.
  ...found(['xml/encoding', 'xml/well-formed'], encoding, turkish).in(bytes, {
    'utf16-unsaid: The bytes are UTF-16 and nothing says so': (whole) => Buffer.from(whole, 'utf16le'),
    'mark-of-utf16: The byte order mark of UTF-16 appears before UTF-8': (whole) =>
      Buffer.concat([Uint8Array.of(0xff, 0xfe), Buffer.from(whole)]),
  }),
  ...found('xml/encoding', encoding).in(bytes, {
    'utf8-cut-at-the-end: The last byte of the reply begins a character': (whole) =>
      Buffer.concat([Buffer.from(whole), Uint8Array.of(0xc4)]),
    'utf16-with-mark-as-utf8: The bytes are UTF-16 with a byte order mark, all else says utf-8': (whole) =>
      Buffer.from(`\uFEFF${whole}`, 'utf16le'),
    'utf16-declared-charset-utf8: Only the charset of UTF-16 replies says utf-8': (whole) =>
      Buffer.from(`\uFEFF${declaring(whole, 'utf-16')}`, 'utf16le'),
  }),
  ...found(
    ['delivery/echo', 'delivery/number', 'delivery/texts'],
    'delivery-result.delivered-message.meaning',
    { cases: [...turkish.cases, '*/identifiers', '*/values/soap11/space'] },
  ).in(text, {
    'utf8-mojibake: Text is encoded as UTF-8 twice': (document) => Buffer.from(document).toString('latin1'),
  }),
  ...found('xml/encoding', claims).in(text, {
    'declared-iso-8859-1: The XML declaration of a UTF-8 reply says iso-8859-1': declared('iso-8859-1'),
    'declared-utf-16: The XML declaration of a UTF-8 reply says utf-16': declared('utf-16'),
  }),
  ...found('xml/encoding', encoding).in(reply, {
    'gzip-claimed: Replies claim to be compressed and are not': (whole) =>
      withHeader(whole, 'Content-Encoding', 'gzip'),
    'gzip-unnamed: Replies are compressed with gzip and no Content-Encoding names it': (whole) => ({
      body: gzipSync(whole.body),
    }),
    'gzip-twice: Replies are compressed with gzip twice and Content-Encoding names it once': (whole) =>
      withHeader({ ...whole, body: gzipSync(gzipSync(whole.body)) }, 'Content-Encoding', 'gzip'),
  }),
  ...found('xml/encoding', claims).in(reply, {
    'coding-utf-8: The Content-Encoding names the charset of the body': (whole) =>
      withHeader(whole, 'Content-Encoding', 'utf-8'),
    'coding-none: The Content-Encoding names the coding none': (whole) =>
      withHeader(whole, 'Content-Encoding', 'none'),
    'coding-identity: The Content-Encoding names identity': (whole) =>
      withHeader(whole, 'Content-Encoding', 'identity'),
    'gzip-unasked: Replies are compressed with gzip although the request takes no coding': (whole) =>
      withHeader({ ...whole, body: gzipSync(whole.body) }, 'Content-Encoding', 'gzip'),
  }),
  ...found('xml/encoding', claims, { bindings: ['soap12'] }).in(reply, {
    'deflate-unasked: SOAP 1.2 replies are deflated although the request takes no coding': (whole) =>
      withHeader({ ...whole, body: deflateSync(whole.body) }, 'Content-Encoding', 'deflate'),
  }),
];
