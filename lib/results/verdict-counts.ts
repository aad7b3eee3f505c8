import type { Gate } from '../model/contract.ts';
import { type Verdict, verdicts } from '../model/judging/verdict.ts';
import type { ExchangeRecord, Results, Summary, VerdictCounts } from '../model/running/results.ts';

/** Counts of verdicts; `planned` is what was to be run, to which what was not adds. */
export function summarize(planned: number, records: readonly ExchangeRecord[], notRun = 0): Summary {
  const count = (verdict: Verdict) => records.filter((record) => record.verdict === verdict).length;
  return {
    planned: planned + notRun,
    passed: count('passed'),
    failed: count('failed'),
    warned: count('warned'),
    observed: count('observed'),
    blocked: count('blocked'),
    notRead: count('not-read'),
    knownFailure: count('known-failure'),
    fixed: count('fixed'),
    transportError: count('transport-error'),
    harnessError: count('harness-error'),
    notRun,
  };
}

/** Whether a verdict says that a reply was not judged, for a reason other than what the target does with requests. */
export function isError(verdict: Verdict): boolean {
  return verdict === 'transport-error' || verdict === 'harness-error' || verdict === 'not-read';
}

/** Whether a verdict makes the run fail at a gate. */
export function isRed(verdict: Verdict, gate: Gate): boolean {
  switch (verdict) {
    case 'passed':
    case 'observed':
    case 'known-failure':
      return false;
    case 'warned':
      return gate === 'should';
    default:
      return true;
  }
}

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

/** The gate of a run as its results say it. */
export function gateOf({ gate }: Pick<Results, 'gate'>): Gate {
  return gate === 'should' ? 'should' : 'must';
}

/** Said wherever a run that did not verify the certificate of its target says what it judged. */
export const INSECURE =
  'the certificate of the target was not verified (--insecure): whoever stands between may have answered in its place';
