import { levels } from '../../model/levels.ts';
import type { ResultFinding } from '../../model/running/results.ts';
import { addTo } from '../../text/add-to.ts';

/** A finding of one exchange in both runs, or in one of them. */
export type FindingPair =
  | { readonly old: ResultFinding; readonly new: ResultFinding }
  | { readonly old: null; readonly new: ResultFinding }
  | { readonly old: ResultFinding; readonly new: null };

/**
 * Finds the findings of an exchange that are the same in two runs: same step, rule, place and sentence, whatever was
 * expected and was there, since packet ids and dates differ in every run. What is left of two versions of the suite is
 * matched without the sentence, which a version may word anew: one for one, so that a further finding stays one.
 */
export function matchFindings(
  old: readonly ResultFinding[],
  now: readonly ResultFinding[],
  sameSuite: boolean,
): readonly FindingPair[] {
  const bySentence = (finding: ResultFinding) => `${placeOf(finding)}\n${finding.message}`;
  const before = strongest(old, bySentence);
  const after = strongest(now, bySentence);
  const both = [...after].flatMap(([key, finding]) => {
    const earlier = before.get(key);
    return earlier ? [{ key, pair: { old: earlier, new: finding } }] : [];
  });
  for (const { key } of both) {
    before.delete(key);
    after.delete(key);
  }
  const reworded = sameSuite ? [] : pairsByPlace(before, after);
  return [
    ...both.map(({ pair }) => pair),
    ...reworded,
    ...[...after.values()].map((finding) => ({ old: null, new: finding })),
    ...[...before.values()].map((finding) => ({ old: finding, new: null })),
  ];
}

/** Places without what differs from run to run: which item of a list it was, which line and column. */
function placeOf({ step, rule, path }: ResultFinding): string {
  const place = path.replace(/\[\d+\]/g, '').replace(/\bline \d+(?:, column \d+)?/g, 'line');
  return `${step}\n${rule}\n${place}`;
}

/** More than 0 where the first is stronger; what is not there is weaker than all. */
export function stronger(one: ResultFinding | null, other: ResultFinding | null): number {
  const rank = (finding: ResultFinding | null) => (finding ? levels.indexOf(finding.level) : levels.length);
  return rank(other) - rank(one);
}

function strongest(
  findings: readonly ResultFinding[],
  keyOf: (finding: ResultFinding) => string,
): Map<string, ResultFinding> {
  const byKey = new Map<string, ResultFinding>();
  for (const finding of findings) {
    const key = keyOf(finding);
    if (stronger(finding, byKey.get(key) ?? null) > 0) byKey.set(key, finding);
  }
  return byKey;
}

/** Takes pairs of the same place out of what is left. */
function pairsByPlace(
  before: Map<string, ResultFinding>,
  after: Map<string, ResultFinding>,
): readonly FindingPair[] {
  const earlier = new Map<string, [string, ResultFinding][]>();
  for (const [key, finding] of before) addTo(earlier, placeOf(finding), [key, finding]);
  return [...after].flatMap(([key, finding]) => {
    const match = earlier.get(placeOf(finding))?.shift();
    if (!match) return [];
    before.delete(match[0]);
    after.delete(key);
    return [{ old: match[1], new: finding }];
  });
}
