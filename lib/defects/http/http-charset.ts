import type { BindingId } from '../../model/contract.ts';
import type { HttpReply } from '../../reference/index.ts';
import type { Defect } from '../defect.ts';
import { declaring, encodeAs, encodeUtf16 } from '../encoding/encoding-encode.ts';
import { textOf, withCharset } from '../wire.ts';

const bindings: readonly BindingId[] = ['soap11', 'soap12', 'http-get', 'http-post'];

/** Encodings that a service may be set to; all it says about them is true. */
const honest = ['us-ascii', 'windows-1254', 'iso-8859-9', 'windows-1252'];

/** Names that no text of UTF-8 goes by, each known to few readers or to none. */
const unknown = ['utf-7', 'x-unknown'];

function honestly(reply: HttpReply, charset: string, body: Uint8Array): HttpReply {
  return { ...withCharset(reply, charset), body };
}

/** Another charset than utf-8 (contract §4.1, table, "Response"). */
export const charsetDefects: readonly Defect[] = [
  ...bindings.map(
    (binding): Defect => ({
      id: `charset-missing-${binding}`,
      title: `The content type names no charset over ${binding} alone`,
      requirement: `bindings.${binding}.response-charset`,
      rules: ['http/charset'],
      bindings: [binding],
      seam: 'wire',
      change: (reply) => withCharset(reply, null),
    }),
  ),
  ...honest.map(
    (label): Defect => ({
      id: `charset-${label}`,
      title: `Replies are honest ${label}, other characters as references`,
      requirement: 'bindings.soap11.response-charset',
      rules: ['http/charset'],
      seam: 'wire',
      change: (reply) => honestly(reply, label, encodeAs(declaring(textOf(reply), label), label)),
    }),
  ),
  {
    id: 'charset-utf16',
    title: 'Replies are honest UTF-16 with a byte order mark',
    requirement: 'bindings.http-get.response-charset',
    rules: ['http/charset'],
    seam: 'wire',
    change: (reply) => honestly(reply, 'utf-16', encodeUtf16(`\uFEFF${declaring(textOf(reply), 'utf-16')}`)),
  },
  {
    id: 'charset-utf8-misspelt',
    title: 'The charset is utf8, which no registry lists',
    requirement: 'bindings.http-post.response-charset',
    rules: ['http/charset'],
    seam: 'wire',
    change: (reply) => withCharset(reply, 'utf8'),
  },
  {
    id: 'charset-empty',
    title: 'The charset has no value',
    requirement: 'bindings.soap12.response-charset',
    rules: ['http/charset'],
    seam: 'wire',
    change: (reply) => withCharset(reply, ''),
  },
  {
    id: 'charset-twice',
    title: 'There are two charsets, the first of them wrong',
    requirement: 'bindings.soap11.response-charset',
    // The first one counts, so that letters beyond ASCII are misread as well.
    rules: ['delivery/echo', 'delivery/texts', 'http/charset', 'xml/encoding'],
    cases: ['*/message-turkish', '*/identifiers'],
    seam: 'wire',
    change: (reply) => withCharset(reply, 'iso-8859-1; charset=utf-8'),
  },
  {
    id: 'charset-contradicted',
    title: 'There are two charsets, the first of them right',
    requirement: 'bindings.soap12.response-charset',
    rules: ['http/charset'],
    seam: 'wire',
    change: (reply) => withCharset(reply, 'utf-8; charset=iso-8859-1'),
  },
  ...unknown.map(
    (label): Defect => ({
      id: `charset-${label}`,
      title: `The charset of a UTF-8 reply is ${label}`,
      requirement: 'bindings.soap11.response-charset',
      rules: ['http/charset', 'xml/encoding'],
      seam: 'wire',
      change: (reply) => withCharset(reply, label),
    }),
  ),
];
