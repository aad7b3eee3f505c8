import type { VerdictCounts } from '../model/results.ts';
import type { Verdict } from '../model/verdict.ts';

/** Adds up how often there was each verdict; one that there was not has no key. */
export function countVerdicts(counted: Iterable<readonly [verdict: string, times: number]>): VerdictCounts {
  const counts: Partial<Record<Verdict, number>> = {};
  for (const [verdict, times] of counted as Iterable<readonly [Verdict, number]>) {
    counts[verdict] = (counts[verdict] ?? 0) + times;
  }
  return counts;
}
