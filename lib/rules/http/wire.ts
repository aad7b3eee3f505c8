import type { Rule } from '../rule.ts';
import { shownText } from '../shown.ts';

/** A response begins with a status line of HTTP/1.1, whose second space stands even without a reason (RFC 9112 §4). */
export const statusLine = {
  id: 'http/status-line',
  level: 'must',
  needs: 'response',
  check: ({ response: { oddStatusLine } }) => {
    if (oddStatusLine === undefined) return [];
    const expected = 'HTTP/1.1, space, status code, space, optional reason phrase';
    return [{ path: 'status line', expected, actual: shownText(oddStatusLine) }];
  },
} satisfies Rule;

/** Nothing follows a response: a client would take it for the next one on the connection (follows from RFC 9112 §6.3). */
export const end = {
  id: 'http/end',
  level: 'should',
  needs: 'response',
  check: ({ response: { behind } }) => {
    if (behind === undefined) return [];
    const actual = shownText(Buffer.from(behind).toString('latin1'));
    return [{ path: 'end of the response', expected: 'no bytes after the response', actual }];
  },
} satisfies Rule;
