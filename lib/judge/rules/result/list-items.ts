import type { Value } from '../../../model/judging/value.ts';
import { elementOf } from '../../../wire/xml/schema/schema-engine.ts';
import { elementsOf, isNamed, textOf, withoutSpaceAround } from '../../../wire/xml/tree.ts';
import { rule } from '../rule.ts';
import { messageOf, nameOf, quoted, words } from '../values.ts';

/**
 * DeliveryResults holds EmSmsDeliveryResult elements and nothing else (contract §2.1). Items that share the wrong
 * namespace of their list are told with it.
 */
export const listItems = rule('result/list-items', 'must', 'payload', ({ lists, target, contract }) => {
  if (lists.length === 0) return null;
  const uri = target.namespace;
  const { item } = contract.packetResult.list;
  return lists.flatMap(({ element, path }) => {
    const expected = words`only ${nameOf({ uri, local: item })}`;
    const names = { field: element.local, item };
    const text = withoutSpaceAround(textOf(element));
    const strangers = elementsOf(element).filter(
      (child) => !isNamed(child, uri, item) && !isNamed(child, element.uri, item),
    );
    const breach = (at: string, actual: Value) => ({ path: `${path}${at}`, expected, actual, names });
    return [
      ...strangers.map((child) => breach(`/${child.local}`, nameOf(child))),
      ...(text === '' ? [] : [breach('', words`text ${quoted(text)}`)]),
    ];
  });
});

/**
 * The result is valid against the XML Schema derived from contract §2. A second opinion: it is asked only where
 * the rules about fields had nothing to say, and so finds what they do not look for, such as xsi:nil, an
 * xsi:type that is no string, or text between the elements.
 */
export const schema = rule('result/schema', 'must', 'reply', ({ payload, schemaErrors }) =>
  schemaErrors().map((error) => {
    // Only the requirements of this element count as broken.
    const field = elementOf(error);
    const expected = 'valid against the XML Schema of contract §2';
    const breach = { path: payload.path, expected, actual: messageOf(error) };
    return field === undefined ? breach : { ...breach, names: { field } };
  }),
);
