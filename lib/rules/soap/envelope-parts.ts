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
export const nameIn = ({ element: { uri } }: Located, local: string) => expandedName({ uri, local });

/** Text beside the elements of an element that holds only those. */
export function strayText({ element, path }: Located): readonly Breach[] {
  const text = withoutSpaceAround(textOf(element));
  if (text === '') return [];
  return [{ path, expected: 'only white space between elements', actual: shownText(text) }];
}
