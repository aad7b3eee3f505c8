import type { Rule } from '../rule.ts';

/** The method of the binding (contract §4.1, table, "Method"). */
export const method = {
  id: 'request/method',
  level: 'must',
  needs: 'request',
  check: ({ request, binding }) =>
    request.method === binding.method
      ? []
      : [{ path: 'request line', expected: binding.method, actual: request.method }],
} satisfies Rule;
