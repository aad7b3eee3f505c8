import type { Gate } from '../model/contract.ts';
import type { Exchange } from '../model/exchange.ts';
import { gates } from '../model/levels.ts';
import type { JudgedRun, ToldRun } from '../model/running/handoff.ts';
import type { ExchangeRecord } from '../model/running/results.ts';
import { limitRules } from '../rules/traits.ts';
import { type Ending, type EndingFacts, endingBy, type Limited } from './ending.ts';
import { sentMessages } from './messages.ts';
import { isRed } from './verdict-counts.ts';

/** What its records say of how a run ends. */
export function factsOf(
  planned: number,
  records: readonly ExchangeRecord[],
  gate: Gate,
): Omit<EndingFacts, keyof Limited | 'shard'> {
  return {
    planned,
    judged: records.length,
    harnessErrors: records.filter(({ verdict }) => verdict === 'harness-error').length,
    // Where a response began and broke off, or was too large to be read, the target did answer.
    answered: records.some(
      ({ status, steps, findings }) =>
        status !== null ||
        steps.some(({ reached }) => reached !== 'outcome') ||
        findings.some(({ rule }) => limitRules.includes(rule)),
    ),
    red: records.some(({ verdict }) => isRed(verdict, gate)),
  };
}

/** All that decides how a run ends, by everything that it left. */
export function factsOfRun(run: ToldRun, records: readonly ExchangeRecord[]): EndingFacts {
  const gating = new Set(run.exchanges.filter(gatesOf(run)).map(({ id }) => id));
  const facts = factsOf(run.exchanges.length, records, run.gate);
  return {
    ...facts,
    // Where only requests are judged, the answers are ours.
    answered: facts.answered || run.recordings?.requestsOnly === true,
    notRun: run.notRun.length,
    permission: run.permission,
    overBudget: sentMessages(run, records).refused > 0,
    gatingJudged: records.some(({ id }) => gating.has(id)),
    shard: run.shard,
  };
}

/** How a run ends, by everything that it left. */
export function endingOfRun(run: ToldRun, records: readonly ExchangeRecord[]): Ending {
  return endingBy(factsOfRun(run, records));
}

/** How a run ends of which a plan is all that is known: where the target answers everything and keeps all of it. */
export function endingAtBest(
  run: Pick<ToldRun, 'exchanges' | 'notRun' | 'permission' | 'gate' | 'shard'>,
): Ending {
  const { exchanges, notRun, permission, shard } = run;
  return endingBy({
    planned: exchanges.length,
    judged: exchanges.length,
    harnessErrors: 0,
    answered: true,
    red: false,
    notRun: notRun.length,
    permission,
    overBudget: false,
    gatingJudged: exchanges.some(gatesOf(run)),
    shard,
  });
}

/** Whether a finding at the level of an exchange makes a run red. */
function gatesOf({ gate }: Pick<ToldRun, 'gate'>): (exchange: Exchange) => boolean {
  return ({ level }) => gates(level, gate);
}

/** Whether nobody vouches for the target; over http there is no certificate that could be verified. */
export function isInsecure({ target, transport }: Pick<JudgedRun, 'target' | 'transport'>): boolean {
  return transport.insecure && target.baseUrl.startsWith('https:');
}
