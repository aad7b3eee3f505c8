import { childrenLocated } from '../../bindings/locate.ts';
import type { Located } from '../../model/judging/anatomy.ts';
import type { DocumentEvidence } from '../../model/judging/evidence.ts';
import type { Breach } from '../../model/judging/finding.ts';
import { withoutSpaceAround } from '../../xml/space.ts';
import { expandedName, isNamed, textOf } from '../../xml/tree.ts';
import { overSoap, type Rule } from '../rule.ts';
import { shownText } from '../shown.ts';

/** Envelope namespaces. */
export const SOAP_11 = 'http://schemas.xmlsoap.org/soap/envelope/';
export const SOAP_12 = 'http://www.w3.org/2003/05/soap-envelope';

type Check = (envelope: Located, bodies: readonly Located[], evidence: DocumentEvidence) => readonly Breach[];

/** Makes a rule of level must about the Envelope of a reply. A root that is none is told by soap/envelope alone. */
export function ofEnvelope(name: string, check: Check): Rule {
  return {
    id: `soap/${name}`,
    level: 'must',
    needs: 'document',
    when: overSoap,
    check: (evidence) => {
      const { root, soap } = evidence.anatomy;
      return soap && root.element.local === 'Envelope' ? check(root, soap.bodies, evidence) : null;
    },
  };
}

/** The Headers of an Envelope, in its own namespace. */
export function headersOf(envelope: Located): readonly Located[] {
  return childrenLocated(envelope).filter(({ element }) => isNamed(element, envelope.element.uri, 'Header'));
}

/** `{namespace}local` in the namespace of an Envelope. */
const nameIn = ({ element: { uri } }: Located, local: string) => expandedName({ uri, local });

/** Text beside the elements of an element that holds only those. */
export function strayText({ element, path }: Located): readonly Breach[] {
  const text = withoutSpaceAround(textOf(element));
  if (text === '') return [];
  return [{ path, expected: 'only white space between elements', actual: shownText(text) }];
}

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

/**
 * The attributes of the Envelope are in a namespace (SOAP 1.1 §4); over SOAP 1.2 those of Header and Body are too (part 1
 * §5.1 to §5.3), and none of the three has an encodingStyle (part 1 §5.1.1). Others may stand there, whatever they mean.
 */
export const envelopeAttributes = ofEnvelope('envelope-attributes', (root) => {
  const inside = childrenLocated(root).filter(({ element }) =>
    ['Header', 'Body'].some((local) => isNamed(element, SOAP_12, local)),
  );
  return [root, ...inside].flatMap((one) => [...withoutNamespace(one), ...encodingStyles(one)]);
});

function withoutNamespace({ element, path }: Located): readonly Breach[] {
  const expected = 'an attribute in a namespace';
  return element.attributes
    .filter(({ uri }) => uri === '')
    .map(({ local }) => ({ path: `${path}/@${local}`, expected, actual: local }));
}

function encodingStyles({ element, path }: Located): readonly Breach[] {
  if (element.uri !== SOAP_12) return [];
  return element.attributes
    .filter(({ uri, local }) => uri === SOAP_12 && local === 'encodingStyle')
    .map((attribute) => ({
      path: `${path}/@${attribute.local}`,
      expected: `no ${expandedName(attribute)} on ${element.local}`,
      actual: attribute.value,
    }));
}

/** The Envelope has exactly one Body, in the Envelope's own namespace (SOAP 1.1 §4, SOAP 1.2 part 1 §5.1). */
export const body = ofEnvelope('body', (root, bodies) => {
  const [only, ...more] = bodies;
  const expected = `one ${nameIn(root, 'Body')}`;
  if (!only) return [{ path: root.path, expected, actual: 'none' }];
  if (more.length > 0) return [{ path: root.path, expected, actual: `${bodies.length} of them` }];
  const { element, path } = only;
  return element.uri === root.element.uri ? [] : [{ path, expected, actual: expandedName(element) }];
});

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

/** Comments and CDATA sections, in which the characters mean nothing, and instructions with their target. */
const MARKUP = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?([^\s?]+)[\s\S]*?\?>/g;

/**
 * A SOAP message has no processing instructions (SOAP 1.1 §3, SOAP 1.2 part 1 §5). The XML declaration is none (XML
 * 1.0 §2.8).
 */
export const instructions = {
  id: 'soap/instructions',
  level: 'must',
  needs: 'document',
  when: overSoap,
  check: ({ reading: { text } }) => {
    if (text === null) return null;
    // Most documents have none but the XML declaration.
    if (text.indexOf('<?', text.startsWith('<?xml ') ? 1 : 0) < 0) return [];
    const targets = [...text.matchAll(MARKUP)].flatMap(([, target = 'xml']) =>
      target === 'xml' ? [] : [target],
    );
    const expected = 'no processing instruction';
    return targets.map((target) => ({
      path: `processing-instruction(${target})`,
      expected,
      actual: `<?${target} …?>`,
    }));
  },
} satisfies Rule;
