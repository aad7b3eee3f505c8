import type { Gate } from '../model/contract.ts';
import { type Verdict, verdicts } from '../model/judging/verdict.ts';
import type { Summary, VerdictCounts } from '../model/running/results.ts';

/** Returns how often a summary has a verdict; a summary of an older version does not know every verdict. */
export const countOf = (summary: Summary, verdict: Verdict): number => summary[summaryKey(verdict)] ?? 0;

/** Returns the member of a summary that counts a verdict, such as `notRead`. */
function summaryKey(verdict: Verdict): keyof Summary {
  return verdict.replace(/-(.)/, (_, letter: string) => letter.toUpperCase()) as keyof Summary;
}

/** Counts verdicts; `planned` is what was to be run, to which `notRun` adds. */
export function summarize(planned: number, judged: readonly Verdict[], notRun: number): Summary {
  const counts = countVerdicts(judged.map((verdict) => [verdict, 1]));
  const members = verdicts.map((verdict) => [summaryKey(verdict), counts[verdict] ?? 0]);
  return { planned: planned + notRun, ...Object.fromEntries(members), notRun } as Summary;
}

/** True if a verdict says that a reply was not judged, for another reason than what the target does with requests. */
export function isUnjudged(verdict: Verdict): boolean {
  return verdict === 'transport-error' || verdict === 'harness-error' || verdict === 'not-read';
}

/** True if a verdict is about all that an exchange asks. */
export const isDecided = (verdict: Verdict) => verdict !== 'blocked' && !isUnjudged(verdict);

/** Verdicts that reports explain, the gravest first. */
export const reportedVerdicts: readonly Verdict[] = [
  'failed',
  'fixed',
  'blocked',
  'not-read',
  'transport-error',
  'harness-error',
  'warned',
];

const good: readonly Verdict[] = ['passed', 'observed', 'known-failure'];

/** True if a verdict makes the run fail at a gate. */
export function isRed(verdict: Verdict, gate: Gate): boolean {
  return verdict === 'warned' ? gate === 'should' : !good.includes(verdict);
}

/** Adds up how often each verdict occurs, in the order of verdicts; one that never occurs has no key. */
export function countVerdicts(counted: Iterable<readonly [verdict: string, times: number]>): VerdictCounts {
  const counts = new Map<string, number>();
  for (const [verdict, times] of counted) counts.set(verdict, (counts.get(verdict) ?? 0) + times);
  const seen = verdicts.filter((verdict) => counts.has(verdict));
  return Object.fromEntries(seen.map((verdict) => [verdict, counts.get(verdict) ?? 0]));
}
