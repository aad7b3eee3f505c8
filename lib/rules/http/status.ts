import type { Rule } from '../rule.ts';
import { statusText } from './status-text.ts';

/** The status of the binding's response (contract §4.1, table, "Response"). */
export const status = {
  id: 'http/status',
  level: 'must',
  needs: 'response',
  check: (evidence) => {
    const expected = evidence.binding.response.status;
    if (evidence.response.status === expected) return [];
    return [{ path: 'status line', expected: String(expected), actual: statusText(evidence) }];
  },
} as const satisfies Rule;
