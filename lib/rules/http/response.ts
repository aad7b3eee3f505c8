import type { TransportFailure } from '../../model/judging/wire.ts';
import type { Rule } from '../rule.ts';
import { isOverLimit } from '../traits.ts';

/** The call is answered at all (contract §4.1 rule 5: every operation returns); too large a response is one. */
export const response = {
  id: 'http/response',
  level: 'must',
  needs: 'outcome',
  check: ({ failure }) =>
    failure === null || isOverLimit(failure.code)
      ? []
      : [
          {
            path: 'connection',
            expected: 'an HTTP response',
            actual: `${failure.code}: ${failure.message}${progress(failure)}`,
          },
        ],
} satisfies Rule;

/** How much of a response had come before it failed. */
function progress({ head, bodyLength = 0 }: TransportFailure): string {
  return head === undefined ? '' : ` (received: status ${head.status} and ${bodyLength} bytes of the body)`;
}
