import type { Rule } from '../rule.ts';

/** The method of the binding (contract §4.1, table, "Method"). */
export const method = {
  id: 'request/method',
  level: 'must',
  needs: 'request',
  check: ({ request, binding }) => {
    if (request.method === binding.method) return [];
    return [{ path: 'request line', expected: binding.method, actual: request.method }];
  },
} satisfies Rule;

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

/** A GET request has no body (contract §4.1, table: no request content type). */
export const noBody = {
  id: 'request/no-body',
  level: 'must',
  needs: 'request',
  when: ({ binding }) => binding.method === 'GET',
  check: ({ request }) =>
    request.body === null ? [] : [{ path: 'body', expected: 'none', actual: `${request.body.length} bytes` }],
} satisfies Rule;
