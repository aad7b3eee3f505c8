import type { Located } from '../../../model/judging/document.ts';
import type { DocumentEvidence } from '../../../model/judging/evidence.ts';
import type { Breach } from '../../../model/judging/finding.ts';
import { messageOf, nameOf, numberOf, quoted, words } from '../../../text/finding-value.ts';
import { childrenLocated } from '../../../wire/bindings/locate.ts';
import { isNamed, SOAP_11, SOAP_12, textOf, withoutSpaceAround } from '../../../wire/xml/tree.ts';
import { soapRule, type Trait } from '../rule.ts';

type Check = (envelope: Located, bodies: readonly Located[], evidence: DocumentEvidence) => readonly Breach[];

/** Makes a rule of level must about the Envelope of a reply. A root that is none is a finding of soap/envelope alone. */
function ofEnvelope<const Name extends string>(name: Name, traits: readonly Trait[], check: Check) {
  return soapRule(`soap/${name}`, 'must', 'document', traits, (evidence) => {
    const { root, soap } = evidence.anatomy;
    return soap && root.element.local === 'Envelope' ? check(root, soap.bodies, evidence) : null;
  });
}

function headersOf(envelope: Located): readonly Located[] {
  return childrenLocated(envelope).filter(({ element }) => isNamed(element, envelope.element.uri, 'Header'));
}

const nameIn = ({ element: { uri } }: Located, local: string) => nameOf({ uri, local });

/** Finds text beside the child elements of an element that may hold only elements. */
function strayText({ element, path }: Located): readonly Breach[] {
  const text = withoutSpaceAround(textOf(element));
  if (text === '') return [];
  return [{ path, expected: 'only white space between elements', actual: quoted(text) }];
}

/** Comments and CDATA sections, in which the characters mean nothing, and instructions with their target. */
const MARKUP = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?([^\s?]+)[\s\S]*?\?>/g;

/** Actors of SOAP 1.1 and roles of SOAP 1.2 that the last receiver, which a client is, plays as well. */
const OURS: readonly string[] = [
  '',
  'http://schemas.xmlsoap.org/soap/actor/next',
  'http://www.w3.org/2003/05/soap-envelope/role/next',
  'http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver',
];

function faultsOf({ element, path }: Located, envelope: string): readonly Breach[] {
  // White space around the value of a boolean does not count (XML Schema part 2 §3.2.2).
  const attribute = (local: string) => {
    const found = element.attributes.find((named) => named.uri === envelope && named.local === local);
    return found && withoutSpaceAround(found.value);
  };
  const value = attribute('mustUnderstand');
  if (value === undefined) return [];
  const allowed = envelope === SOAP_11 ? ['0', '1'] : ['0', '1', 'false', 'true'];
  if (!allowed.includes(value)) {
    return [{ path: `${path}/@mustUnderstand`, expected: allowed.join(' or '), actual: quoted(value) }];
  }
  const isMandatory = value === '1' || value === 'true';
  if (!isMandatory || !OURS.includes(attribute(envelope === SOAP_11 ? 'actor' : 'role') ?? '')) return [];
  const actual = words`${nameOf(element)} with mustUnderstand`;
  const about = { mandatory: true } as const;
  return [{ path, expected: 'no mandatory header block', actual, about, level: 'should' }];
}

export const soapEnvelopeRules = [
  /** The root is the Envelope of the binding's SOAP version (contract §4.1, table, "Response"). */
  soapRule('soap/envelope', 'must', 'document', ['unread'], ({ anatomy, binding }) => {
    const uri = binding.envelope;
    const { element, path } = anatomy.root;
    if (isNamed(element, uri, 'Envelope')) return [];
    return [{ path, expected: nameOf({ uri, local: 'Envelope' }), actual: nameOf(element) }];
  }),
  /**
   * The attributes of the Envelope are in a namespace (SOAP 1.1 §4); over SOAP 1.2 those of Header and Body are too (part 1
   * §5.1 to §5.3), and none of the three has an encodingStyle (part 1 §5.1.1). Other attributes are allowed.
   */
  ofEnvelope('envelope-attributes', [], (root) => {
    const inside = childrenLocated(root).filter(({ element }) =>
      ['Header', 'Body'].some((local) => isNamed(element, SOAP_12, local)),
    );
    return [root, ...inside].flatMap(({ element, path }) =>
      element.attributes.flatMap((attribute): readonly Breach[] => {
        const { uri, local, value } = attribute;
        const at = `${path}/@${local}`;
        if (uri === '') return [{ path: at, expected: 'an attribute in a namespace', actual: local }];
        const isStyle = element.uri === SOAP_12 && uri === SOAP_12 && local === 'encodingStyle';
        const expected = words`no ${nameOf(attribute)} on ${element.local}`;
        return isStyle ? [{ path: at, expected, actual: messageOf(value) }] : [];
      }),
    );
  }),
  /** Besides the Body an Envelope holds at most one Header, before it, and no text (SOAP 1.1 §4, SOAP 1.2 part 1 §5). */
  ofEnvelope('envelope-children', [], (root, bodies, { binding }) => {
    const children = childrenLocated(root);
    const isBody = (child: Located) => bodies.some(({ element }) => element === child.element);
    const isHeader = ({ element }: Located) => isNamed(element, root.element.uri, 'Header');
    const body = children.findIndex(isBody);
    const headers = children.filter(isHeader).length;
    const header = nameIn(root, 'Header');
    const expected = words`at most one ${header}`;
    const many = { path: root.path, expected, actual: words`${numberOf(headers)} of them` };
    const found = [...strayText(root), ...(headers > 1 ? [many] : [])];
    // Without a Body nothing is said about places: any other element may be meant for one.
    if (body === -1) return found;
    const misplaced = children.flatMap((child, index): readonly Breach[] => {
      const { element, path } = child;
      if (isBody(child)) return [];
      const isBehind = index > body;
      if (isHeader(child)) {
        if (!isBehind || headers > 1) return [];
        return [{ path, expected: 'Header before Body', actual: 'Header after Body' }];
      }
      const actual = nameOf(element);
      // Namespace-qualified elements may follow the Body in SOAP 1.1 (§4); SOAP 1.2 (part 1 §5) has no such place.
      if (binding.envelope !== SOAP_11)
        return [{ path, expected: words`only ${header} and ${nameIn(root, 'Body')}`, actual }];
      if (!isBehind) return [{ path, expected: words`only ${header} before the Body`, actual }];
      return element.uri === '' ? [{ path, expected: 'an element in a namespace', actual }] : [];
    });
    return [...found, ...misplaced];
  }),
  /** A Header holds blocks, each in a namespace, and no text (SOAP 1.1 §4.2, SOAP 1.2 part 1 §5.2). */
  ofEnvelope('header-blocks', [], (envelope) =>
    headersOf(envelope).flatMap((header) => [
      ...strayText(header),
      ...childrenLocated(header)
        .filter(({ element }) => element.uri === '')
        .map(({ element, path }) => ({ path, expected: 'an element in a namespace', actual: element.local })),
    ]),
  ),
  /**
   * mustUnderstand is 0 or 1 (SOAP 1.1 §4.2.3), or an xs:boolean (SOAP 1.2 part 1 §5.2.3). That no block must be understood
   * only follows: the contract shows none, so a client refuses such a reply (SOAP 1.1 §4.2.3, SOAP 1.2 part 1 §2.4).
   */
  ofEnvelope('must-understand', [], (envelope) =>
    headersOf(envelope)
      .flatMap(childrenLocated)
      .flatMap((block) => faultsOf(block, envelope.element.uri)),
  ),
  /** A SOAP message has no processing instruction, which the XML declaration is not (SOAP 1.1 §3, SOAP 1.2 part 1 §5). */
  soapRule('soap/instructions', 'must', 'document', ({ reading: { text } }) => {
    if (text === null) return null;
    const targets = [...text.matchAll(MARKUP)].flatMap(([, target = 'xml']) =>
      target === 'xml' ? [] : [target],
    );
    const expected = 'no processing instruction';
    return targets.map((target) => ({
      path: `processing-instruction(${target})`,
      expected,
      actual: `<?${target} …?>`,
    }));
  }),
  /** The Envelope has exactly one Body, in the Envelope's own namespace (SOAP 1.1 §4, SOAP 1.2 part 1 §5.1). */
  ofEnvelope('body', ['unread'], (root, bodies) => {
    const [only, ...more] = bodies;
    const expected = words`one ${nameIn(root, 'Body')}`;
    if (!only) return [{ path: root.path, expected, actual: 'none' }];
    if (more.length > 0)
      return [{ path: root.path, expected, actual: words`${numberOf(bodies.length)} of them` }];
    const { element, path } = only;
    return element.uri === root.element.uri ? [] : [{ path, expected, actual: nameOf(element) }];
  }),
] as const;
