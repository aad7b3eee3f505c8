import type { Rule } from '../rule.ts';

/**
 * Bytes, byte order mark and charset agree (contract §4.1, charset=utf-8; XML 1.0 §4.3.3, RFC 7303). A wrong encoding
 * in the XML declaration, which HTTP overrides (RFC 7303 §3), and a content coding that was not asked for weigh less:
 * the body can be read.
 */
export const encoding = {
  id: 'xml/encoding',
  level: 'must',
  needs: 'body',
  check: ({ reading: { encodingConflicts, text } }) =>
    text === null && encodingConflicts.length === 0
      ? null
      : encodingConflicts.map(({ where, ...conflict }) => ({ path: where, ...conflict })),
} satisfies Rule;
