import { type Changed, type ChangeKind, changes } from '../../model/running/diff.ts';

/** Sorts what changed under what became of it; what has none did not change. The order stays. */
export function sortChanges<T>(all: Iterable<readonly [ChangeKind | undefined, T]>): Changed<T> {
  const sorted = Object.fromEntries(changes.map((kind) => [kind, [] as T[]])) as Record<ChangeKind, T[]>;
  for (const [kind, one] of all) if (kind !== undefined) sorted[kind].push(one);
  return sorted;
}
