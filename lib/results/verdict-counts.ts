import { type Verdict, verdicts } from '../model/judging/verdict.ts';
import type { VerdictCounts } from '../model/running/results.ts';

/** Adds up how often there was each verdict, in the order of verdicts; one that there was not has no key. */
export function countVerdicts(counted: Iterable<readonly [verdict: string, times: number]>): VerdictCounts {
  const counts = new Map<Verdict, number>();
  for (const [verdict, times] of counted as Iterable<readonly [Verdict, number]>) {
    counts.set(verdict, (counts.get(verdict) ?? 0) + times);
  }
  return Object.fromEntries(
    verdicts.flatMap((verdict) => {
      const times = counts.get(verdict);
      return times === undefined ? [] : [[verdict, times]];
    }),
  );
}
