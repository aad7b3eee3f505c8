import { headerValues } from '../header-values.ts';
import type { Rule } from '../rule.ts';

/** A reply asks for no authentication header: none is used (contract §5 rule 2). */
export const noChallenge = {
  id: 'http/no-challenge',
  level: 'must',
  needs: 'success',
  check: ({ response: { headers } }) =>
    ['WWW-Authenticate', 'Proxy-Authenticate'].flatMap((name) =>
      headerValues(headers, name).map((actual) => ({ path: name, expected: `no ${name} header`, actual })),
    ),
} satisfies Rule;
