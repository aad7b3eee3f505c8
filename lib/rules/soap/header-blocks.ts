import { childrenLocated } from '../../bindings/locate.ts';
import type { Located } from '../../model/anatomy.ts';
import type { Breach } from '../../model/finding.ts';
import type { XmlElement } from '../../model/xml.ts';
import { withoutSpaceAround } from '../../xml/space.ts';
import { expandedName, isNamed } from '../../xml/tree.ts';
import { overSoap, type Rule } from '../rule.ts';
import { strayText } from './stray-text.ts';

/**
 * A Header holds blocks, each in a namespace (SOAP 1.1 §4.2, SOAP 1.2 part 1 §5.2), and none that its receiver has to
 * understand: the contract shows none, so a client that keeps to SOAP has to refuse such a reply (SOAP 1.1 §4.2.3,
 * SOAP 1.2 part 1 §2.4).
 */
export const headerBlocks = {
  id: 'soap/header-blocks',
  level: 'must',
  needs: 'document',
  when: overSoap,
  check: ({ anatomy: { root } }) => {
    const { uri } = root.element;
    const headers = childrenLocated(root).filter(({ element }) => isNamed(element, uri, 'Header'));
    return headers.flatMap((header) => [
      ...strayText(header),
      ...childrenLocated(header).flatMap((block) => faultsOf(block, uri)),
    ]);
  },
} satisfies Rule;

function faultsOf({ element, path }: Located, envelope: string): readonly Breach[] {
  if (element.uri === '') return [{ path, expected: 'an element in a namespace', actual: element.local }];
  if (!isMandatory(element, envelope)) return [];
  return [
    {
      path,
      expected: 'no block that must be understood',
      actual: `${expandedName(element)} with mustUnderstand`,
    },
  ];
}

const SOAP_11 = 'http://schemas.xmlsoap.org/soap/envelope/';

/** Actors of SOAP 1.1 and roles of SOAP 1.2 that the last receiver, which a client is, plays as well. */
const OURS = [
  '',
  'http://schemas.xmlsoap.org/soap/actor/next',
  'http://www.w3.org/2003/05/soap-envelope/role/next',
  'http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver',
];

/** Whether a block says that its receiver must understand it, and that a client is that receiver. */
function isMandatory({ attributes }: XmlElement, envelope: string): boolean {
  const value = (local: string) =>
    withoutSpaceAround(
      attributes.find((attribute) => attribute.uri === envelope && attribute.local === local)?.value ?? '',
    );
  const whose = value(envelope === SOAP_11 ? 'actor' : 'role');
  return ['1', 'true'].includes(value('mustUnderstand')) && OURS.includes(whose);
}
