import type { Handoff } from '../model/handoff.ts';
import type { ExchangeRecord, Outcome, Summary } from '../model/results.ts';
import type { Gate, SendPermission } from '../model/settings.ts';
import type { Verdict } from '../model/verdict.ts';
import { sentMessages } from './messages.ts';

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
    knownFailure: count('known-failure'),
    fixed: count('fixed'),
    transportError: count('transport-error'),
    harnessError: count('harness-error'),
    notRun,
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
  readonly exitCode: 0 | 1 | 3 | 4 | 5;
  /** Why the run is no judgement of the target; absent where it is one. */
  readonly why?: string;
}

/** How a run was limited for safety. */
export interface Limited {
  /** Exchanges that were asked for and not run. */
  readonly notRun: number;
  readonly permission: SendPermission['permission'];
  /** Whether a send was refused because it would have passed the budget. */
  readonly overBudget: boolean;
  /** Whether an exchange of level `must` was judged: without one, nothing stated in the contract was looked at. */
  readonly mustJudged: boolean;
}

const unlimited: Limited = { notRun: 0, permission: null, overBudget: false, mustJudged: true };

/**
 * How a run ends. A budget that would have been passed comes first (4), then incomplete results and faults of the
 * harness (5), then a target of which nothing was ever heard (3), then what was not run although nobody decided so
 * (4), then what it deviates in (1).
 */
export function endingOf(
  planned: number,
  records: readonly ExchangeRecord[],
  gate: Gate,
  limited: Limited = unlimited,
): Ending {
  if (limited.overBudget) {
    return { outcome: 'partial', exitCode: 4, why: 'the budget of messages would have been passed' };
  }
  if (planned === 0) return { outcome: 'partial', exitCode: 5, why: 'no exchange was chosen' };
  const missing = planned - records.length;
  if (missing > 0) {
    return { outcome: 'partial', exitCode: 5, why: `${missing} of ${planned} exchanges have no verdict` };
  }
  const broken = records.filter(({ verdict }) => verdict === 'harness-error').length;
  if (broken > 0)
    return {
      outcome: 'error',
      exitCode: 5,
      why: `${broken} exchange${broken === 1 ? '' : 's'} met a fault of the harness`,
    };
  // Where a response began and broke off, or was too large to be read, the target did answer.
  if (
    records.every(
      ({ status, steps }) => status === null && steps.every(({ reached }) => reached === 'outcome'),
    )
  ) {
    return { outcome: 'error', exitCode: 3, why: 'the target never answered' };
  }
  const red = records.some(({ verdict }) => isRed(verdict, gate));
  if (limited.notRun > 0) return partial(limited, red);
  return red ? { outcome: 'deviates', exitCode: 1 } : { outcome: 'conforms', exitCode: 0 };
}

/** How a run ends, by everything that it left. */
export function endingOfRun(run: Handoff, records: readonly ExchangeRecord[]): Ending {
  const overBudget = sentMessages(run, records).refused > 0;
  const must = new Set(run.exchanges.filter(({ level }) => level === 'must').map(({ id }) => id));
  const mustJudged = records.some(({ id }) => must.has(id));
  const limited = { notRun: run.notRun.length, permission: run.permission, overBudget, mustJudged };
  return endingOf(run.exchanges.length, records, run.gate, limited);
}

const undecided = {
  allow: 'give more --recipients, or choose other cases',
  none: 'allow it with --sends allow, --recipients and --max-messages, or leave it out with --sends refuse',
};

const packetsMissing = 'give packets that exist already with --packet-ids, or choose other cases';

/**
 * The end of a run that left exchanges out: as its findings say where somebody decided so, else for safety. What
 * says nothing that must hold is green for nobody: any peer passes it, one that is no such service too.
 */
function partial({ notRun, permission, mustJudged }: Limited, red: boolean): Ending {
  const why = `${notRun} exchange${notRun === 1 ? ' was' : 's were'} not run`;
  if (permission !== 'refuse') {
    return { outcome: 'partial', exitCode: 4, why: `${why}; ${undecided[permission ?? 'none']}` };
  }
  if (red) return { outcome: 'partial', exitCode: 1, why };
  if (mustJudged) return { outcome: 'partial', exitCode: 0, why };
  return {
    outcome: 'partial',
    exitCode: 4,
    why: `${why}, and none of those that were is of level must; ${packetsMissing}`,
  };
}
