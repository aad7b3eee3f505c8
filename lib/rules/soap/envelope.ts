import { expandedName, isNamed } from '../../xml/tree.ts';
import { overSoap, type Rule } from '../rule.ts';

/** The root is the Envelope of the binding's SOAP version (contract §4.1, table, "Response"). */
export const envelope = {
  id: 'soap/envelope',
  level: 'must',
  needs: 'document',
  when: overSoap,
  check: ({ anatomy, binding }) => {
    // Stryker disable next-line StringLiteral: for the types only: each binding here has an envelope
    const uri = binding.envelope ?? '';
    const { element, path } = anatomy.root;
    if (isNamed(element, uri, 'Envelope')) return [];
    return [{ path, expected: expandedName({ uri, local: 'Envelope' }), actual: expandedName(element) }];
  },
} satisfies Rule;
