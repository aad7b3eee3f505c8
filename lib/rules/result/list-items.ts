import { withoutSpaceAround } from '../../xml/space.ts';
import { elementsOf, expandedName, isNamed, textOf } from '../../xml/tree.ts';
import type { Rule } from '../rule.ts';
import { shownText } from '../shown.ts';
import { listsOf } from '../structure.ts';

/**
 * DeliveryResults holds EmSmsDeliveryResult elements and nothing else (contract §2.1). Items that share the wrong
 * namespace of their list are told with it.
 */
export const listItems = {
  id: 'result/list-items',
  level: 'must',
  needs: 'payload',
  check: (evidence) => {
    const lists = listsOf(evidence);
    if (lists.length === 0) return null;
    const uri = evidence.target.namespace;
    return lists.flatMap(({ element, path, item }) => {
      const expected = `only ${expandedName({ uri, local: item })}`;
      const names = { field: element.local, item };
      const text = withoutSpaceAround(textOf(element));
      const strangers = elementsOf(element).filter(
        (child) => !isNamed(child, uri, item) && !isNamed(child, element.uri, item),
      );
      return [
        ...strangers.map((child) => ({
          path: `${path}/${child.local}`,
          expected,
          actual: expandedName(child),
          names,
        })),
        ...(text === '' ? [] : [{ path, expected, actual: `text ${shownText(text)}`, names }]),
      ];
    });
  },
} satisfies Rule;
