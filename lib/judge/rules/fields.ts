import type { Level } from '../../model/contract.ts';
import type { Located } from '../../model/judging/document.ts';
import type { Breach } from '../../model/judging/finding.ts';
import type { Value } from '../../model/judging/value.ts';
import { elementsOf } from '../../wire/xml/tree.ts';
import { deliveriesOf, packetOf, type Structured } from '../reading/structure.ts';
import { rule } from './rule.ts';
import { listed, nameOf, numberOf, words } from './values.ts';

type Check = (structured: Structured) => readonly Breach[];

/** What is asked of the fields of a structure, in the order of findings. */
const checks: readonly (readonly [name: string, Level, Check])[] = [
  ['field-once', 'must', notOnce],
  ['field-namespace', 'must', wrongNamespace],
  ['field-text', 'must', notText],
  ['only-fields', 'should', unknownFields],
  ['field-order', 'should', outOfOrder],
];

/** Rules about the fields of the packet result (contract §2.1). */
export const resultFields = checks.map(([name, level, check]) =>
  rule(`result/${name}`, level, 'payload', (evidence) => check(packetOf(evidence))),
);

/** Rules about the fields of every delivery result (contract §2.2). */
export const deliveryFields = checks.map(([name, level, check]) =>
  rule(`delivery/${name}`, level, 'payload', (evidence) => {
    const deliveries = deliveriesOf(evidence);
    return deliveries.length === 0 ? null : deliveries.flatMap(check);
  }),
);

/** Strangers that are shown beside a missing field. */
const MOST_SHOWN = 3;

/** Fields that do not appear exactly once; one that is there only in a wrong namespace is not missing. */
function notOnce({ located, structure, uri, fields, strangers }: Structured): readonly Breach[] {
  const found = strangers.slice(0, MOST_SHOWN).map(({ element }) => nameOf(element));
  const more = strangers.length > MOST_SHOWN ? ', …' : '';
  const none = strangers.length === 0 ? 'none' : words`none; found ${listed(found)}${more}`;
  return structure.fields.flatMap(({ name }) => {
    const count = fields.filter(({ element }) => element.local === name).length;
    if (count === 1) return [];
    const expected = words`one ${nameOf({ uri, local: name })}`;
    const names = { field: name, parent: located.element.local };
    return [
      { path: located.path, expected, actual: count === 0 ? none : words`${numberOf(count)} of them`, names },
    ];
  });
}

/**
 * Fields in another namespace than the service's. A field that shares the wrong namespace of the element around it is
 * told by the rule about that element.
 */
function wrongNamespace({ located, uri, fields }: Structured): readonly Breach[] {
  return fields
    .filter(({ element }) => element.uri !== uri && element.uri !== located.element.uri)
    .map((field) => breachAt(located, field, nameOf({ uri, local: field.element.local })));
}

/** Fields of type string that hold elements. */
function notText({ located, structure, fields }: Structured): readonly Breach[] {
  const texts = structure.fields.filter((field) => field.type === 'string').map((field) => field.name);
  return fields.flatMap((field) => {
    const inside = elementsOf(field.element).map(nameOf);
    if (!texts.includes(field.element.local) || inside.length === 0) return [];
    return [breachAt(located, field, 'text only', words`contains ${listed(inside)}`)];
  });
}

/** Elements beside the fields that the contract names; that there are none follows from its tables. */
function unknownFields({ located, structure, strangers }: Structured): readonly Breach[] {
  const expected = `only ${structure.fields.map(({ name }) => name).join(', ')}`;
  return strangers.map((stranger) => breachAt(located, stranger, expected));
}

function breachAt(
  parent: Located,
  { element, path }: Located,
  expected: Value,
  actual: Value = nameOf(element),
): Breach {
  return { path, expected, actual, names: { field: element.local, parent: parent.element.local } };
}

/**
 * Fields in another order than in the contract's table, said once for a structure. The contract does not state the
 * order, but XML serialisers rely on it.
 */
function outOfOrder({ located, structure, fields }: Structured): readonly Breach[] {
  const found = [...new Set(fields.map(({ element }) => element.local))];
  const inOrder = structure.fields.map(({ name }) => name).filter((name) => found.includes(name));
  if (found.join() === inOrder.join()) return [];
  const names = { parent: located.element.local };
  return [{ path: located.path, expected: inOrder.join(', '), actual: found.join(', '), names }];
}
