import type { ExchangeRecord, Outcome, Summary } from '../model/results.ts';
import type { Gate } from '../model/settings.ts';
import type { Verdict } from '../model/verdict.ts';

/** Counts of verdicts; `planned` is what should have been judged. */
export function summarize(planned: number, records: readonly ExchangeRecord[]): Summary {
  const count = (verdict: Verdict) => records.filter((record) => record.verdict === verdict).length;
  return {
    planned,
    passed: count('passed'),
    failed: count('failed'),
    warned: count('warned'),
    observed: count('observed'),
    blocked: count('blocked'),
    knownFailure: count('known-failure'),
    fixed: count('fixed'),
    transportError: count('transport-error'),
    harnessError: count('harness-error'),
  };
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

export interface Ending {
  readonly outcome: Outcome;
  readonly exitCode: 0 | 1 | 3 | 5;
  /** Why the run is no judgement of the target; absent where it is one. */
  readonly why?: string;
}

/**
 * How a run ends. Incomplete results and faults of the harness come first (5), then a target of which nothing was
 * ever heard (3), then what it deviates in (1).
 */
export function endingOf(planned: number, records: readonly ExchangeRecord[], gate: Gate): Ending {
  if (planned === 0) return { outcome: 'partial', exitCode: 5, why: 'no exchange was chosen' };
  const missing = planned - records.length;
  if (missing > 0) {
    return { outcome: 'partial', exitCode: 5, why: `${missing} of ${planned} exchanges have no verdict` };
  }
  const broken = records.filter(({ verdict }) => verdict === 'harness-error').length;
  if (broken > 0)
    return { outcome: 'error', exitCode: 5, why: `${broken} exchanges met a fault of the harness` };
  if (records.every(({ steps }) => steps.every(({ reached }) => reached === 'outcome'))) {
    return { outcome: 'error', exitCode: 3, why: 'the target never answered' };
  }
  const red = records.some(({ verdict }) => isRed(verdict, gate));
  return red ? { outcome: 'deviates', exitCode: 1 } : { outcome: 'conforms', exitCode: 0 };
}
