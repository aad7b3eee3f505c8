import { deflateSync, gzipSync } from 'node:zlib';
import type { Defect } from '../defect.ts';
import { textOf, withHeader, withText } from '../wire.ts';
import { declaring, encodeUtf16 } from './encoding-encode.ts';

/** Encodings that an XML declaration names over bytes and a charset that are UTF-8. */
const wrongDeclarations = ['iso-8859-1', 'windows-1254', 'utf-16', 'us-ascii', 'x-unknown', 'utf8'];

/** Byte order marks, XML declarations and content codings that say something else than the charset. */
export const claimDefects: readonly Defect[] = [
  ...wrongDeclarations.map(
    (label): Defect => ({
      id: `declared-${label}`,
      title: `The XML declaration of a UTF-8 reply says ${label}`,
      requirement: 'bindings.soap11.response-encoding-claims',
      rules: ['xml/encoding'],
      seam: 'wire',
      change: (reply) => withText(reply, (text) => declaring(text, label)),
    }),
  ),
  {
    id: 'utf16-with-mark-as-utf8',
    title: 'The bytes are UTF-16 with a byte order mark, the charset and the declaration say utf-8',
    requirement: 'bindings.soap12.response-encoding',
    rules: ['xml/encoding'],
    seam: 'wire',
    change: (reply) => ({ ...reply, body: encodeUtf16(`\uFEFF${textOf(reply)}`) }),
  },
  {
    id: 'utf16-declared-charset-utf8',
    title: 'Only the charset of UTF-16 replies says utf-8',
    requirement: 'bindings.http-get.response-encoding',
    rules: ['xml/encoding'],
    seam: 'wire',
    change: (reply) => ({ ...reply, body: encodeUtf16(`\uFEFF${declaring(textOf(reply), 'utf-16')}`) }),
  },
  {
    id: 'gzip-unasked',
    title: 'Replies are compressed with gzip although the request takes no coding',
    requirement: 'bindings.http-post.response-encoding-claims',
    rules: ['xml/encoding'],
    seam: 'wire',
    change: (reply) => ({
      ...withHeader(reply, 'Content-Encoding', 'gzip'),
      body: gzipSync(reply.body),
    }),
  },
  {
    id: 'gzip-unsaid',
    title: 'Replies are compressed with gzip and do not say so',
    requirement: 'bindings.soap11.response-encoding',
    rules: ['xml/encoding'],
    seam: 'wire',
    change: (reply) => ({ ...reply, body: gzipSync(reply.body) }),
  },
  {
    id: 'deflate-unasked',
    title: 'SOAP 1.2 replies are deflated although the request takes no coding',
    requirement: 'bindings.soap12.response-encoding-claims',
    rules: ['xml/encoding'],
    bindings: ['soap12'],
    seam: 'wire',
    change: (reply) => ({
      ...withHeader(reply, 'Content-Encoding', 'deflate'),
      body: deflateSync(reply.body),
    }),
  },
  {
    id: 'gzip-claimed',
    title: 'Replies claim to be compressed and are not',
    requirement: 'bindings.soap11.response-encoding',
    rules: ['xml/encoding'],
    seam: 'wire',
    change: (reply) => withHeader(reply, 'Content-Encoding', 'gzip'),
  },
];
