import type { TransportFailure } from '../../model/judging/wire.ts';
import type { Rule } from '../rule.ts';
import { isOverLimit } from '../traits.ts';

/** The call is answered at all (contract §4.1 rule 5: every operation returns); too large a response is one. */
export const response = {
  id: 'http/response',
  level: 'must',
  needs: 'outcome',
  check: ({ failure }) => {
    if (failure === null || isOverLimit(failure.code)) return [];
    const actual = `${failure.code}: ${failure.message}${progress(failure)}`;
    return [{ path: 'connection', expected: 'an HTTP response', actual }];
  },
} satisfies Rule;

/** The response is within the limits up to which the suite reads one. HTTP and the contract (§8) have no such limits. */
export const limits = {
  id: 'http/limits',
  level: 'must',
  needs: 'outcome',
  check: ({ failure }) => {
    if (failure === null || !isOverLimit(failure.code)) return [];
    const actual = `${failure.code}: ${failure.message}`;
    return [{ path: 'response', expected: 'a response within the limits of the suite', actual }];
  },
} satisfies Rule;

/** How much of a response had come before it failed. */
function progress({ head, bodyLength = 0 }: TransportFailure): string {
  return head === undefined ? '' : ` (received: status ${head.status} and ${bodyLength} bytes of the body)`;
}
