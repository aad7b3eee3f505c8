import { readFileSync } from 'node:fs';
import { matchesId } from '../cases/plan/select.ts';
import { dayOf, withEntries } from '../results/known-failures/entries.ts';
import type { Accepted, Change, Comparison, Difference } from './comparison.ts';
import type { Pair } from './replies.ts';

/**
 * Takes accepted changes out of compared pairs. An expired entry accepts nothing.
 *
 * @param narrowed whether only a part of the plan was compared: then no entry is called unused
 */
export function sift(
  pairs: readonly Pair[],
  entries: readonly Accepted[],
  narrowed: boolean,
): Pick<Comparison, 'accepted' | 'unused' | 'expired'> & { readonly left: readonly Pair[] } {
  const today = dayOf(new Date());
  const expired = entries.filter((entry) => today > entry.expires);
  const valid = entries.filter((entry) => !expired.includes(entry));
  const counts = new Map<Accepted, number>();
  const isLeft = (change: Change, exchange: string) => {
    const entry = valid.find(
      ({ exchanges = '**', ...one }) =>
        isSameChange(one, change) && [exchanges].flat().some((glob) => matchesId(glob)(exchange)),
    );
    if (entry) counts.set(entry, (counts.get(entry) ?? 0) + 1);
    return entry === undefined;
  };
  return {
    left: pairs.map((pair) => ({
      ...pair,
      changes: pair.changes.filter((change) => isLeft(change, pair.either.exchange)),
    })),
    accepted: [...counts].map(([entry, replies]) => ({ entry, replies })),
    unused: narrowed ? [] : valid.filter((entry) => !counts.has(entry)),
    expired,
  };
}

function isSameChange(one: Change, other: Change): boolean {
  return (['kind', 'field', 'from', 'to'] as const).every((key) => one[key] === other[key]);
}

const NEW_FILE = `# In what the new gateway may differ from the old one, and why that is accepted for now.
accepted-differences: []
`;

/**
 * Returns the text of a file of accepted differences with an entry for each difference that no entry lists, expired or not.
 *
 * @param from the file whose entries are kept; a new file where it is absent
 */
export function withAccepted(
  from: string | undefined,
  expired: readonly Accepted[],
  differences: readonly Difference[],
): string {
  // What has expired is accepted until another day by hand alone.
  const added = differences
    .filter((one) => !expired.some((entry) => isSameChange(entry, one)))
    .map(({ kind, field, from: before, to }) => ({ kind, field, from: before, to }));
  const text = from === undefined ? NEW_FILE : readFileSync(from, 'utf8');
  return withEntries('accepted-differences', text, added, new Date());
}
