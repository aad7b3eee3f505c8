import type { Verdict } from '../model/judging/verdict.ts';
import { gates } from '../model/levels.ts';
import type { ResultExchange, ResultFinding, Results } from '../model/running/results.ts';
import type { Gate } from '../model/running/settings.ts';
import { isError, isRed } from './summary.ts';

/** The gate of a run as its results say it. */
export function gateOf({ gate }: Pick<Results, 'gate'>): Gate {
  return gate === 'should' ? 'should' : 'must';
}

/**
 * Whether a verdict says that something is broken. A known failure that passes makes a run red because a list is
 * out of date, and not because of the target.
 */
export function isBroken(verdict: Verdict, gate: Gate): boolean {
  return verdict !== 'fixed' && isRed(verdict, gate);
}

const badness: Readonly<Record<Verdict, number>> = {
  passed: 0,
  fixed: 0,
  observed: 1,
  warned: 2,
  'known-failure': 3,
  failed: 4,
  blocked: 4,
  'not-read': 4,
  'transport-error': 4,
  'harness-error': 4,
};

/** More than 0 where `now` is worse than `before`, less where it is better. */
export function worsened(before: Verdict, now: Verdict): number {
  return badness[now] - badness[before];
}

/**
 * Whether a finding makes its exchange fail at a gate. Where it is a known failure, or a fixed one, all that would is
 * listed.
 */
export function weighs(
  { level }: Pick<ResultFinding, 'level'>,
  { verdict }: Pick<ResultExchange, 'verdict'>,
  gate: Gate,
): boolean {
  if (verdict === 'known-failure' || verdict === 'fixed') return false;
  return gates(level, gate);
}

/** Verdicts that say nothing of what the target does with a request. */
export function isJudged(verdict: Verdict): boolean {
  return !isError(verdict);
}
