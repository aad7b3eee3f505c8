import type { Level } from '../../model/contract.ts';
import type { Located, Structured, XmlElement } from '../../model/judging/document.ts';
import type { Breach, Value } from '../../model/judging/finding.ts';
import { fieldsNamed } from '../../reading/packet.ts';
import { listed, messageOf, nameOf, numberOf, quoted, words } from '../../text/finding-value.ts';
import { elementOf } from '../../wire/xml/schema/schema-engine.ts';
import { elementsOf, expandedName, isNamed, textOf, withoutSpaceAround } from '../../wire/xml/tree.ts';
import { plainRule, rule, type Trait } from './rule.ts';

type Check = (structured: Structured) => readonly Breach[];

/** The checks of the fields of a structure, in the order of findings. */
const checks = [
  ['field-once', 'must', ['once'], notOnce],
  ['field-namespace', 'must', [], wrongNamespace],
  ['field-text', 'must', [], notText],
  ['only-fields', 'should', ['beside'], unknownFields],
  ['field-order', 'should', [], outOfOrder],
] as const satisfies readonly (readonly [name: string, Level, readonly Trait[], Check])[];

const MOST_SHOWN = 3;

/** Names elements, each name once, so that their number makes no other cause. */
function namesOf(elements: readonly XmlElement[]): Value {
  const names = [...new Map(elements.map((element) => [expandedName(element), nameOf(element)])).values()];
  return words`${listed(names.slice(0, MOST_SHOWN))}${names.length > MOST_SHOWN ? ', …' : ''}`;
}

/** Finds fields that do not appear exactly once; a field that is only in a wrong namespace is not missing. */
function notOnce(whole: Structured): readonly Breach[] {
  const { element, path, structure, namespace, strangers } = whole;
  const none =
    strangers.length === 0
      ? 'none'
      : words`none; found ${namesOf(strangers.map((stranger) => stranger.element))}`;
  return structure.fields.flatMap(({ name }) => {
    const count = fieldsNamed(whole, name).length;
    if (count === 1) return [];
    const expected = words`one ${nameOf({ uri: namespace, local: name })}`;
    const about = { field: name, parent: element.local };
    const actual = count === 0 ? none : words`${numberOf(count)} of them`;
    return [{ path, expected, actual, about }];
  });
}

/** Finds fields in a wrong namespace, unless they share it with the element around them, which has its own rule. */
function wrongNamespace(whole: Structured): readonly Breach[] {
  const { namespace, fields } = whole;
  return fields
    .filter(({ element }) => element.uri !== namespace && element.uri !== whole.element.uri)
    .map((field) => breachAt(whole, field, nameOf({ uri: namespace, local: field.element.local })));
}

function notText(whole: Structured): readonly Breach[] {
  const texts = whole.structure.fields.filter((field) => field.type === 'string').map((field) => field.name);
  return whole.fields.flatMap((field) => {
    const inside = elementsOf(field.element);
    if (!texts.includes(field.element.local) || inside.length === 0) return [];
    return [breachAt(whole, field, 'text only', words`contains ${namesOf(inside)}`)];
  });
}

/** Finds elements beside the fields that the contract names; its tables have no others. */
function unknownFields(whole: Structured): readonly Breach[] {
  const expected = `only ${whole.structure.fields.map(({ name }) => name).join(', ')}`;
  return whole.strangers.map((stranger) => breachAt(whole, stranger, expected));
}

function breachAt(
  parent: Located,
  { element, path }: Located,
  expected: Value,
  actual: Value = nameOf(element),
): Breach {
  return { path, expected, actual, about: { field: element.local, parent: parent.element.local } };
}

/** Finds fields in another order than in the contract, which does not state it; XML serialisers rely on it. */
function outOfOrder({ element, path, structure, fields }: Structured): readonly Breach[] {
  const found = [...new Set(fields.map((field) => field.element.local))];
  const inOrder = structure.fields.map(({ name }) => name).filter((name) => found.includes(name));
  if (found.join() === inOrder.join()) return [];
  const about = { parent: element.local };
  return [{ path, expected: inOrder.join(', '), actual: found.join(', '), about }];
}

export const fieldRules = [
  /** Over GET and POST the root is EmPostSmsResult in the service's namespace (contract §2.1 and §4.1, table). */
  plainRule('plain/root', 'must', 'document', ['unread', 'namespace'], ({ anatomy, contract, target }) => {
    const { element, path } = anatomy.root;
    const local = contract.packetResult.element;
    if (isNamed(element, target.namespace, local)) return [];
    return [{ path, expected: nameOf({ uri: target.namespace, local }), actual: nameOf(element) }];
  }),
  /** Rules about the fields of the packet result (contract §2.1). */
  ...checks.map(([name, level, traits, check]) =>
    rule(`result/${name}`, level, 'payload', ['namespace', ...traits], ({ payload }) => check(payload)),
  ),
  /** DeliveryResults holds EmSmsDeliveryResult elements alone (contract §2.1), perhaps in its own wrong namespace. */
  rule('result/list-items', 'must', 'payload', ['namespace'], ({ lists, target, contract }) => {
    if (lists.length === 0) return null;
    const uri = target.namespace;
    const { item } = contract.packetResult.list;
    return lists.flatMap(({ element, path }) => {
      const expected = words`only ${nameOf({ uri, local: item })}`;
      const about = { field: element.local, item };
      const text = withoutSpaceAround(textOf(element));
      const strangers = elementsOf(element).filter(
        (child) => !isNamed(child, uri, item) && !isNamed(child, element.uri, item),
      );
      const breach = (at: string, actual: Value) => ({ path: `${path}${at}`, expected, actual, about });
      const names = namesOf(strangers);
      return [
        ...strangers.map((child) => breach(`/${child.local}`, names)),
        ...(text === '' ? [] : [breach('', words`text ${quoted(text)}`)]),
      ];
    });
  }),
  /** Rules about the fields of every delivery result (contract §2.2). */
  ...checks.map(([name, level, traits, check]) =>
    rule(`delivery/${name}`, level, 'payload', ['deliveries', 'namespace', ...traits], ({ deliveries }) =>
      deliveries.length === 0 ? null : deliveries.flatMap(check),
    ),
  ),
  /**
   * The result is valid against the XML Schema derived from contract §2. A second opinion where the rules about fields
   * found nothing: it sees xsi:nil, an xsi:type that is no string, and text between the elements.
   */
  rule('result/schema', 'must', 'reply', ['second-opinion'], ({ payload, schemaErrors }) =>
    schemaErrors().map((error) => {
      // Only the requirements of this element count as broken.
      const field = elementOf(error);
      const expected = 'valid against the XML Schema of contract §2';
      const breach = { path: payload.path, expected, actual: messageOf(error) };
      return field === undefined ? breach : { ...breach, about: { field } };
    }),
  ),
] as const;
