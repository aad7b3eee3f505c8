import { allBindings, type Call, fieldBindings, soapBindings } from '../../../model/contract.ts';
import type { WireRequest } from '../../../model/judging/wire.ts';
import { groupedBy } from '../../../text/add-to.ts';
import { bodyBindings, content, headerField, headers, mediaType, over, soapAction } from './edit.ts';

/** Reverses fields by name; the fields of a list keep the order of the items. */
function reversed(text: string): string {
  const byName = groupedBy(text.split('&'), (field) => field.slice(0, field.indexOf('=')));
  return [...byName.values()].toReversed().flat().join('&');
}

/** Escapes the unreserved characters, which our encoder does not escape. */
function escapeAll(text: string): string {
  return text.replace(/%..|[A-Za-z0-9._~-]/g, (found) =>
    found.length > 1 ? found : `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Returns the lengths of chunks; values other than Message stay in one chunk. A server that does not know chunks may
 * quote the raw body in its reply, and the mask would miss a ticket with the length of a chunk in it.
 */
function chunkLengths({ body }: WireRequest, { binding }: Call): readonly number[] {
  // A character for every byte.
  // Stryker disable next-line ArrayDeclaration: for the types only: only single bytes frame a request without a body
  const text = Buffer.from(body ?? []).toString('latin1');
  const whole = binding.envelope === undefined ? /((?<=^|&)(?!Message=)[^&]+)/ : /(<(?!Message>)\w+>[^<]+)/;
  // An odd length, so that characters and tags are cut.
  const cut = (part: string) => part.match(/.{1,13}/gs) ?? [];
  return text
    .split(whole)
    .flatMap((part, i) => (i % 2 === 1 ? part.length : cut(part).map(({ length }) => length)));
}

/** Equal ways to write fields and headers, and for bytes to travel. */
export const httpForms = [
  // Fields and their characters (RFC 3986 §2.1 and §2.3; application/x-www-form-urlencoded).
  ...over(['http-get'], { 'space-as-plus': content((text) => text.replaceAll('%20', '+')) }),
  ...over(['http-post'], { 'space-as-percent': content((text) => text.replaceAll('+', '%20')) }),
  ...over(fieldBindings, {
    'lower-case-escapes': content((text) => text.replace(/%../g, (coded) => coded.toLowerCase())),
    'needless-escapes': content((text) =>
      text.replace(/=[^&]*/g, (value) => `=${escapeAll(value.slice(1))}`),
    ),
    'needless-escapes-in-names': content((text) => text.replace(/(?<=^|&)[^=&]*/g, escapeAll)),
    'fields-reordered': content(reversed),
  }),
  // The name of a header field has no case (RFC 9110 §5.1), a media type and a charset neither (§8.3).
  ...over(bodyBindings, {
    'lower-case-headers': headers(([name, value]) => [name.toLowerCase(), value]),
    'upper-case-headers': headers(([name, value]) => [name.toUpperCase(), value]),
    'media-type-upper-case': mediaType((value) => value.replace(/[^;]+/, (type) => type.toUpperCase())),
  }),
  ...over(soapBindings, {
    'charset-upper-case': mediaType((value) => value.replace('=utf-8', '=UTF-8')),
    'charset-quoted': mediaType((value) => value.replace('=utf-8', '="utf-8"')),
    'charset-without-space': mediaType((value) => value.replace('; ', ';')),
  }),
  // The contract gives a form no charset, but browsers and libraries do.
  ...over(['http-post'], { 'charset-on-form': mediaType((value) => `${value}; charset=UTF-8`) }),
  ...over(['soap11'], {
    'soap-action-two-slashes': soapAction(
      (_, { target, operation: { name } }) => `"${target.namespace}/${name}"`,
    ),
  }),
  // Other ways for the same bytes to travel.
  ...over(bodyBindings, {
    'expect-continue': headerField('Expect', () => '100-continue'),
    'chunked-body': (request, call) => ({ ...request, framing: { chunks: chunkLengths(request, call) } }),
  }),
  ...over(allBindings, { 'one-byte-at-a-time': (made) => ({ ...made, framing: { byteByByte: true } }) }),
];
