import type { Located } from '../../model/judging/anatomy.ts';
import type { Breach } from '../../model/judging/finding.ts';
import type { XmlElement } from '../../model/judging/xml.ts';
import { withoutSpaceAround } from '../../xml/space.ts';
import { elementsOf, expandedName, textOf } from '../../xml/tree.ts';
import { shownText } from '../shown.ts';

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
