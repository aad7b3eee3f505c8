import type { ResultObservation } from '../../model/running/results.ts';
import { joinTexts, ours } from '../../secrets/mask.ts';
import { groupedBy } from '../../text/add-to.ts';

/** Distinct values of one observation that are kept; the other values are counted together. */
const MOST_VALUES = 20;

type Value<Text extends string> = ResultObservation<Text>['values'][number];

/** Adds up observations of the same thing, the most frequent value first; only the largest stays where `most` is set. Pure. */
export function mergeObservations<Text extends string>(all: readonly ResultObservation<Text>[]) {
  return [...groupedBy(all, ({ requirement, what, operation }) => [requirement, what, operation].join('\n'))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, same]) => {
      const [first] = same;
      const of = same.reduce((sum, observation) => sum + observation.of, 0);
      const values = addedValues(same.flatMap((observation) => observation.values));
      const largest = () => values.toSorted((a, b) => Number(b.value) - Number(a.value)).slice(0, 1);
      return { ...first, of, values: first.most ? largest() : values.slice(0, MOST_VALUES) };
    });
}

function addedValues<Text extends string>(all: readonly Value<Text>[]): readonly Value<Text>[] {
  const byText = [...groupedBy(all, ({ value }): string => value).values()].map((same) => {
    const count = same.reduce((sum, entry) => sum + entry.count, 0);
    const canonical = same.reduce((sum, entry) => sum + (entry.canonical ?? 0), 0);
    // Not the first example, which changes from run to run.
    const first = same.reduce((least, entry) => (entry.example < least.example ? entry : least));
    const { value, fact, example } = first;
    return { value, ...(fact && { fact }), count, ...(canonical > 0 && { canonical }), example };
  });
  return byText.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

/** Values of one observation that are shown. */
const MOST_SHOWN = 5;

/** Words what was seen, such as `Completed in 1,025 of 1,041`, with an exchange that shows the first value. */
export function seenOf(observations: readonly ResultObservation[]) {
  const overall = mergeObservations(observations.map((seen) => ({ ...seen, operation: ours`` })));
  return overall.map(({ what, of, most, values }) => {
    const example = values[0]?.example ?? ours``;
    if (most) return { what, text: withCommas(Number(values[0]?.value)), example };
    const shown = values.slice(0, MOST_SHOWN);
    const texts = shown.map(({ value, count }, index) => {
      const text = value === '' ? '(empty)' : value.replaceAll(/^<([^<>]+)>$/g, '$1');
      return ours`${text} in ${withCommas(count)}${index === 0 ? ours` of ${withCommas(of)}` : ''}`;
    });
    const rest = shown.reduce((left, { count }) => left - count, of);
    if (rest > 0) texts.push(ours`others in ${withCommas(rest)}`);
    return { what, text: joinTexts(texts, ', '), example };
  });
}

/** Writes a number with a comma between thousands; `toLocaleString` would load the locales, which takes too long. */
const withCommas = (value: number) => ours`${value}`.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
