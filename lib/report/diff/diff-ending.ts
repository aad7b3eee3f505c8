import type { Diff } from '../../model/running/diff.ts';
import type { Results } from '../../model/running/results.ts';
import { isJudged } from '../../results/standing.ts';

export type Ending = Pick<Diff, 'outcome' | 'exitCode' | 'why'>;

/** What decides how a comparison ends. */
export interface Weighed {
  readonly broken: number;
  readonly less: boolean;
  /** Whether the user wants less to be red. */
  readonly failOnLess: boolean;
}

/**
 * How a comparison ends: by what keeps the new run from being judged at all, then by new breakage, then, where asked
 * for, by what was judged before and is not any more.
 */
export function endingOfDiff(old: Results, now: Results, { broken, less, failOnLess }: Weighed): Ending {
  const why = notComparable(old, now);
  if (why !== undefined) return { outcome: 'not-comparable', exitCode: 5, why };
  if (broken > 0) return { outcome: 'newly-broken', exitCode: 1, why: 'something broke that did not before' };
  if (!less) return { outcome: 'held', exitCode: 0, why: 'nothing broke that did not before' };
  return {
    outcome: 'less',
    exitCode: failOnLess ? 1 : 0,
    why: 'nothing broke of what was judged, but less was judged than before',
  };
}

/** Why nothing could be said even if nothing were broken. */
function notComparable(old: Results, now: Results): string | undefined {
  const { exitCode, outcome, exchanges, notRun, summary } = now;
  if (outcome === 'error' || exitCode === 3 || exitCode === 5) {
    return `NEW ended with exit code ${exitCode} (${outcome}), so what it does not find may be there`;
  }
  const missing = summary.planned - exchanges.length - notRun.length;
  if (missing > 0) return `NEW has no verdict on ${missing} of ${summary.planned} exchanges`;
  if (exchanges.length === 0) return 'NEW judged no exchange';
  // A run that ends for safety says nothing of them by its exit code.
  const faults = exchanges.filter(({ verdict }) => verdict === 'harness-error').length;
  if (faults > 0) return `NEW met a fault of the harness in ${faults} of ${summary.planned} exchanges`;
  // What got no response then is no state that could be kept.
  const before = new Set(old.exchanges.filter(({ verdict }) => isJudged(verdict)).map(({ id }) => id));
  if (before.size === 0) return 'OLD judged no exchange';
  if (!exchanges.some(({ id }) => before.has(id))) return 'OLD and NEW judged no exchange in common';
  return undefined;
}
