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
  check: (evidence) => {
    const { operation, binding, target, values } = evidence;
    const soap = binding.envelope !== undefined;
    const uri = soap ? target.namespace : '';
    const carried = carriedParameters(evidence);
    const find = (name: string) =>
      carried.filter(
        (one) => one.name === expandedName({ uri, local: name }) && !(name === ticket && one.nil),
      );
    const ticket = operation.parameters.find(({ role }) => role === 'ticket')?.name;
    const absent = operation.parameters.filter(({ name }) => find(name).length === 0);
    const open = absent.filter(({ name }) => values[name] === undefined && name !== ticket);
    // An empty list is an empty element over SOAP and no field at all elsewhere.
    const isEmptyList = ({ name, type }: (typeof absent)[number]) =>
      !soap && type === 'list' && values[name]?.length === 0;
    const expected = operation.parameters
      .filter((one) => !open.includes(one) && !isEmptyList(one))
      .map(({ name }) => expandedName({ uri, local: name }));
    const actual = carried.map(({ name }) => name);
    const inTable = {
      path: 'parameters',
      expected: expected.join(', '),
      actual: actual.join(', ') || 'none',
    };
    const missing = absent.some((one) => !open.includes(one) && !isEmptyList(one));
    if (missing || expected.toSorted().join('\n') !== actual.toSorted().join('\n')) return [inTable];
    const left = (names: readonly string[], how: string): readonly Breach[] =>
      names.length === 0
        ? []
        : [{ path: 'parameters', expected: names.join(', '), actual: how, level: 'gap' }];
    // A schema of SOAP has a sequence; fields are told by their names alone.
    const disordered = soap && inTable.expected !== inTable.actual;
    const order: readonly Breach[] = disordered ? [{ ...inTable, level: 'gap' }] : [];
    const changed = operation.parameters.flatMap(({ name, type }) => {
      const [found] = find(name);
      if (!found || type !== 'string') return [];
      const { texts, itemNames } = found;
      if (texts.length === 1 && texts[0] === values[name] && itemNames.length === 0) return [];
      return [
        {
          path: name,
          // Stryker disable next-line ArrayDeclaration: for the types only: what is carried has a value
          expected: shownList([values[name] ?? []].flat()),
          actual: itemNames.length > 0 ? `elements ${itemNames.join(', ')}` : shownList(texts),
          names: { field: name },
        },
      ];
    });
    return [
      ...order,
      ...left(
        open.map(({ name }) => name),
        'absent',
      ),
      ...left(
        carried.filter(({ nil }) => nil).map(({ name }) => name),
        'xsi:nil',
      ),
      ...changed,
    ];
  },
} satisfies Rule;
