import type { Masked } from '../../model/running/masked.ts';
import type { ResultObservation } from '../../model/running/results.ts';
import { ownText } from '../../secrets/mask.ts';
import { given } from '../../text/given.ts';

/** Distinct values of one observation that results.json has. */
const MOST_VALUES = 20;

/** Distinct values of one observation that are kept while a run goes on; the counts of the others go on together. */
const MOST_COLLECTED = 100;

type Seen = Omit<ResultObservation['values'][number], 'value'> & { readonly value: string };
type About = Omit<ResultObservation, 'of' | 'values'>;

/** Adds up values by what they are of. */
export interface Tally {
  /** Of `most`, a number, only the largest value stays. */
  add(about: About, of: number, values: readonly Seen[]): void;
  /** The most frequent values first. */
  all(mask: (value: string) => Masked): readonly ResultObservation[];
}

/** Opens a tally of bounded size. */
export function openTally(): Tally {
  const groups = new Map<string, { readonly about: About; readonly values: Map<string, Seen>; of: number }>();
  return {
    add: (about, of, values) => {
      const key = [about.requirement, about.what, about.operation].join('\n');
      const group = groups.get(key) ?? { about, values: new Map<string, Seen>(), of: 0 };
      groups.set(key, group);
      group.of += of;
      for (const seen of values) keep(group.values, seen, about.most === true);
    },
    all: (mask) =>
      [...groups]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, { about, values, of }]) => {
          const { what, requirement, operation, most } = about;
          const sorted = [...values.values()]
            .map((seen) => ({ ...seen, value: mask(seen.value) }))
            .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
          return given({ what, requirement, operation, of, most, values: sorted.slice(0, MOST_VALUES) });
        }),
  };
}

function keep(values: Map<string, Seen>, seen: Seen, most: boolean): void {
  const before = values.get(seen.value);
  const [largest] = most ? values.values() : [];
  if (before) values.set(seen.value, added(before, seen));
  else if (largest && Number(largest.value) > Number(seen.value)) return;
  else if (values.size < MOST_COLLECTED) {
    if (most) values.clear();
    values.set(seen.value, seen);
  }
}

function added(before: Seen, seen: Seen): Seen {
  const canonical = (before.canonical ?? 0) + (seen.canonical ?? 0);
  // Not the first example, which changes from run to run.
  const [example = ''] = [before.example, seen.example].sort();
  return { ...before, count: before.count + seen.count, example, ...(canonical === 0 ? {} : { canonical }) };
}

/** Adds up the observations of workers or shards. Pure. */
export function mergeObservations(
  all: readonly (readonly ResultObservation[])[],
): readonly ResultObservation[] {
  const tally = openTally();
  for (const { of, values, ...about } of all.flat()) tally.add(about, of, values);
  // They are masked already.
  return tally.all(ownText);
}
