import type { HttpReply } from '../../reference/index.ts';
import type { Defect } from '../defect.ts';
import { textOf, withText } from '../wire.ts';
import { encodeAs, encodeUtf16 } from './encoding-encode.ts';

/** Bytes that UTF-8 forbids, each inside a field. */
const invalid: readonly (readonly [slug: string, what: string, bytes: readonly number[]])[] = [
  ['overlong', 'an overlong form of a letter', [0xc1, 0x81]],
  ['surrogate', 'a lone surrogate', [0xed, 0xa0, 0xbd]],
  ['cesu8', 'a character as two surrogates, which is CESU-8', [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]],
  ['continuation', 'a continuation byte without a start', [0x9f]],
  ['cut', 'a character cut after its first byte', [0xc5]],
  ['beyond-unicode', 'a character beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
  ['five-bytes', 'a character of five bytes', [0xf8, 0x88, 0x80, 0x80, 0x80]],
];

/** The reply with bytes put in front of a field's text. */
function withBytes(reply: HttpReply, bytes: readonly number[]): HttpReply {
  const body = Buffer.from(reply.body);
  const place = body.indexOf('Delivered<');
  return {
    ...reply,
    body: Buffer.concat([body.subarray(0, place), Uint8Array.from(bytes), body.subarray(place)]),
  };
}

/** The reply with each character beyond ASCII replaced. */
function withoutLetters(reply: HttpReply, instead: string): HttpReply {
  return withText(reply, (text) => text.replace(/[^\0-\x7F]/gu, () => instead));
}

/** Bytes that are not the UTF-8 of the characters meant. */
export const byteDefects: readonly Defect[] = [
  ...invalid.map(
    ([slug, what, bytes]): Defect => ({
      id: `utf8-${slug}`,
      title: `A field holds ${what}`,
      requirement: 'bindings.soap11.response-encoding',
      rules: ['xml/encoding'],
      seam: 'wire',
      change: (reply) => withBytes(reply, bytes),
    }),
  ),
  ...['iso-8859-1', 'windows-1254'].map(
    (label): Defect => ({
      id: `bytes-${label}`,
      title: `Texts are in ${label} whatever the reply says`,
      requirement: 'bindings.soap11.response-encoding',
      rules: ['xml/encoding'],
      cases: ['*/message-turkish'],
      seam: 'wire',
      change: (reply) => ({ ...reply, body: encodeAs(textOf(reply), label) }),
    }),
  ),
  {
    id: 'utf8-cut-at-the-end',
    title: 'The last byte of the reply begins a character',
    requirement: 'bindings.http-get.response-encoding',
    rules: ['xml/encoding'],
    seam: 'wire',
    change: (reply) => ({ ...reply, body: Buffer.concat([reply.body, Uint8Array.of(0xc4)]) }),
  },
  {
    id: 'utf16-unsaid',
    title: 'The bytes are UTF-16 and nothing says so',
    requirement: 'bindings.soap11.response-encoding',
    // ASCII in UTF-16 is UTF-8 with U+0000 in it, which XML forbids; other letters are not UTF-8 at all.
    rules: ['xml/encoding', 'xml/well-formed'],
    cases: ['*/message-turkish'],
    seam: 'wire',
    change: (reply) => ({ ...reply, body: encodeUtf16(textOf(reply)) }),
  },
  {
    id: 'mark-of-utf16',
    title: 'The byte order mark of UTF-16 stands before UTF-8',
    requirement: 'bindings.http-post.response-encoding',
    // An even number of bytes can be read as other characters, an odd one cannot.
    rules: ['xml/encoding', 'xml/well-formed'],
    seam: 'wire',
    change: (reply) => ({ ...reply, body: Buffer.concat([Uint8Array.of(0xff, 0xfe), reply.body]) }),
  },
  {
    id: 'mojibake-windows-1254',
    title: 'UTF-8 is taken for windows-1254 and encoded again',
    requirement: 'delivery-result.delivered-message.meaning',
    rules: ['delivery/echo', 'delivery/texts'],
    cases: ['*/message-turkish', '*/identifiers'],
    seam: 'wire',
    change: (reply) => withText(reply, () => new TextDecoder('windows-1254').decode(reply.body)),
  },
  {
    id: 'letters-as-question-marks',
    title: 'Characters beyond ASCII leave as question marks',
    requirement: 'delivery-result.delivered-message.meaning',
    rules: ['delivery/echo', 'delivery/texts'],
    cases: ['*/message-turkish', '*/identifiers'],
    seam: 'wire',
    change: (reply) => withoutLetters(reply, '?'),
  },
  {
    id: 'letters-as-replacements',
    title: 'Characters beyond ASCII leave as U+FFFD',
    requirement: 'delivery-result.delivered-message.meaning',
    rules: ['delivery/echo', 'delivery/texts'],
    cases: ['*/message-turkish', '*/identifiers'],
    seam: 'wire',
    change: (reply) => withoutLetters(reply, '\uFFFD'),
  },
];
