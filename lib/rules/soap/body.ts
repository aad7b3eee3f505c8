import { expandedName } from '../../xml/tree.ts';
import { overSoap, type Rule } from '../rule.ts';
import { envelopeOf } from './envelope-parts.ts';

/**
 * The Envelope has exactly one Body, in the Envelope's own namespace (SOAP 1.1 §4, SOAP 1.2 part 1 §5.1).
 * A root that is no Envelope is the affair of soap/envelope.
 */
export const body = {
  id: 'soap/body',
  level: 'must',
  needs: 'document',
  when: overSoap,
  check: (evidence) => {
    const root = envelopeOf(evidence);
    const { soap } = evidence.anatomy;
    if (!soap || !root) return null;
    const expected = `one ${expandedName({ uri: root.element.uri, local: 'Body' })}`;
    if (soap.bodies.length !== 1) {
      return [
        {
          path: root.path,
          expected,
          actual: soap.bodies.length === 0 ? 'none' : `${soap.bodies.length} of them`,
        },
      ];
    }
    return soap.bodies
      .filter(({ element }) => element.uri !== root.element.uri)
      .map(({ element, path }) => ({ path, expected, actual: expandedName(element) }));
  },
} satisfies Rule;
