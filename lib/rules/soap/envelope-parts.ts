import { childrenLocated } from '../../bindings/locate.ts';
import type { Located } from '../../model/judging/anatomy.ts';
import type { DocumentEvidence } from '../../model/judging/evidence.ts';
import type { Breach } from '../../model/judging/finding.ts';
import type { XmlElement } from '../../model/judging/xml.ts';
import { withoutSpaceAround } from '../../xml/space.ts';
import { elementsOf, expandedName, isNamed, textOf } from '../../xml/tree.ts';
import { shownText } from '../shown.ts';

/** Envelope namespaces. */
export const SOAP_11 = 'http://schemas.xmlsoap.org/soap/envelope/';
export const SOAP_12 = 'http://www.w3.org/2003/05/soap-envelope';

/** The Envelope of a reply; null where the root is none, which soap/envelope tells. */
export function envelopeOf({ anatomy: { root } }: DocumentEvidence): Located | null {
  return root.element.local === 'Envelope' ? root : null;
}

/** The Headers of an Envelope, in its own namespace. */
export function headersOf(envelope: Located): readonly Located[] {
  return childrenLocated(envelope).filter(({ element }) => isNamed(element, envelope.element.uri, 'Header'));
}

/** Text beside the elements of an element that holds only those. */
export function strayText({ element, path }: Located): readonly Breach[] {
  const text = withoutSpaceAround(textOf(element));
  return text === ''
    ? []
    : [{ path, expected: 'only white space between elements', actual: shownText(text) }];
}

/** What stands beside the one right child of an element. The contract does not say that there is nothing. */
export function contentBeside(parent: Located, right: XmlElement): readonly Breach[] {
  const children = parent.element.children.filter((child) => child !== right);
  const others = { ...parent, element: { ...parent.element, children } };
  const actual = shownContent(others);
  if (actual === 'nothing') return [];
  const { local } = right;
  return [
    {
      path: parent.path,
      expected: `only ${local}`,
      actual,
      names: { beside: local },
      level: 'should',
    },
  ];
}

/** Names of the child elements of an element, and its text; one of them may be shown in words of its own. */
export function shownContent({ element }: Located, special?: XmlElement, words = ''): string {
  const text = withoutSpaceAround(textOf(element));
  const shown = elementsOf(element).map((child) => (child === special ? words : expandedName(child)));
  return [...shown, ...(text === '' ? [] : [`the text ${shownText(text)}`])].join(' and ') || 'nothing';
}
