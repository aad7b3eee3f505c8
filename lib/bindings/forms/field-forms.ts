import type { WireRequest } from '../../model/judging/wire.ts';
import { type Form, fieldBindings } from './form.ts';
import { rewriteBody } from './xml-pieces.ts';

/** Other ways to write fields and their characters (RFC 3986 §2.1 and §2.3; application/x-www-form-urlencoded). */
export const fieldForms: readonly Form[] = [
  {
    id: 'space-as-plus',
    title: 'a space as + in the query',
    bindings: ['http-get'],
    apply: (request) => rewriteFields(request, (text) => text.replaceAll('%20', '+')),
  },
  {
    id: 'space-as-percent',
    title: 'a space as %20 in the form',
    bindings: ['http-post'],
    apply: (request) => rewriteFields(request, (text) => text.replaceAll('+', '%20')),
  },
  {
    id: 'lower-case-escapes',
    title: 'percent escapes in lower case',
    bindings: fieldBindings,
    apply: (request) =>
      rewriteFields(request, (text) => text.replace(/%../g, (coded) => coded.toLowerCase())),
  },
  {
    id: 'needless-escapes',
    title: 'percent escapes where the character itself could stand, in values',
    bindings: fieldBindings,
    apply: (request) =>
      rewriteFields(request, (text) => text.replace(/=[^&]*/g, (value) => `=${escapeAll(value.slice(1))}`)),
  },
  {
    id: 'needless-escapes-in-names',
    title: 'percent escapes where the character itself could stand, in names',
    bindings: fieldBindings,
    apply: (request) => rewriteFields(request, (text) => text.replace(/(?<=^|&)[^=&]*/g, escapeAll)),
  },
  {
    id: 'fields-reordered',
    title: 'the fields in the reverse order of their table',
    bindings: fieldBindings,
    apply: (request) => rewriteFields(request, reversed),
  },
];

/** The fields of a list keep their order: it is that of the items. */
function reversed(fields: string): string {
  const byName = new Map<string, string>();
  for (const field of fields.split('&')) {
    const name = field.slice(0, field.indexOf('='));
    const before = byName.get(name);
    byName.set(name, before === undefined ? field : `${before}&${field}`);
  }
  return [...byName.values()].toReversed().join('&');
}

/** Rewrites the fields where they stand: in the query, which the path never is, or in the form. */
function rewriteFields(request: WireRequest, rewrite: (fields: string) => string): WireRequest {
  if (request.body !== null) return rewriteBody(request, rewrite);
  // Stryker disable next-line StringLiteral: for the types only: a path split at its ? has both halves, because every path that comes here has a query
  const [path = '', query = ''] = request.path.split('?', 2);
  return { ...request, path: `${path}?${rewrite(query)}` };
}

/** Escapes the unreserved characters, which are all that our encoder leaves as they are, besides its escapes. */
function escapeAll(text: string): string {
  return text.replace(/%..|[A-Za-z0-9._~-]/g, (found) =>
    found.length > 1 ? found : `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
