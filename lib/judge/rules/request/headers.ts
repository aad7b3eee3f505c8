import { headerValues, type MediaType, mediaTypeOf } from '../../reading/headers.ts';
import { rule, soapRule } from '../rule.ts';
import { listed } from '../values.ts';

/**
 * The content type of the binding, none on GET (contract §4.1, table, "Request content type"). What HTTP calls equal
 * is taken for equal: letter case, quotes around the charset, and white space around a semicolon (RFC 9110 §8.3.1).
 * The contract leaves further parameters open, such as the `action` of SOAP 1.2 (RFC 3902) and a charset on a form.
 */
const contentType = rule('request/content-type', 'must', 'request', ({ request, binding }) => {
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
});

function charsetsOf({ parameters }: MediaType): readonly string[] {
  return parameters.flatMap(([name, value]) => (name === 'charset' ? [value.toLowerCase()] : []));
}

/**
 * SOAP 1.1 carries the quoted SOAPAction, SOAP 1.2 none (contract §4.1 rules 1 and 2, which say nothing about GET and
 * POST). Where the namespace ends in a slash, the one that ASP.NET wants is as good as the two of the letter.
 */
const soapAction = soapRule('request/soap-action', 'must', 'request', (evidence) => {
  const { binding, operation, target } = evidence;
  const values = headerValues(evidence.request.headers, 'SOAPAction');
  const breach = { path: 'SOAPAction', actual: listed(values, ' and ') };
  if (!binding.request.soapAction) return values.length === 0 ? [] : [{ ...breach, expected: 'none' }];
  const { namespace } = target;
  const literal = `"${namespace}/${operation.name}"`;
  const expected = namespace.endsWith('/') ? `"${namespace}${operation.name}"` : literal;
  const right = values.length === 1 && (values[0] === expected || values[0] === literal);
  return right ? [] : [{ ...breach, expected }];
});

const AUTHENTICATION = ['authorization', 'proxy-authorization', 'cookie', 'www-authenticate'];

/** The ticket is a parameter; no header authenticates (contract §5 sentence 2). A cookie may be there for other reasons. */
const noAuthentication = rule('request/no-authentication', 'must', 'request', ({ request }) =>
  request.headers
    .filter(([name]) => AUTHENTICATION.includes(name.toLowerCase()))
    .map(([name]) => ({
      path: name,
      expected: 'no authentication header',
      actual: `the header ${name}`,
      ...(name.toLowerCase() === 'cookie' ? { level: 'gap' } : {}),
    })),
);

export const requestHeadersRules = [contentType, soapAction, noAuthentication] as const;
