import type { Defect } from '../defect.ts';
import { textOf, withCharset, withText } from '../wire.ts';
import { byteDefects } from './encoding-bytes.ts';
import { claimDefects } from './encoding-claims.ts';

/** Deviations between the characters meant and the bytes sent. */
export const encodingDefects: readonly Defect[] = [
  {
    id: 'charset-latin1',
    title: 'Replies are honest ISO-8859-1, other characters as references',
    requirement: 'bindings.soap11.response-charset',
    rules: ['http/charset'],
    seam: 'wire',
    change: (reply) => {
      const text = textOf(reply).replace('encoding="utf-8"', 'encoding="iso-8859-1"');
      const references = text.replace(/[^\0-\xFF]/gu, (character) => `&#${character.codePointAt(0)};`);
      return { ...withCharset(reply, 'iso-8859-1'), body: Buffer.from(references, 'latin1') };
    },
  },
  {
    id: 'utf8-mojibake',
    title: 'Text is encoded as UTF-8 twice',
    requirement: 'delivery-result.delivered-message.meaning',
    rules: ['delivery/echo', 'delivery/texts'],
    cases: ['*/message-turkish', '*/identifiers'],
    seam: 'wire',
    change: (reply) => withText(reply, (text) => Buffer.from(text, 'utf8').toString('latin1')),
  },
  {
    id: 'utf8-invalid',
    title: 'A field holds a byte that is not UTF-8',
    requirement: 'bindings.soap11.response-encoding',
    rules: ['xml/encoding'],
    seam: 'wire',
    change: (reply) => {
      const place = Buffer.from(reply.body).indexOf('Delivered<');
      return { ...reply, body: reply.body.map((byte, index) => (index === place ? 0xe9 : byte)) };
    },
  },
  ...byteDefects,
  ...claimDefects,
];
