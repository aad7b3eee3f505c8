import type { ResultObservation } from '../../model/running/results.ts';

/** Distinct values of one observation that results.json has. */
const MOST_VALUES = 20;

type Seen = ResultObservation['values'][number];

/** Adds up the observations of workers or shards: the most frequent values first, of `most` the largest alone. Pure. */
export function mergeObservations(
  all: readonly (readonly ResultObservation[])[],
): readonly ResultObservation[] {
  const groups = new Map<
    string,
    { readonly first: ResultObservation; readonly values: Map<string, Seen>; of: number }
  >();
  for (const one of all.flat()) {
    const key = [one.requirement, one.what, one.operation].join('\n');
    const group = groups.get(key) ?? { first: one, values: new Map<string, Seen>(), of: 0 };
    groups.set(key, group);
    group.of += one.of;
    for (const seen of one.values) group.values.set(seen.value, added(group.values.get(seen.value), seen));
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { first, values, of }]) => {
      const { what, requirement, operation, most } = first;
      const sorted = [...values.values()].sort((a, b) =>
        most ? Number(b.value) - Number(a.value) : b.count - a.count || (a.value < b.value ? -1 : 1),
      );
      return {
        ...{ what, requirement, operation, of },
        ...(most ? { most } : {}),
        values: sorted.slice(0, most ? 1 : MOST_VALUES),
      };
    });
}

function added(before: Seen | undefined, seen: Seen): Seen {
  if (!before) return seen;
  const canonical = (before.canonical ?? 0) + (seen.canonical ?? 0);
  const [example = ''] = [before.example, seen.example].sort();
  const count = before.count + seen.count;
  return { ...before, count, example, ...(canonical === 0 ? {} : { canonical }) };
}
