import type { BindingId } from '../../model/contract.ts';
import type { Defect } from '../defect.ts';
import { withContentType, withMediaType } from '../wire.ts';

/** Media types that are near the right one of a binding, or that servers fall back to. */
const others: readonly (readonly [binding: BindingId, slug: string, mediaType: string])[] = [
  ['soap11', 'soap-xml', 'application/soap+xml'],
  ['soap11', 'text-html', 'text/html'],
  ['soap12', 'xml', 'application/xml'],
  ['soap12', 'text-plain', 'text/plain'],
  ['soap12', 'soap', 'application/soap'],
  ['http-get', 'xml', 'application/xml'],
  ['http-get', 'soap-xml', 'application/soap+xml'],
  ['http-get', 'text-html', 'text/html'],
  ['http-post', 'xml', 'application/xml'],
  ['http-post', 'form', 'application/x-www-form-urlencoded'],
  ['http-post', 'json', 'application/json'],
];

/** Another media type than the binding's (contract §4.1, table, "Response"). */
export const mediaTypeDefects: readonly Defect[] = [
  ...others.map(
    ([binding, slug, mediaType]): Defect => ({
      id: `${binding}-media-type-${slug}`,
      title: `Replies over ${binding} are ${mediaType}`,
      requirement: `bindings.${binding}.response-media-type`,
      rules: ['http/media-type'],
      bindings: [binding],
      seam: 'wire',
      change: (reply) => withMediaType(reply, mediaType),
    }),
  ),
  {
    id: 'media-types-swapped',
    title: 'The two SOAP versions have the media types of each other',
    requirement: 'bindings.soap12.response-media-type',
    rules: ['http/media-type'],
    bindings: ['soap11', 'soap12'],
    seam: 'wire',
    change: (reply, { binding }) =>
      withMediaType(reply, binding === 'soap11' ? 'application/soap+xml' : 'text/xml'),
  },
  {
    id: 'content-type-missing',
    title: 'Replies have no content type',
    requirement: 'bindings.soap11.response-media-type',
    rules: ['http/media-type'],
    seam: 'wire',
    change: (reply) => withContentType(reply, null),
  },
  {
    id: 'content-type-malformed',
    title: 'The content type is no media type',
    requirement: 'bindings.soap11.response-media-type',
    rules: ['http/media-type'],
    seam: 'wire',
    change: (reply) => withContentType(reply, 'xml; charset=utf-8'),
  },
  {
    id: 'content-type-list',
    title: 'The content type names two media types',
    requirement: 'bindings.http-post.response-media-type',
    rules: ['http/media-type'],
    seam: 'wire',
    change: (reply) => withContentType(reply, 'text/xml, application/soap+xml; charset=utf-8'),
  },
  {
    id: 'content-type-twice',
    title: 'There are two content types that disagree',
    requirement: 'bindings.http-get.response-media-type',
    rules: ['http/media-type'],
    seam: 'wire',
    change: (reply) => ({
      ...reply,
      headers: [['Content-Type', 'text/html; charset=utf-8'], ...reply.headers],
    }),
  },
  {
    id: 'content-type-repeated',
    title: 'The same content type stands twice',
    requirement: 'bindings.soap11.response-content-type-once',
    rules: ['http/media-type'],
    seam: 'wire',
    change: (reply) => ({
      ...reply,
      headers: [...reply.headers, ...reply.headers.filter(([name]) => name === 'Content-Type')],
    }),
  },
];
