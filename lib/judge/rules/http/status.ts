import type { ResponseEvidence } from '../../../model/judging/evidence.ts';
import type { Value } from '../../../model/judging/value.ts';
import { bodyMessage, onOneLine } from '../../reading/body-text.ts';
import { headerValue } from '../../reading/headers.ts';
import { rule } from '../rule.ts';
import { messageOf, words } from '../values.ts';

/** Too Many Requests (RFC 6585 §4) and Service Unavailable, for overload (RFC 9110 §15.6.4). */
const SLOW_DOWN: ReadonlySet<number> = new Set([429, 503]);

/**
 * The status of the binding's response (contract §4.1, table, "Response"). A server that asks to slow down gives no
 * answer to the call either: which limits of rate there are is not shown (§8), that the response is 200 is. It is
 * asked no second time.
 */
const status = rule('http/status', 'must', 'response', (evidence) => {
  const expected = evidence.binding.response.status;
  if (evidence.response.status === expected) return [];
  const breach = { path: 'status line', expected: String(expected), actual: statusText(evidence) };
  return [SLOW_DOWN.has(evidence.response.status) ? { ...breach, names: { slower: 'true' } } : breach];
});

/** Status, reason, when to come back where that is said, and what the error says, on one line. */
export function statusText({ response, reply }: ResponseEvidence): Value {
  const retryAfter = headerValue(response.headers, 'retry-after');
  const when = retryAfter === '' ? '' : words`, Retry-After: ${messageOf(onOneLine(retryAfter))}`;
  const reason = response.reason.trim() === '' ? '' : words` ${messageOf(response.reason.trim())}`;
  const line = words`${String(response.status)}${reason}${when}`;
  switch (reply.kind) {
    case 'soap-fault':
      return words`${line}, ${messageOf(onOneLine(reply.text), 'SOAP fault')}`;
    case 'plain-error':
      return reply.text === '' ? words`${line}, empty body` : words`${line}: ${bodyMessage(reply.text)}`;
    default:
      return line;
  }
}

export const httpStatusRules = [status] as const;
