import { childrenLocated } from '../../bindings/locate.ts';
import type { Located } from '../../model/judging/anatomy.ts';
import type { Breach } from '../../model/judging/finding.ts';
import { expandedName } from '../../xml/tree.ts';
import { headersOf, nameIn, ofEnvelope, SOAP_11, strayText } from './envelope-parts.ts';

/**
 * Besides its Body the Envelope holds at most one Header, before the Body, and no text (SOAP 1.1 §4, SOAP 1.2 part 1
 * §5). How many Bodies there are is judged by soap/body.
 */
export const envelopeChildren = ofEnvelope('envelope-children', (root, bodies, { binding }) => {
  const children = childrenLocated(root);
  const headers = headersOf(root);
  const body = children.findIndex(isOneOf(bodies));
  // Without a Body nothing is said about places: any other element may be meant for one.
  const strangers = body === -1 ? [] : children.filter((child) => !isOneOf([...bodies, ...headers])(child));
  // Namespace-qualified elements may follow the Body in SOAP 1.1 (§4); SOAP 1.2 (part 1 §5) has no such place.
  const mayFollow = binding.envelope === SOAP_11;
  const behind = children.slice(body);
  return [
    ...strayText(root),
    ...misplacedHeader(root, headers, body === -1 ? [] : behind),
    ...strangers.flatMap((one) => misplaced(root, one, mayFollow, isOneOf(behind)(one))),
  ];
});

const isOneOf =
  (some: readonly Located[]) =>
  ({ element }: Located) =>
    some.some((one) => one.element === element);

function misplacedHeader(
  root: Located,
  headers: readonly Located[],
  behind: readonly Located[],
): readonly Breach[] {
  if (headers.length > 1) {
    const expected = `at most one ${nameIn(root, 'Header')}`;
    return [{ path: root.path, expected, actual: `${headers.length} of them` }];
  }
  const expected = 'Header before Body';
  return headers.filter(isOneOf(behind)).map(({ path }) => ({ path, expected, actual: 'Header after Body' }));
}

/** What is neither Header nor Body, where it may not stand. */
function misplaced(
  root: Located,
  { element, path }: Located,
  mayFollow: boolean,
  isBehind: boolean,
): readonly Breach[] {
  const actual = expandedName(element);
  const header = nameIn(root, 'Header');
  if (!mayFollow) return [{ path, expected: `only ${header} and ${nameIn(root, 'Body')}`, actual }];
  if (!isBehind) return [{ path, expected: `only ${header} before the Body`, actual }];
  return element.uri === '' ? [{ path, expected: 'an element in a namespace', actual }] : [];
}
