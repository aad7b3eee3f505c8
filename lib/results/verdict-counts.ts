import type { Gate } from '../model/contract.ts';
import { type Verdict, verdicts } from '../model/judging/verdict.ts';
import type { ExchangeRecord, Results, Summary, VerdictCounts } from '../model/running/results.ts';

/** The member of a summary that counts a verdict, such as `notRead`. */
export function summaryKey(verdict: Verdict): keyof Summary {
  return verdict.replace(/-(.)/, (_, letter: string) => letter.toUpperCase()) as keyof Summary;
}

/** Counts of verdicts; `planned` is what was to be run, to which what was not adds. */
export function summarize(planned: number, records: readonly ExchangeRecord[], notRun = 0): Summary {
  const counts = verdicts.map((one) => [
    summaryKey(one),
    records.filter(({ verdict }) => verdict === one).length,
  ]);
  return { planned: planned + notRun, ...Object.fromEntries(counts), notRun } as Summary;
}

const errors: readonly Verdict[] = ['transport-error', 'harness-error', 'not-read'];
const good: readonly Verdict[] = ['passed', 'observed', 'known-failure'];

/** Returns whether a verdict says that a reply was not judged, for a reason other than what the target does with requests. */
export function isError(verdict: Verdict): boolean {
  return errors.includes(verdict);
}

/** Returns whether a verdict makes the run fail at a gate. */
export function isRed(verdict: Verdict, gate: Gate): boolean {
  return verdict === 'warned' ? gate === 'should' : !good.includes(verdict);
}

/** Adds up how often there was each verdict, in the order of verdicts; one that never was has no key. */
export function countVerdicts(counted: Iterable<readonly [verdict: string, times: number]>): VerdictCounts {
  const counts = new Map<string, number>();
  for (const [verdict, times] of counted) counts.set(verdict, (counts.get(verdict) ?? 0) + times);
  const seen = verdicts.filter((verdict) => counts.has(verdict));
  return Object.fromEntries(seen.map((verdict) => [verdict, counts.get(verdict) ?? 0]));
}

/** The gate of a run as its results say it. */
export function gateOf({ gate }: Pick<Results, 'gate'>): Gate {
  return gate === 'should' ? 'should' : 'must';
}

/** Said wherever a run that did not verify the certificate of its target says what it judged. */
export const INSECURE =
  'the certificate of the target was not verified (--insecure): whoever stands between may have answered in its place';
