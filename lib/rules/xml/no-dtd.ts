import type { Rule } from '../rule.ts';

/**
 * The reply has no document type declaration: SOAP 1.1 §3 and SOAP 1.2 part 1 §5 forbid it, and the contract's
 * result has none to declare. The body is not parsed when there is one.
 */
export const noDtd = {
  id: 'xml/no-dtd',
  level: 'must',
  needs: 'success',
  check: ({ reading: { xml } }) =>
    xml.kind === 'doctype'
      ? [{ path: 'prolog', expected: 'no document type declaration', actual: '<!DOCTYPE …>' }]
      : [],
} satisfies Rule;
