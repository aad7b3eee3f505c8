import type { Rule } from '../rule.ts';
import { shownText } from '../shown.ts';

/**
 * Nothing comes behind the end of a response: who uses the connection again would take it for the next one (follows
 * from RFC 9112 §6.3).
 */
export const end = {
  id: 'http/end',
  level: 'should',
  needs: 'response',
  check: ({ response: { behind } }) =>
    behind === undefined
      ? []
      : [
          {
            path: 'end of the response',
            expected: 'no bytes after the response',
            actual: shownText(Buffer.from(behind).toString('latin1')),
          },
        ],
} satisfies Rule;
