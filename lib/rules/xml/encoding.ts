import type { Rule } from '../rule.ts';

/** Bytes, byte order mark, XML declaration and charset agree (contract §4.1, charset=utf-8; XML 1.0 §4.3.3, RFC 7303). */
export const encoding = {
  id: 'xml/encoding',
  level: 'must',
  needs: 'success',
  check: ({ reading }) =>
    reading.encodingConflicts.map(({ where, expected, actual }) => ({ path: where, expected, actual })),
} as const satisfies Rule;
