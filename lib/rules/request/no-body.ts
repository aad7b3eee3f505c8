import type { Rule } from '../rule.ts';

/** A GET request has no body (contract §4.1, table: no request content type). */
export const noBody = {
  id: 'request/no-body',
  level: 'must',
  needs: 'request',
  when: ({ binding }) => binding.method === 'GET',
  check: ({ request }) =>
    request.body === null ? [] : [{ path: 'body', expected: 'none', actual: `${request.body.length} bytes` }],
} satisfies Rule;
