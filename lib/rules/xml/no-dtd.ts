import type { Breach } from '../../model/judging/finding.ts';
import type { Rule } from '../rule.ts';

/**
 * The reply has no document type declaration: SOAP 1.1 §3 and SOAP 1.2 part 1 §5 forbid it. Over GET and POST it only
 * follows: the contract's result has nothing to declare, and many readers refuse one.
 */
export const noDtd = {
  id: 'xml/no-dtd',
  level: 'must',
  needs: 'body',
  check: ({ reading: { xml }, binding }): readonly Breach[] | null => {
    if (xml.kind !== 'doctype' && xml.kind !== 'document') return null;
    if (xml.kind === 'document' && !xml.doctype) return [];
    const breach = { path: 'prolog', expected: 'no document type declaration', actual: '<!DOCTYPE …>' };
    return [binding.envelope === undefined ? { ...breach, level: 'should' } : breach];
  },
} satisfies Rule;
