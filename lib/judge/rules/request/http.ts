import { isUtf8 } from 'node:buffer';
import type { Breach } from '../../../model/judging/finding.ts';
import { headerValue, headerValues, mediaTypeOf, withoutCodings } from '../../../reading/headers.ts';
import { listed, messageOf, numberOf, words } from '../../../text/finding-value.ts';
import { attempt } from '../../../text/reason-of.ts';
import { partsOfUrl } from '../../../text/remembered.ts';
import { rule, ruleWhen, soapRule } from '../rule.ts';

function isUtf8Percent(text: string): boolean {
  return attempt(() => decodeURIComponent(text)) !== undefined;
}

function charsetsOf({ parameters }: ReturnType<typeof mediaTypeOf>): readonly string[] {
  return parameters.flatMap(([name, value]) => (name === 'charset' ? [value.toLowerCase()] : []));
}

/** True of a media type whose bodies are no form: JSON, XML, multipart. */
function isNoForm(type: string): boolean {
  return /json|xml|^multipart/.test(mediaTypeOf(type).essence);
}

const AUTHENTICATION = ['authorization', 'proxy-authorization', 'cookie', 'www-authenticate'];

export const requestHttpRules = [
  /** The method of the binding (contract §4.1, table, "Method"). */
  rule('request/method', 'must', 'request', ({ request, binding }) => {
    if (request.method === binding.method) return [];
    return [{ path: 'request line', expected: binding.method, actual: request.method }];
  }),
  /** The path base, and behind it the operation over GET and POST (contract §4.1, table, "Path"). */
  rule('request/path', 'must', 'request', ['path'], ({ request, binding, operation, target }) => {
    const behind = binding.address === 'operation' ? `/${operation.name}` : '';
    const expected = partsOfUrl(`${target.baseUrl}${operation.path}${behind}`).pathname;
    // Stryker disable next-line StringLiteral: for the types only: splitting gives a first part
    const [actual = '', query] = request.path.split('?', 2);
    const breaches = [];
    if (actual !== expected) breaches.push({ path: 'request line', expected, actual: messageOf(actual) });
    if (query !== undefined && binding.method !== 'GET') {
      breaches.push({ path: 'request line', expected: 'no query', actual: messageOf(`?${query}`) });
    }
    return breaches;
  }),
  /** UTF-8 all through: an envelope's bytes, and percent-encoded ASCII elsewhere (§4.1, table; RFC 3986 §2.1). */
  rule('request/encoding', 'must', 'request', ['content'], ({ request, binding }) => {
    const expected = 'percent-encoded UTF-8';
    const breaches: Breach[] = [];
    const ofLine = { path: 'request line', actual: messageOf(request.path) };
    if (!/^[\x21-\x7E]+$/.test(request.path))
      breaches.push({ ...ofLine, expected: 'visible ASCII, other characters percent-encoded' });
    if (!isUtf8Percent(request.path)) breaches.push({ ...ofLine, expected });
    const { body, coding, fault } = withoutCodings(request);
    if (coding !== undefined) {
      const breach = { path: 'Content-Encoding', actual: coding };
      // A coding is true (RFC 9110 §8.4).
      if (fault === 'not in it')
        return [...breaches, { ...breach, expected: 'none, or a body in this coding' }];
      // That a service reads one is open: the contract shows none.
      breaches.push({ ...breach, expected: 'none', level: 'gap' });
    }
    if (!isUtf8(body)) {
      breaches.push({ path: 'body', expected: 'UTF-8', actual: 'bytes that are not UTF-8' });
    } else if (binding.envelope === undefined && !isNoForm(headerValue(request.headers, 'content-type'))) {
      const actual = Buffer.from(body).toString('utf8');
      if (!/^[\x21-\x7E]*$/.test(actual) || !isUtf8Percent(actual))
        breaches.push({ path: 'body', expected, actual: messageOf(actual) });
    }
    return breaches;
  }),
  /** A GET request has no body (contract §4.1, table: no request content type). */
  ruleWhen(({ binding }) => binding.method === 'GET')('request/no-body', 'must', 'request', ({ request }) =>
    request.body === null
      ? []
      : [{ path: 'body', expected: 'none', actual: words`${numberOf(request.body.length)} bytes` }],
  ),
  /**
   * The content type of the binding, none on GET (contract §4.1, table, "Request content type"). What HTTP calls equal
   * is taken for equal: letter case, quotes around the charset, and white space around a semicolon (RFC 9110 §8.3.1).
   * The contract leaves further parameters open, such as the `action` of SOAP 1.2 (RFC 3902) and a charset on a form.
   */
  rule('request/content-type', 'must', 'request', ({ request, binding }) => {
    const values = headerValues(request.headers, 'content-type');
    const expected = binding.request.contentType;
    const breach = { path: 'Content-Type', expected: expected ?? 'none', actual: listed(values, ' and ') };
    const [value, ...others] = values;
    if (expected === undefined || value === undefined || others.length > 0) {
      return expected === undefined && value === undefined ? [] : [breach];
    }
    const [right, sent] = [mediaTypeOf(expected), mediaTypeOf(value)];
    const charsets = charsetsOf(right);
    const isCharset = charsets.length === 0 || charsetsOf(sent).join() === charsets.join();
    if (sent.essence !== right.essence || !isCharset) return [breach];
    return sent.parameters.length > right.parameters.length ? [{ ...breach, level: 'gap' }] : [];
  }),
  /**
   * SOAP 1.1 carries the quoted SOAPAction, SOAP 1.2 none (contract §4.1 rules 1 and 2, which say nothing about GET and
   * POST). Where the namespace ends in a slash, the one that ASP.NET wants is as good as the two of the letter.
   */
  soapRule('request/soap-action', 'must', 'request', (evidence) => {
    const { binding, operation, target } = evidence;
    const values = headerValues(evidence.request.headers, 'SOAPAction');
    const breach = { path: 'SOAPAction', actual: listed(values, ' and ') };
    if (!binding.request.soapAction) return values.length === 0 ? [] : [{ ...breach, expected: 'none' }];
    const { namespace } = target;
    const literal = `"${namespace}/${operation.name}"`;
    const expected = namespace.endsWith('/') ? `"${namespace}${operation.name}"` : literal;
    const right = values.length === 1 && (values[0] === expected || values[0] === literal);
    return right ? [] : [{ ...breach, expected }];
  }),
  /** The ticket is a parameter; no header authenticates (contract §5 sentence 2). A cookie may be there for other reasons. */
  rule('request/no-authentication', 'must', 'request', ({ request }) =>
    request.headers
      .filter(([name]) => AUTHENTICATION.includes(name.toLowerCase()))
      .map(([name]) => ({
        path: name,
        expected: 'no authentication header',
        actual: `the header ${name}`,
        ...(name.toLowerCase() === 'cookie' ? { level: 'gap' } : {}),
      })),
  ),
] as const;
