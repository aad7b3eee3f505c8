import { childrenLocated } from '../../bindings/locate.ts';
import type { Located } from '../../model/judging/anatomy.ts';
import type { Breach } from '../../model/judging/finding.ts';
import { expandedName, isNamed } from '../../xml/tree.ts';
import { overSoap, type Rule } from '../rule.ts';
import { envelopeOf, SOAP_11, strayText } from './envelope-parts.ts';

/**
 * Besides its Body the Envelope holds at most one Header, before the Body, and no text (SOAP 1.1 §4, SOAP 1.2 part 1
 * §5). How many Bodies there are is the affair of soap/body, and a root that is no Envelope that of soap/envelope.
 */
export const envelopeChildren = {
  id: 'soap/envelope-children',
  level: 'must',
  needs: 'document',
  when: overSoap,
  check: (evidence) => {
    const root = envelopeOf(evidence);
    const { soap } = evidence.anatomy;
    if (!soap || !root) return null;
    // Namespace-qualified elements may follow the Body in SOAP 1.1 (§4); SOAP 1.2 (part 1 §5) has no such place.
    const mayFollow = evidence.binding.envelope === SOAP_11;
    return [...strayText(root), ...headers(root, soap.bodies), ...strangers(root, soap.bodies, mayFollow)];
  },
} satisfies Rule;

function headers(root: Located, bodies: readonly Located[]): readonly Breach[] {
  const children = childrenLocated(root);
  const found = children.filter((child) => isHeader(root, child));
  const header = found[0];
  // Stryker disable next-line ConditionalExpression: for the types only: indexOf gives -1 for a missing Header
  if (!header) return [];
  if (found.length > 1) {
    return [
      {
        path: root.path,
        expected: `at most one ${nameIn(root, 'Header')}`,
        actual: `${found.length} of them`,
      },
    ];
  }
  const body = children.findIndex((child) => isBody(bodies, child));
  // Stryker disable next-line EqualityOperator: a Header is no Body, so their places differ
  if (body === -1 || children.indexOf(header) < body) return [];
  return [{ path: header.path, expected: 'Header before Body', actual: 'Header after Body' }];
}

/** What is neither Header nor Body. Without a Body any of it may be meant for one, so nothing is said. */
function strangers(root: Located, bodies: readonly Located[], mayFollow: boolean): readonly Breach[] {
  const children = childrenLocated(root);
  const body = children.findIndex((child) => isBody(bodies, child));
  if (body === -1) return [];
  const only = `only ${nameIn(root, 'Header')} and ${nameIn(root, 'Body')}`;
  return children.flatMap((child, i) => {
    if (isBody(bodies, child) || isHeader(root, child)) return [];
    const { element, path } = child;
    const actual = expandedName(element);
    if (!mayFollow) return [{ path, expected: only, actual }];
    // Stryker disable next-line EqualityOperator: the Body itself was passed over before
    if (i < body) return [{ path, expected: `only ${nameIn(root, 'Header')} before the Body`, actual }];
    return element.uri === '' ? [{ path, expected: 'an element in a namespace', actual }] : [];
  });
}

const nameIn = (root: Located, local: string) => expandedName({ uri: root.element.uri, local });
const isHeader = (root: Located, { element }: Located) => isNamed(element, root.element.uri, 'Header');
const isBody = (bodies: readonly Located[], { element }: Located) =>
  bodies.some((body) => body.element === element);
