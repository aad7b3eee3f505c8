import type { Rule } from '../rule.ts';

/**
 * The reply has no document type declaration: SOAP 1.1 §3 and SOAP 1.2 part 1 §5 forbid it. Over GET and POST it only
 * follows: the contract's result has nothing to declare, and many readers refuse one.
 */
export const noDtd = {
  id: 'xml/no-dtd',
  level: 'must',
  needs: 'body',
  check: ({ reading: { xml }, binding }) =>
    xml.kind === 'doctype' || (xml.kind === 'document' && xml.doctype)
      ? [
          {
            path: 'prolog',
            expected: 'no document type declaration',
            actual: '<!DOCTYPE …>',
            ...(binding.envelope === undefined ? ({ level: 'should' } as const) : {}),
          },
        ]
      : [],
} satisfies Rule;
