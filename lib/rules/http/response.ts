import type { Rule } from '../rule.ts';

/** The call is answered at all (contract §4.1 rule 5: every operation returns). */
export const response = {
  id: 'http/response',
  level: 'must',
  needs: 'outcome',
  check: ({ failure }) =>
    failure === null
      ? []
      : [{ path: 'connection', expected: 'an HTTP response', actual: `${failure.code}: ${failure.message}` }],
} as const satisfies Rule;
