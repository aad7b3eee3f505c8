import type { TransportFailure } from '../../../model/judging/wire.ts';
import { headerValues } from '../../reading/header-values.ts';
import { rule } from '../rule.ts';
import { shownText } from '../shown.ts';
import { isOverLimit } from '../traits.ts';

/** The call is answered at all (contract §4.1 rule 5: every operation returns); too large a response is one. */
export const response = rule('http/response', 'must', 'outcome', ({ failure }) => {
  if (failure === null || isOverLimit(failure.code)) return [];
  const actual = `${failure.code}: ${failure.message}${progress(failure)}`;
  return [{ path: 'connection', expected: 'an HTTP response', actual }];
});

/** The response is within the limits up to which the suite reads one. HTTP and the contract (§8) have no such limits. */
export const limits = rule('http/limits', 'must', 'outcome', ({ failure }) => {
  if (failure === null || !isOverLimit(failure.code)) return [];
  const actual = `${failure.code}: ${failure.message}`;
  return [{ path: 'response', expected: 'a response within the limits of the suite', actual }];
});

/** How much of a response had come before it failed. */
function progress({ head, bodyLength = 0 }: TransportFailure): string {
  return head === undefined ? '' : ` (received: status ${head.status} and ${bodyLength} bytes of the body)`;
}

/** A response begins with a status line of HTTP/1.1, whose second space is there even without a reason (RFC 9112 §4). */
export const statusLine = rule('http/status-line', 'must', 'response', ({ response: { oddStatusLine } }) => {
  if (oddStatusLine === undefined) return [];
  const expected = 'HTTP/1.1, space, status code, space, optional reason phrase';
  return [{ path: 'status line', expected, actual: shownText(oddStatusLine) }];
});

/** Nothing follows a response: a client would take it for the next one on the connection (follows from RFC 9112 §6.3). */
export const end = rule('http/end', 'should', 'response', ({ response: { behind } }) => {
  if (behind === undefined) return [];
  const actual = shownText(Buffer.from(behind).toString('latin1'));
  return [{ path: 'end of the response', expected: 'no bytes after the response', actual }];
});

/** A reply asks for no authentication header: none is used (contract §5 rule 2). */
export const noChallenge = rule('http/no-challenge', 'must', 'success', ({ response: { headers } }) =>
  ['WWW-Authenticate', 'Proxy-Authenticate'].flatMap((name) =>
    headerValues(headers, name).map((actual) => ({ path: name, expected: `no ${name} header`, actual })),
  ),
);
