import type { Rule } from '../rule.ts';

/** Codes of a response that was given up because it is larger than the suite reads: undici's, and two of ours. */
const OVER_LIMIT: readonly string[] = ['RESPONSE_TOO_LARGE', 'UND_ERR_HEADERS_OVERFLOW', 'INTERIM_FLOOD'];

/** True if a response came that is over a limit of the suite, so that the target did answer. */
export function isOverLimit(code: string): boolean {
  return OVER_LIMIT.includes(code);
}

/** The response is within the limits up to which the suite reads one. HTTP and the contract (§8) have no such limits. */
export const limits = {
  id: 'http/limits',
  level: 'must',
  limit: true,
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
