import type { Located } from '../../model/judging/anatomy.ts';
import type { Breach } from '../../model/judging/finding.ts';
import { withoutSpaceAround } from '../../xml/space.ts';
import { textOf } from '../../xml/tree.ts';
import { shownText } from '../shown.ts';

/** Text beside the elements of an element that holds only those. */
export function strayText({ element, path }: Located): readonly Breach[] {
  const text = withoutSpaceAround(textOf(element));
  return text === ''
    ? []
    : [{ path, expected: 'only white space between elements', actual: shownText(text) }];
}
