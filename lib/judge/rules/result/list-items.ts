import { elementsOf, expandedName, isNamed, textOf, withoutSpaceAround } from '../../../wire/xml/tree.ts';
import { listsOf } from '../../reading/structure.ts';
import { rule } from '../rule.ts';
import { shownText } from '../shown.ts';

/**
 * DeliveryResults holds EmSmsDeliveryResult elements and nothing else (contract §2.1). Items that share the wrong
 * namespace of their list are told with it.
 */
export const listItems = rule('result/list-items', 'must', 'payload', (evidence) => {
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
    const breach = (at: string, actual: string) => ({ path: `${path}${at}`, expected, actual, names });
    return [
      ...strangers.map((child) => breach(`/${child.local}`, expandedName(child))),
      ...(text === '' ? [] : [breach('', `text ${shownText(text)}`)]),
    ];
  });
});

/**
 * The result is valid against the XML Schema derived from contract §2. A second opinion: it is asked only where
 * the rules about fields had nothing to say, and so finds what they do not look for, such as xsi:nil, an
 * xsi:type that is no string, or text between the elements.
 */
export const schema = rule('result/schema', 'must', 'reply', ({ payload, schemaErrors }) =>
  schemaErrors().map((actual) => {
    // The element that a message of libxml2 is about, so that only its requirements count as broken.
    const [, field] = /Element '\{[^}]*\}([^']+)'/.exec(actual) ?? [];
    const breach = { path: payload.path, expected: 'valid against the XML Schema of contract §2', actual };
    return field === undefined ? breach : { ...breach, names: { field } };
  }),
);
