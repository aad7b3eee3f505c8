import type { Results, ResultValues } from '../model/running/results.ts';
import { joinTexts, ours } from '../secrets/mask.ts';
import { groupedBy } from '../text/add-to.ts';
import { someOf } from '../text/counted.ts';

/** Classes that a line names. */
const MOST_CLASSES = 8;

const taken = ({ held = [], broken = [] }: ResultValues['fields'][number]) => [...held, ...broken];

/**
 * Returns the refused classes of values that the target takes over another binding or else in another parameter, as a text
 * for each parameter and answer, with exchanges that show it. A parameter that refuses more than it takes has a format, such
 * as that of a date: what another parameter takes says nothing about it.
 */
export function unevenRefusals({ values }: Pick<Results, 'values'>) {
  const { fields = [] } = values ?? {};
  const each = fields.flatMap((field) => {
    const { operation, parameter, binding, refusals = [] } = field;
    const isOpen = taken(field).length > refusals.length;
    return refusals.flatMap((refusal) => {
      const takers = fields.filter((taker) => taken(taker).includes(refusal.class));
      const over = takers.filter((taker) => taker.operation === operation && taker.parameter === parameter);
      const names = new Set(takers.map((taker) => taker.parameter).filter((name) => name !== parameter));
      // The message first, which is the text that every target takes.
      const elsewhere = [...names].sort((a, b) => Number(b === 'Message') - Number(a === 'Message'));
      if (over.length === 0 && !(isOpen && elsewhere.length > 0)) return [];
      const bindings = joinTexts(
        over.map((taker) => taker.binding),
        ', ',
      );
      const where = over.length > 0 ? ours`over ${bindings}` : ours`in ${someOf(elsewhere)}`;
      return [{ parameter, binding, where, ...refusal }];
    });
  });
  const key = ({ parameter, answer, where }: (typeof each)[number]) => [parameter, answer, where].join('\n');
  return [...groupedBy(each, key).values()].map((same) => {
    const [{ parameter, answer, where }] = same;
    const bindings = [...new Set(same.map(({ binding }) => binding))];
    const isPart = fields.some((field) => taken(field).length > 0 && !bindings.includes(field.binding));
    const name = isPart ? ours`${parameter} over ${joinTexts(bindings, ', ')}` : parameter;
    const classes = someOf([...new Set(same.map((refusal) => refusal.class))], MOST_CLASSES);
    const exchanges = same.map(({ exchange }) => exchange);
    return { parameter, exchanges, text: ours`${name}: ${classes}: ${answer}; taken ${where}` };
  });
}
