import { isUtf8 } from 'node:buffer';
import type { Breach } from '../../../model/judging/finding.ts';
import { codingOf, decodedBody } from '../../reading/read-request.ts';
import { rule, ruleWhen } from '../rule.ts';
import { messageOf, numberOf, words } from '../values.ts';

/** The method of the binding (contract §4.1, table, "Method"). */
const method = rule('request/method', 'must', 'request', ({ request, binding }) => {
  if (request.method === binding.method) return [];
  return [{ path: 'request line', expected: binding.method, actual: request.method }];
});

/** The path base, and behind it the operation over GET and POST (contract §4.1, table, "Path"). */
const path = rule('request/path', 'must', 'request', ({ request, binding, operation, target }) => {
  const behind = binding.address === 'operation' ? `/${operation.name}` : '';
  const expected = new URL(`${target.baseUrl}${operation.path}${behind}`).pathname;
  // Stryker disable next-line StringLiteral: for the types only: splitting gives a first part
  const [actual = '', query] = request.path.split('?', 2);
  const breaches = [];
  if (actual !== expected) breaches.push({ path: 'request line', expected, actual: messageOf(actual) });
  if (query !== undefined && binding.method !== 'GET') {
    breaches.push({ path: 'request line', expected: 'no query', actual: messageOf(`?${query}`) });
  }
  return breaches;
});

/** A GET request has no body (contract §4.1, table: no request content type). */
const noBody = ruleWhen(({ binding }) => binding.method === 'GET')(
  'request/no-body',
  'must',
  'request',
  ({ request }) =>
    request.body === null
      ? []
      : [{ path: 'body', expected: 'none', actual: words`${numberOf(request.body.length)} bytes` }],
);

/**
 * UTF-8 all through: the bytes of an envelope, and percent-encoded ASCII in the request line and in a form (contract
 * §4.1, table; RFC 3986 §2.1). `%uXXXX` is no percent-encoding.
 */
const encoding = rule('request/encoding', 'must', 'request', ({ request, binding }) => {
  const expected = 'percent-encoded UTF-8';
  const breaches: Breach[] = [];
  const ofLine = { path: 'request line', actual: messageOf(request.path) };
  if (!/^[\x21-\x7E]+$/.test(request.path))
    breaches.push({ ...ofLine, expected: 'visible ASCII, other characters percent-encoded' });
  if (!isUtf8Percent(request.path)) breaches.push({ ...ofLine, expected });
  const coding = codingOf(request);
  if (coding) {
    // A coding is true (RFC 9110 §8.4). That a service reads one is open: the contract shows none.
    const expected = coding.isTrue ? 'none' : 'none, or a body in this coding';
    const level = coding.isTrue ? ({ level: 'gap' } as const) : {};
    breaches.push({ path: 'Content-Encoding', expected, actual: coding.name, ...level });
    if (!coding.isTrue) return breaches;
  }
  const body = decodedBody(request);
  if (!isUtf8(body)) {
    breaches.push({ path: 'body', expected: 'UTF-8', actual: 'bytes that are not UTF-8' });
  } else if (binding.envelope === undefined) {
    const actual = body.toString('utf8');
    if (!/^[\x21-\x7E]*$/.test(actual) || !isUtf8Percent(actual))
      breaches.push({ path: 'body', expected, actual: messageOf(actual) });
  }
  return breaches;
});

function isUtf8Percent(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export const requestLineRules = [method, path, encoding, noBody] as const;
