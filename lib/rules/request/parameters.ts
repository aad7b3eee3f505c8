import type { Breach } from '../../model/judging/finding.ts';
import { expandedName } from '../../xml/tree.ts';
import type { Rule } from '../rule.ts';
import { shownList } from '../shown.ts';
import { carriedParameters } from './read-back.ts';

/**
 * One child element or field per parameter, named as in the tables, with the value that was asked for (contract §4.1
 * table, §4.2 to §4.5, §5 sentence 1). The contract leaves open which parameters but the ticket may be absent or nil
 * (§4.6), and their order. Absent ones were asked for where `values` has them.
 */
export const parameters = {
  id: 'request/parameters',
  level: 'must',
  needs: 'request',
  check: (evidence): readonly Breach[] => {
    const { operation, binding, target, values } = evidence;
    const soap = binding.envelope !== undefined;
    const carried = carriedParameters(evidence);
    const all = operation.parameters.map(({ name, type, role }) => {
      const inWire = expandedName({ uri: soap ? target.namespace : '', local: name });
      const found = carried.find((one) => one.name === inWire && !(role === 'ticket' && one.nil));
      return { name, type, role, inWire, found, value: values[name] };
    });
    const open = all.filter(({ found, value, role }) => !found && value === undefined && role !== 'ticket');
    const due = all.filter((one) => {
      // An empty list is an empty element over SOAP and no field at all elsewhere.
      const isEmptyList = !soap && one.type === 'list' && one.value?.length === 0;
      return !open.includes(one) && !isEmptyList;
    });
    const expected = due.map(({ inWire }) => inWire);
    const actual = carried.map(({ name }) => name);
    const inTable = {
      path: 'parameters',
      expected: expected.join(', '),
      actual: actual.join(', ') || 'none',
    };
    const isMissing = due.some(({ found }) => !found);
    if (isMissing || expected.toSorted().join('\n') !== actual.toSorted().join('\n')) return [inTable];
    // A schema of SOAP has a sequence; fields are told by their names alone.
    const isDisordered = soap && inTable.expected !== inTable.actual;
    return [
      ...(isDisordered ? [{ ...inTable, level: 'gap' } as const] : []),
      ...leftOpen(open, 'absent'),
      ...leftOpen(
        carried.filter(({ nil }) => nil),
        'xsi:nil',
      ),
      // Stryker disable next-line ArrayDeclaration: for the types only: what is carried has a value
      ...all.flatMap(({ name, type, found, value = [] }) => {
        if (!found || type !== 'string') return [];
        const { texts, itemNames } = found;
        if (texts.length === 1 && texts[0] === value && itemNames.length === 0) return [];
        const shown = itemNames.length > 0 ? `elements ${itemNames.join(', ')}` : shownList(texts);
        return [{ path: name, expected: shownList([value].flat()), actual: shown, names: { field: name } }];
      }),
    ];
  },
} satisfies Rule;

function leftOpen(some: readonly { readonly name: string }[], how: string): readonly Breach[] {
  if (some.length === 0) return [];
  const expected = some.map(({ name }) => name).join(', ');
  return [{ path: 'parameters', expected, actual: how, level: 'gap' }];
}
