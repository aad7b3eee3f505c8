import { expandedName } from '../../xml/tree.ts';
import type { Rule } from '../rule.ts';
import { shownList } from '../shown.ts';
import { carriedParameters } from './read-back.ts';

/** A list is one element with repeated `string` children over SOAP, one field per item elsewhere (contract §4.1 rule 4). */
export const list = {
  id: 'request/list',
  level: 'must',
  needs: 'request',
  // Stryker disable next-line ConditionalExpression,EqualityOperator,ArrowFunction: an operation without a list has nothing to find
  when: ({ operation }) => operation.parameters.some(({ type }) => type === 'list'),
  check: (evidence) => {
    const { operation, binding, target, values } = evidence;
    const soap = binding.envelope !== undefined;
    const carried = carriedParameters(evidence);
    return operation.parameters
      .filter(({ type }) => type === 'list')
      .flatMap(({ name }) => {
        // Stryker disable next-line ArrayDeclaration: for the types only: the plan gives every parameter a value
        const expected = [values[name] ?? []].flat();
        const found = carried.find(
          (one) => one.name === (soap ? expandedName({ uri: target.namespace, local: name }) : name),
        );
        const item = expandedName({ uri: target.namespace, local: 'string' });
        const rightItems = !soap || (found?.itemNames ?? []).every((itemName) => itemName === item);
        if (!found && values[name] === undefined) return [];
        const texts = soap && found?.itemNames.length === 0 ? [] : (found?.texts ?? []);
        const right = rightItems && JSON.stringify(texts) === JSON.stringify(expected);
        // Stryker disable next-line ArrayDeclaration,OptionalChaining: for the types only: only a list that was found has wrong items
        const actual = rightItems ? shownList(texts) : (found?.itemNames ?? []).join(', ');
        return right
          ? []
          : [
              {
                path: name,
                expected: `${shownList(expected)} as ${soap ? item : name}`,
                actual,
                names: { field: name },
              },
            ];
      });
  },
} satisfies Rule;
