import type { Part, Value } from '../../../model/judging/value.ts';
import type { TransportFailure } from '../../../model/judging/wire.ts';
import { headerValues } from '../../reading/headers.ts';
import { rule } from '../rule.ts';
import { isOverLimit } from '../traits.ts';
import { messageOf, numberOf, quoted, words } from '../values.ts';

/** The call is answered at all (contract §4.1 rule 5: every operation returns); too large a response is one. */
const response = rule('http/response', 'must', 'outcome', ({ failure }) => {
  if (failure === null || isOverLimit(failure.code)) return [];
  const actual = words`${failureOf(failure)}${progress(failure)}`;
  return [{ path: 'connection', expected: 'an HTTP response', actual }];
});

/** The response is within the limits up to which the suite reads one. HTTP and the contract (§8) have no such limits. */
const limits = rule('http/limits', 'must', 'outcome', ({ failure }) => {
  if (failure === null || !isOverLimit(failure.code)) return [];
  const expected = 'a response within the limits of the suite';
  return [{ path: 'response', expected, actual: failureOf(failure) }];
});

/** What the HTTP client says of a failure. */
function failureOf({ code, message }: TransportFailure): Part {
  return messageOf(`${code}: ${message}`);
}

/** How much of a response had come before it failed. */
function progress({ head, bodyLength = 0 }: TransportFailure): Value {
  return head === undefined
    ? ''
    : words` (received: status ${String(head.status)} and ${numberOf(bodyLength)} bytes of the body)`;
}

/** A response begins with a status line of HTTP/1.1, whose second space is there even without a reason (RFC 9112 §4). */
const statusLine = rule('http/status-line', 'must', 'response', ({ response: { oddStatusLine } }) => {
  if (oddStatusLine === undefined) return [];
  const expected = 'HTTP/1.1, space, status code, space, optional reason phrase';
  return [{ path: 'status line', expected, actual: quoted(oddStatusLine) }];
});

/** Nothing follows a response: a client would take it for the next one on the connection (follows from RFC 9112 §6.3). */
const end = rule('http/end', 'should', 'response', ({ response: { behind } }) => {
  if (behind === undefined) return [];
  const actual = quoted(Buffer.from(behind).toString('latin1'));
  return [{ path: 'end of the response', expected: 'no bytes after the response', actual }];
});

/** A reply asks for no authentication header: none is used (contract §5 rule 2). */
const noChallenge = rule('http/no-challenge', 'must', 'success', ({ response: { headers } }) =>
  ['WWW-Authenticate', 'Proxy-Authenticate'].flatMap((name) =>
    headerValues(headers, name).map((value) => {
      return { path: name, expected: `no ${name} header`, actual: messageOf(value) };
    }),
  ),
);

export const httpResponseRules = [response, statusLine, end, limits, noChallenge] as const;
