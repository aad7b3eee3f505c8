import { readFileSync } from 'node:fs';
import { isSeq, parseDocument } from 'yaml';
import { matchesId } from '../cases/plan/select.ts';
import type { Loaded } from '../model/result.ts';
import { dayOf, expiryOf, NO_REASON_YET } from '../results/known-failures/known-failures.ts';
import { shownPath } from '../yaml/format-problem.ts';
import { schemaProblems } from '../yaml/schema.ts';
import { readYamlFile } from '../yaml/yaml-source.ts';
import type { Accepted, Change, Comparison, Difference } from './comparison.ts';
import type { Pair } from './replies.ts';

/** Reads a file of accepted differences; a problem has its file, line and column. */
export function loadAccepted(path: string): Loaded<readonly Accepted[]> {
  const source = readYamlFile(path, shownPath(path));
  const problems = schemaProblems('accepted-differences', source);
  if (problems.length > 0) return { ok: false, error: problems };
  const { 'accepted-differences': entries } = source.value as {
    readonly 'accepted-differences': readonly Omit<Accepted, 'place'>[];
  };
  const value = entries.map((entry, index) => {
    const { file, line } = source.problem(['accepted-differences', index], { message: '' });
    return { ...entry, place: `${file}:${line}` };
  });
  return { ok: true, value };
}

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
  const expired = entries.filter(({ expires }) => today > expires);
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
      changes: pair.changes.filter((change) => isLeft(change, pair.told.exchange)),
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
  const document = parseDocument(from === undefined ? NEW_FILE : readFileSync(from, 'utf8'));
  const list = document.get('accepted-differences');
  if (!isSeq(list)) throw new Error('the schema let accepted differences pass that are no list');
  const expires = expiryOf(new Date());
  const reason = `${NO_REASON_YET}: why this is accepted`;
  // What has expired is accepted until another day by hand alone.
  const added = differences.filter((one) => !expired.some((entry) => isSameChange(entry, one)));
  for (const { kind, field, from: before, to } of added)
    list.add(document.createNode({ kind, field, from: before, to, reason, expires }));
  list.flow = list.items.length === 0;
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}
