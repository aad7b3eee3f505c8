import type { Rule } from '../rule.ts';
import { isOverLimit } from '../traits.ts';

/** The response is within the limits up to which the suite reads one. HTTP and the contract (§8) have no such limits. */
export const limits = {
  id: 'http/limits',
  level: 'must',
  needs: 'outcome',
  check: ({ failure }) =>
    failure !== null && isOverLimit(failure.code)
      ? [
          {
            path: 'response',
            expected: 'a response within the limits of the suite',
            actual: `${failure.code}: ${failure.message}`,
          },
        ]
      : [],
} satisfies Rule;
