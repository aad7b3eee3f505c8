import { deflateSync, gzipSync } from 'node:zlib';
import { type Defect, found } from '../defect.ts';
import { declaring, encodeTurkish, withBody, withHeader } from '../wire.ts';

const turkish = { cases: ['*/message-turkish'] };
const everyText = { cases: ['*/message-turkish', '*/identifiers'] };
const meaning = 'delivery-result.delivered-message.meaning';
const overSoap11 = 'bindings.soap11.response-encoding';
const overGet = 'bindings.http-get.response-encoding';

const declared = (label: string) => (text: string) => declaring(text, label);

/** Deviations between the characters meant and the bytes sent. */
export const encodingDefects: readonly Defect[] = [
  ...found('xml/encoding', overSoap11, turkish).onBytes({
    'bytes-windows-1254: Texts are in windows-1254 whatever the reply says': (body) =>
      encodeTurkish(body.toString()),
  }),
  ...found('xml/encoding', overGet).onBytes({
    'utf8-cut-at-the-end: The last byte of the reply begins a character': (body) =>
      Buffer.concat([body, Uint8Array.of(0xc4)]),
  }),
  // ASCII in UTF-16 is UTF-8 with U+0000 in it, which XML forbids; other letters are not UTF-8 at all.
  ...found(['xml/encoding', 'xml/well-formed'], overSoap11, turkish).onBytes({
    'utf16-unsaid: The bytes are UTF-16 and nothing says so': (body) =>
      Buffer.from(body.toString(), 'utf16le'),
  }),
  // An even number of bytes can be read as other characters, an odd one cannot.
  ...found(['xml/encoding', 'xml/well-formed'], 'bindings.http-post.response-encoding').onBytes({
    'mark-of-utf16: The byte order mark of UTF-16 appears before UTF-8': (body) =>
      Buffer.concat([Uint8Array.of(0xff, 0xfe), body]),
  }),
  ...found(['delivery/echo', 'delivery/number', 'delivery/texts'], meaning, {
    cases: [...everyText.cases, '*/values/soap11/empty'],
  }).onText({
    'utf8-mojibake: Text is encoded as UTF-8 twice': (text) => Buffer.from(text, 'utf8').toString('latin1'),
  }),
  ...found('xml/encoding', 'bindings.soap11.response-encoding-claims').onText({
    'declared-iso-8859-1: The XML declaration of a UTF-8 reply says iso-8859-1': declared('iso-8859-1'),
    'declared-utf-16: The XML declaration of a UTF-8 reply says utf-16': declared('utf-16'),
  }),
  ...found('xml/encoding', 'bindings.soap12.response-encoding').onBytes({
    'utf16-with-mark-as-utf8: The bytes are UTF-16 with a byte order mark, all else says utf-8': (body) =>
      Buffer.from(`\uFEFF${body}`, 'utf16le'),
  }),
  ...found('xml/encoding', overGet).onBytes({
    'utf16-declared-charset-utf8: Only the charset of UTF-16 replies says utf-8': (body) =>
      Buffer.from(`\uFEFF${declaring(body.toString(), 'utf-16')}`, 'utf16le'),
  }),
  ...found('xml/encoding', overSoap11).onReply({
    'gzip-claimed: Replies claim to be compressed and are not': (reply) =>
      withHeader(reply, 'Content-Encoding', 'gzip'),
  }),
  ...found('xml/encoding', 'bindings.http-post.response-encoding-claims').onReply({
    'gzip-unasked: Replies are compressed with gzip although the request takes no coding': (reply) =>
      withBody(withHeader(reply, 'Content-Encoding', 'gzip'), gzipSync(reply.body)),
  }),
  ...found('xml/encoding', 'bindings.soap12.response-encoding-claims', { bindings: ['soap12'] }).onReply({
    'deflate-unasked: SOAP 1.2 replies are deflated although the request takes no coding': (reply) =>
      withBody(withHeader(reply, 'Content-Encoding', 'deflate'), deflateSync(reply.body)),
  }),
];
