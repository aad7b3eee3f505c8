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
    const inWire = (local: string) => expandedName({ uri: soap ? target.namespace : '', local });
    const item = inWire('string');
    const carried = carriedParameters(evidence);
    return operation.parameters.flatMap(({ name, type }) => {
      const found = carried.find((one) => one.name === inWire(name));
      if (type !== 'list' || (!found && values[name] === undefined)) return [];
      const { texts: all, itemNames } = found ?? { texts: [], itemNames: [] };
      const texts = soap && itemNames.length === 0 ? [] : all;
      const isRight = !soap || itemNames.every((one) => one === item);
      // Stryker disable next-line ArrayDeclaration: for the types only: what is carried has a value
      const wanted = [values[name] ?? []].flat();
      if (isRight && JSON.stringify(texts) === JSON.stringify(wanted)) return [];
      const expected = listText(soap ? `${item} child` : `field ${name}`, wanted);
      const shown = textShown(all, texts);
      const actual = isRight ? shown : itemNames.join(', ');
      return [{ path: name, expected, actual, names: { field: name } }];
    });
  },
} satisfies Rule;

/** A text of several numbers is what the request made of the list, and never what was meant. */
function listText(each: string, wanted: readonly string[]): string {
  const isJoined = wanted.some((text) => /[,;\s]/.test(text));
  return isJoined ? `one ${each} for each number` : `one ${each} each for ${shownList(wanted)}`;
}

/** Over SOAP, a list without children may be a text. */
function textShown(all: readonly string[], items: readonly string[]): string {
  return items.length === 0 && all.join('') !== '' ? `the text ${shownList(all)}` : shownList(items);
}
