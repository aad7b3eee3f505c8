import type { Rule } from '../rule.ts';
import { shownText } from '../shown.ts';

/** A response begins with a status line of HTTP/1.1, whose second space stands even without a reason (RFC 9112 §4). */
export const statusLine = {
  id: 'http/status-line',
  level: 'must',
  needs: 'response',
  check: ({ response: { oddStatusLine } }) =>
    oddStatusLine === undefined
      ? []
      : [
          {
            path: 'status line',
            expected: 'HTTP/1.1, space, status code, space, optional reason phrase',
            actual: shownText(oddStatusLine),
          },
        ],
} satisfies Rule;
