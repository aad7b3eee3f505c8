import type { Call } from '../../model/call.ts';
import type { HeaderList, WireRequest } from '../../model/judging/wire.ts';
import { bodyBindings, type Form, fieldBindings, rewriteBody, soapBindings } from './form.ts';

/** Other ways to write fields and their characters (RFC 3986 §2.1 and §2.3; application/x-www-form-urlencoded). */
const fieldForms: readonly Form[] = [
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
  // Stryker disable next-line StringLiteral: for the types only: every path that comes here has a query
  const [path = '', query = ''] = request.path.split('?', 2);
  return { ...request, path: `${path}?${rewrite(query)}` };
}

/** Escapes the unreserved characters, which are all that our encoder leaves as they are, besides its escapes. */
function escapeAll(text: string): string {
  return text.replace(/%..|[A-Za-z0-9._~-]/g, (found) =>
    found.length > 1 ? found : `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Other ways to write a header field: its name has no case (RFC 9110 §5.1), a media type and a charset neither (§8.3). */
const headerForms: readonly Form[] = [
  names('lower-case-headers', 'header names in lower case', (name) => name.toLowerCase()),
  names('upper-case-headers', 'header names in upper case', (name) => name.toUpperCase()),
  contentType('media-type-upper-case', 'the media type in upper case', bodyBindings, (value) =>
    value.replace(/[^;]+/, (type) => type.toUpperCase()),
  ),
  contentType('charset-upper-case', 'the charset in upper case', soapBindings, (value) =>
    value.replace('=utf-8', '=UTF-8'),
  ),
  contentType('charset-quoted', 'the charset in quotes', soapBindings, (value) =>
    value.replace('=utf-8', '="utf-8"'),
  ),
  {
    id: 'soap-action-two-slashes',
    title: 'a SOAPAction with a slash behind a namespace that ends in one',
    bindings: ['soap11'],
    forNamespace: (namespace) => namespace.endsWith('/'),
    apply: (request, { target, operation }) => ({
      ...request,
      headers: request.headers.map(([name, value]) => [
        name,
        name === 'SOAPAction' ? `"${target.namespace}/${operation.name}"` : value,
      ]),
    }),
  },
];

function names(id: string, title: string, write: (name: string) => string): Form {
  return headers(id, title, bodyBindings, (list) => list.map(([name, value]) => [write(name), value]));
}

function contentType(
  id: string,
  title: string,
  bindings: Form['bindings'],
  write: (value: string) => string,
): Form {
  return headers(id, title, bindings, (list) =>
    list.map(([name, value]) => [name, name === 'Content-Type' ? write(value) : value]),
  );
}

function headers(
  id: string,
  title: string,
  bindings: Form['bindings'],
  rewrite: (list: HeaderList) => HeaderList,
): Form {
  return { id, title, bindings, apply: (request) => ({ ...request, headers: rewrite(request.headers) }) };
}

/** Other ways for the same bytes to travel. */
const framingForms: readonly Form[] = [
  {
    id: 'chunked-body',
    title: 'the body in chunks of odd lengths (Transfer-Encoding: chunked)',
    bindings: bodyBindings,
    apply: (request, call) => ({ ...request, framing: { chunks: chunkLengths(request, call) } }),
  },
  {
    id: 'one-byte-at-a-time',
    title: 'every byte by itself, from the request line on',
    bindings: ['soap11', 'soap12', 'http-get', 'http-post'],
    apply: (request) => ({ ...request, framing: { byteByByte: true } }),
  },
];

/** Bytes of a chunk, one after the other and again from the start: odd, so that characters and tags are cut. */
const ODD = [1, 13, 3, 37];

/**
 * Values other than Message stay in one chunk. A server that does not know chunks may well show in its answer what it
 * took for the body, and nothing that masks secrets in reports would know a ticket with a chunk's length in it.
 */
function chunkLengths({ body }: WireRequest, { binding }: Call): readonly number[] {
  // A character for every byte.
  // Stryker disable next-line ArrayDeclaration: for the types only: only single bytes frame a request without a body
  const text = Buffer.from(body ?? []).toString('latin1');
  const whole = binding.envelope === undefined ? /((?<=^|&)(?!Message=)[^&]+)/ : /(<(?!Message>)\w+>[^<]+)/;
  return text.split(whole).flatMap((part, i) => (i % 2 === 1 ? [part.length] : oddLengths(part.length)));
}

function oddLengths(length: number): readonly number[] {
  const lengths: number[] = [];
  for (let left = length; left > 0; left -= lengths.at(-1) ?? left) {
    lengths.push(Math.min(left, ODD[lengths.length % ODD.length] ?? left));
  }
  return lengths;
}

/** Other ways to write fields and headers, and for bytes to travel. */
export const httpForms: readonly Form[] = [...fieldForms, ...headerForms, ...framingForms];
