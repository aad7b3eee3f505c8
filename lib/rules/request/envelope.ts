import { elementsOf, expandedName, isNamed } from '../../xml/tree.ts';
import { overSoap, type Rule } from '../rule.ts';
import { counted } from '../shown.ts';

/** An envelope of the binding's SOAP version with one Body that holds one element (contract §4.1, table). */
export const envelope = {
  id: 'request/envelope',
  level: 'must',
  needs: 'request',
  when: overSoap,
  check: ({ readBack, binding }) => {
    // Stryker disable next-line StringLiteral: for the types only: each binding here has an envelope
    const uri = binding.envelope ?? '';
    const { root } = readBack;
    if (!root) return [{ path: 'body', expected: 'a SOAP envelope', actual: 'not well-formed XML' }];
    if (!isNamed(root, uri, 'Envelope')) {
      return [{ path: '/', expected: expandedName({ uri, local: 'Envelope' }), actual: expandedName(root) }];
    }
    const bodies = elementsOf(root).filter((element) => isNamed(element, uri, 'Body'));
    const entries = bodies.flatMap(elementsOf);
    return bodies.length === 1 && entries.length === 1
      ? []
      : [
          {
            path: '/Envelope',
            expected: 'one Body with one child element',
            actual: `${counted(bodies.length, 'Body element')} with ${counted(entries.length, 'child element')}`,
          },
        ];
  },
} satisfies Rule;
