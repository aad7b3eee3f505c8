import { gates } from '../model/levels.ts';
import type { ToldRun } from '../model/running/handoff.ts';
import type { ExchangeRecord, Outcome } from '../model/running/results.ts';
import type { SendPermission } from '../model/running/settings.ts';
import type { Shard } from '../model/running/shard.ts';
import { isOneOfSeveral } from '../plan/shard.ts';
import { limitRules } from '../rules/traits.ts';
import { counted } from '../text/counted.ts';
import { sentMessages } from './messages.ts';
import { isRed } from './verdict-counts.ts';

export interface Ending {
  readonly outcome: Outcome;
  readonly exitCode: 0 | 1 | 3 | 4 | 5;
  /** Why the run is no judgement of the target; absent where it is one. */
  readonly why?: string;
}

/** All that decides how a run ends, so that shards can be added up to one. */
export interface EndingFacts {
  /** Exchanges that were to be run. */
  readonly planned: number;
  /** Exchanges with a verdict. */
  readonly judged: number;
  readonly harnessErrors: number;
  /** Whether the target answered once, be it with a response that broke off or was too large to be read. */
  readonly answered: boolean;
  /** Whether a verdict is red at the gate. */
  readonly red: boolean;
  /** Exchanges that were asked for and not run. */
  readonly notRun: number;
  readonly permission: SendPermission['permission'];
  /** Whether a send was refused because it would have passed the budget. */
  readonly overBudget: boolean;
  /** Whether an exchange was judged of a level that gates: without one, no finding can make the run red. */
  readonly gatingJudged: boolean;
  /** The part of a plan that it was; null where it was the whole. */
  readonly shard: Shard | null;
}

/** All that decides how a run ends, by everything that it left. */
export function endingFacts(run: ToldRun, records: readonly ExchangeRecord[]): EndingFacts {
  const judged = new Set(records.map(({ id }) => id));
  return {
    ...{ ...atBest(run), judged: records.length },
    harnessErrors: records.filter(({ verdict }) => verdict === 'harness-error').length,
    // Where only requests are judged, the answers are ours.
    answered: run.recordings?.requestsOnly === true || records.some(wasAnswered),
    red: records.some(({ verdict }) => isRed(verdict, run.gate)),
    overBudget: sentMessages(run, records).refused > 0,
    gatingJudged: run.exchanges.some(({ id, level }) => judged.has(id) && gates(level, run.gate)),
  };
}

/** Where a response began and broke off, or was too large to be read, the target did answer. */
function wasAnswered({ status, steps, findings }: ExchangeRecord): boolean {
  return (
    status !== null ||
    steps.some(({ reached }) => reached !== 'outcome') ||
    findings.some(({ rule }) => limitRules.includes(rule))
  );
}

/** How a run ends, by everything that it left. */
export function endingOfRun(run: ToldRun, records: readonly ExchangeRecord[]): Ending {
  return endingBy(endingFacts(run, records));
}

type Planned = Pick<ToldRun, 'exchanges' | 'notRun' | 'permission' | 'gate' | 'shard'>;

/** How a run ends of which a plan is all that is known: where the target answers everything and keeps all of it. */
export function endingAtBest(run: Planned): Ending {
  return endingBy(atBest(run));
}

function atBest({ exchanges, notRun, permission, gate, shard }: Planned): EndingFacts {
  return {
    ...{ planned: exchanges.length, judged: exchanges.length, harnessErrors: 0, answered: true, red: false },
    ...{ notRun: notRun.length, permission, overBudget: false, shard },
    gatingJudged: exchanges.some(({ level }) => gates(level, gate)),
  };
}

/**
 * How a run ends. A budget that would have been passed comes first (4), then incomplete results and faults of the
 * harness (5), then a target of which nothing was ever heard (3), then what it deviates in (1), which is worse news than
 * what was not run although nobody decided so (4) and leaves the run partial all the same, then that no finding could
 * have been one (4). One of several shards is partial at best, whatever its exit code.
 */
export function endingBy(facts: EndingFacts): Ending {
  const { planned, judged, harnessErrors, red, notRun, permission } = facts;
  if (facts.overBudget) return partial(4, 'the run reached the budget of messages (--max-messages)');
  if (planned === 0) return partial(5, 'no exchange was chosen');
  if (planned > judged) return partial(5, `${planned - judged} of ${planned} exchanges have no verdict`);
  if (harnessErrors > 0) {
    const why = `${counted(harnessErrors, 'exchange')} met a fault of the harness`;
    return { outcome: 'error', exitCode: 5, why };
  }
  if (!facts.answered) return { outcome: 'error', exitCode: 3, why: 'the target never answered' };
  if (notRun > 0 && permission !== 'refuse') return endingUndecided(facts, undecided[permission ?? 'none']);
  if (isOneOfSeveral(facts.shard)) return endingOfShard(facts.shard, facts);
  const why = notRun > 0 ? notRunText(notRun) : undefined;
  if (!red && !facts.gatingJudged) return greenForAll(why);
  if (why !== undefined) return partial(red ? 1 : 0, why);
  return red ? { outcome: 'deviates', exitCode: 1 } : { outcome: 'conforms', exitCode: 0 };
}

function partial(exitCode: Ending['exitCode'], why: string): Ending {
  return { outcome: 'partial', exitCode, why };
}

const undecided = {
  allow: 'add --recipients, or choose other cases',
  none: 'to send, add --sends allow, --recipients and --max-messages; to report only, add --sends refuse',
};

const packetsMissing = 'add --packet-ids with existing packets, or choose other cases';

function notRunText(notRun: number): string {
  return `${counted(notRun, 'exchange was', 'exchanges were')} not run`;
}

/** The end of a run of which a part was not run although nobody decided so. */
function endingUndecided({ red, notRun }: EndingFacts, advice: string): Ending {
  const why = `${notRunText(notRun)}; ${advice}`;
  return red ? partial(1, `the target deviates, and ${why}`) : partial(4, why);
}

/** The end of one shard of several: as its findings say, for the job that it ran in; for the target it says nothing. */
function endingOfShard({ index, total }: Shard, { red, notRun }: EndingFacts): Ending {
  const left = notRun === 0 ? '' : `; ${notRunText(notRun)}`;
  const why = `shard ${index} of ${total}; \`merge\` joins the shards into one verdict${left}`;
  return partial(red ? 1 : 0, why);
}

/** The end of a run that a peer passes which is no such service at all: green for nobody. */
function greenForAll(notRun: string | undefined): Ending {
  const none = 'no exchange of a gating level was run, so a server that refuses everything would pass';
  const advice = 'add cases of level must, or add --gate should for cases of level should';
  return partial(
    4,
    notRun === undefined ? `${none}; ${advice}` : `${notRun}, and ${none}; ${packetsMissing}`,
  );
}
