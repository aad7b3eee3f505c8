import type { Rule } from '../rule.ts';

/** The path base, and behind it the operation over GET and POST (contract §4.1, table, "Path"). */
export const path = {
  id: 'request/path',
  level: 'must',
  needs: 'request',
  check: ({ request, binding, operation, target }) => {
    const behind = binding.address === 'operation' ? `/${operation.name}` : '';
    const expected = new URL(`${target.baseUrl}${operation.path}${behind}`).pathname;
    // Stryker disable next-line StringLiteral: for the types only: splitting gives a first part
    const [actual = '', query] = request.path.split('?', 2);
    const breaches = [];
    if (actual !== expected) breaches.push({ path: 'request line', expected, actual });
    if (query !== undefined && binding.method !== 'GET') {
      breaches.push({ path: 'request line', expected: 'no query', actual: `?${query}` });
    }
    return breaches;
  },
} satisfies Rule;
