import type { Breach } from '../../model/judging/finding.ts';
import { expandedName } from '../../xml/tree.ts';
import type { Rule } from '../rule.ts';
import { shownList } from '../shown.ts';
import { carriedParameters } from './read-back.ts';

/**
 * One child element or field per parameter, named as in the tables, with the value that the case asked for (contract
 * §4.1 table, §4.2 to §4.5, §5 sentence 1). Over SOAP they should stand in the order of the tables.
 */
export const parameters = {
  id: 'request/parameters',
  level: 'must',
  needs: 'request',
  check: (evidence) => {
    const { operation, binding, target, values } = evidence;
    const uri = binding.envelope === undefined ? '' : target.namespace;
    const carried = carriedParameters(evidence);
    // An empty list is an empty element over SOAP and no field at all elsewhere.
    const present = operation.parameters.filter(
      // Stryker disable next-line StringLiteral,OptionalChaining: for the types only: the plan gives every parameter a value
      ({ name }) => binding.envelope !== undefined || values[name]?.length !== 0 || values[name] === '',
    );
    const expected = present.map(({ name }) => expandedName({ uri, local: name }));
    const actual = carried.map(({ name }) => name);
    const inTable = {
      path: 'parameters',
      expected: expected.join(', '),
      actual: actual.join(', ') || 'none',
    };
    if (expected.toSorted().join('\n') !== actual.toSorted().join('\n')) return [inTable];
    // A schema of SOAP has a sequence; fields are told by their names alone.
    const disordered = binding.envelope !== undefined && inTable.expected !== inTable.actual;
    const order: readonly Breach[] = disordered ? [{ ...inTable, level: 'should' }] : [];
    const changed = present.flatMap(({ name, type }) => {
      const found = carried.find((one) => one.name === expandedName({ uri, local: name }));
      // Stryker disable next-line ArrayDeclaration: for the types only: as many parameters are carried as are present
      const { texts = [], itemNames = [] } = found ?? {};
      const right = texts.length === 1 && texts[0] === values[name] && itemNames.length === 0;
      if (type !== 'string' || right) return [];
      return [
        {
          path: name,
          // Stryker disable next-line StringLiteral: for the types only: the plan gives every parameter a value
          expected: shownList([values[name] ?? ''].flat()),
          actual: itemNames.length > 0 ? `elements ${itemNames.join(', ')}` : shownList(texts),
          names: { field: name },
        },
      ];
    });
    return [...order, ...changed];
  },
} satisfies Rule;
