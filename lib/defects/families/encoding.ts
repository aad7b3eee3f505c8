import { deflateSync, gzipSync } from 'node:zlib';
import type { HttpReply } from '../../reference/seams.ts';
import type { Defect } from '../defect.ts';
import { trips } from '../table.ts';
import { declaring, encodeAs, encodeUtf16, textOf, withBody, withCharset, withHeader } from '../wire.ts';

const turkish = { cases: ['*/message-turkish'] };
const everyText = { cases: ['*/message-turkish', '*/identifiers'] };
const overSoap11 = 'bindings.soap11.response-encoding';
const overGet = 'bindings.http-get.response-encoding';

/** The reply with bytes put in front of a field's text. */
function withBytes(reply: HttpReply, bytes: readonly number[]): HttpReply {
  const body = Buffer.from(reply.body);
  const place = body.indexOf('Delivered<');
  return withBody(reply, body.subarray(0, place), Uint8Array.from(bytes), body.subarray(place));
}

const beyondAscii = /[^\0-\x7F]/gu;

function encodeLatin1(text: string): Uint8Array {
  const references = text.replace(/[^\0-\xFF]/gu, (character) => `&#${character.codePointAt(0)};`);
  return Buffer.from(references, 'latin1');
}

/** Deviations between the characters meant and the bytes sent. */
export const encodingDefects: readonly Defect[] = [
  // Bytes that are not the UTF-8 of the characters meant.
  ...trips('http/charset', 'bindings.soap11.response-charset').onReply({
    'charset-latin1: Replies are honest ISO-8859-1, other characters as references': (reply) =>
      withBody(withCharset(reply, 'iso-8859-1'), encodeLatin1(declaring(textOf(reply), 'iso-8859-1'))),
  }),
  ...trips('xml/encoding', overSoap11).onReply({
    'utf8-invalid: A field holds a byte that is not UTF-8': (reply) => {
      const place = Buffer.from(reply.body).indexOf('Delivered<');
      return { ...reply, body: reply.body.map((byte, index) => (index === place ? 0xe9 : byte)) };
    },
    'utf8-overlong: A field holds an overlong form of a letter': (reply) => withBytes(reply, [0xc1, 0x81]),
    'utf8-surrogate: A field holds a lone surrogate': (reply) => withBytes(reply, [0xed, 0xa0, 0xbd]),
    'utf8-cesu8: A field holds a character as two surrogates, which is CESU-8': (reply) =>
      withBytes(reply, [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]),
    'utf8-continuation: A field holds a continuation byte without a start': (reply) =>
      withBytes(reply, [0x9f]),
    'utf8-cut: A field holds a character cut after its first byte': (reply) => withBytes(reply, [0xc5]),
    'utf8-beyond-unicode: A field holds a character beyond U+10FFFF': (reply) =>
      withBytes(reply, [0xf4, 0x90, 0x80, 0x80]),
    'utf8-five-bytes: A field holds a character of five bytes': (reply) =>
      withBytes(reply, [0xf8, 0x88, 0x80, 0x80, 0x80]),
  }),
  ...trips('xml/encoding', overSoap11, turkish).onReply({
    'bytes-iso-8859-1: Texts are in iso-8859-1 whatever the reply says': (reply) =>
      withBody(reply, encodeAs(textOf(reply), 'iso-8859-1')),
    'bytes-windows-1254: Texts are in windows-1254 whatever the reply says': (reply) =>
      withBody(reply, encodeAs(textOf(reply), 'windows-1254')),
  }),
  ...trips('xml/encoding', overGet).onReply({
    'utf8-cut-at-the-end: The last byte of the reply begins a character': (reply) =>
      withBody(reply, reply.body, Uint8Array.of(0xc4)),
  }),
  // ASCII in UTF-16 is UTF-8 with U+0000 in it, which XML forbids; other letters are not UTF-8 at all.
  ...trips(['xml/encoding', 'xml/well-formed'], overSoap11, turkish).onReply({
    'utf16-unsaid: The bytes are UTF-16 and nothing says so': (reply) =>
      withBody(reply, encodeUtf16(textOf(reply))),
  }),
  // An even number of bytes can be read as other characters, an odd one cannot.
  ...trips(['xml/encoding', 'xml/well-formed'], 'bindings.http-post.response-encoding').onReply({
    'mark-of-utf16: The byte order mark of UTF-16 stands before UTF-8': (reply) =>
      withBody(reply, Uint8Array.of(0xff, 0xfe), reply.body),
  }),
  ...trips(
    ['delivery/echo', 'delivery/texts'],
    'delivery-result.delivered-message.meaning',
    everyText,
  ).onText({
    'utf8-mojibake: Text is encoded as UTF-8 twice': (text) => Buffer.from(text, 'utf8').toString('latin1'),
    'mojibake-windows-1254: UTF-8 is taken for windows-1254 and encoded again': (text) =>
      new TextDecoder('windows-1254').decode(Buffer.from(text)),
    'letters-as-question-marks: Characters beyond ASCII leave as question marks': [beyondAscii, '?'],
    'letters-as-replacements: Characters beyond ASCII leave as U+FFFD': [beyondAscii, '\uFFFD'],
  }),
  // Byte order marks, XML declarations and content codings that say something else than the charset.
  // Encodings that an XML declaration names over bytes and a charset that are UTF-8.
  ...['iso-8859-1', 'windows-1254', 'utf-16', 'us-ascii', 'x-unknown', 'utf8'].flatMap((label) =>
    trips('xml/encoding', 'bindings.soap11.response-encoding-claims').onText({
      [`declared-${label}: The XML declaration of a UTF-8 reply says ${label}`]: (text) =>
        declaring(text, label),
    }),
  ),
  ...trips('xml/encoding', 'bindings.soap12.response-encoding').onReply({
    'utf16-with-mark-as-utf8: The bytes are UTF-16 with a byte order mark, the charset and the declaration say utf-8':
      (reply) => withBody(reply, encodeUtf16(`\uFEFF${textOf(reply)}`)),
  }),
  ...trips('xml/encoding', overGet).onReply({
    'utf16-declared-charset-utf8: Only the charset of UTF-16 replies says utf-8': (reply) =>
      withBody(reply, encodeUtf16(`\uFEFF${declaring(textOf(reply), 'utf-16')}`)),
  }),
  ...trips('xml/encoding', 'bindings.http-post.response-encoding-claims').onReply({
    'gzip-unasked: Replies are compressed with gzip although the request takes no coding': (reply) =>
      withBody(withHeader(reply, 'Content-Encoding', 'gzip'), gzipSync(reply.body)),
  }),
  ...trips('xml/encoding', overSoap11).onReply({
    'gzip-unsaid: Replies are compressed with gzip and do not say so': (reply) =>
      withBody(reply, gzipSync(reply.body)),
    'gzip-claimed: Replies claim to be compressed and are not': (reply) =>
      withHeader(reply, 'Content-Encoding', 'gzip'),
  }),
  ...trips('xml/encoding', 'bindings.soap12.response-encoding-claims', { bindings: ['soap12'] }).onReply({
    'deflate-unasked: SOAP 1.2 replies are deflated although the request takes no coding': (reply) =>
      withBody(withHeader(reply, 'Content-Encoding', 'deflate'), deflateSync(reply.body)),
  }),
];
