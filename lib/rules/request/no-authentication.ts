import type { Rule } from '../rule.ts';

const AUTHENTICATION = ['authorization', 'proxy-authorization', 'cookie', 'www-authenticate'];

/** The ticket is a parameter; no header authenticates (contract §5 sentence 2). A cookie may be there for other reasons. */
export const noAuthentication = {
  id: 'request/no-authentication',
  level: 'must',
  needs: 'request',
  check: ({ request }) =>
    request.headers
      .filter(([name]) => AUTHENTICATION.includes(name.toLowerCase()))
      .map(([name]) => ({
        path: name,
        expected: 'no authentication header',
        actual: `the header ${name}`,
        ...(name.toLowerCase() === 'cookie' ? { level: 'gap' } : {}),
      })),
} satisfies Rule;
