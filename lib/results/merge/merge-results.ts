import type { ResultExchange, Results, Summary } from '../../model/running/results.ts';
import { ownText } from '../../secrets/mask.ts';
import { causesOf } from '../causes.ts';
import { type Ending, endingBy } from '../ending.ts';
import { gateOf } from '../standing.ts';
import { isRed } from '../summary.ts';
import { withRemarks } from '../told/remarks.ts';
import { mergeRequirement, type PlanOrder } from './merge-requirements.ts';
import type { ShardResults } from './shard-results.ts';

/**
 * What one run of the whole plan would have said, of the results of all its shards in their order. Its time is that from
 * the first start to the last end, and the embedded reference is that of the first shard. Pure.
 */
export function mergeResults(shards: readonly [ShardResults, ...ShardResults[]]): Results {
  const [first] = shards;
  const { schemaVersion, suite, target, gate, calibration } = first;
  const exchanges = inPlanOrder(shards, 'exchanges');
  const order = planOrder(shards);
  const { outcome, exitCode, why } = endingOfShards(shards, exchanges);
  const starts = shards.map(({ startedAt }) => Date.parse(startedAt));
  const ends = shards.map(({ startedAt, durationMs }) => Date.parse(startedAt) + durationMs);
  return withRemarks({
    schemaVersion,
    suite,
    target,
    startedAt: new Date(Math.min(...starts)).toISOString(),
    durationMs: Math.max(...ends) - Math.min(...starts),
    gate,
    outcome,
    exitCode,
    ...(why === undefined ? {} : { why: ownText(why) }),
    ...(first.notes && { notes: first.notes }),
    summary: summedUp(shards),
    calibration: shards.every((one) => one.calibration !== null) ? calibration : null,
    messages: {
      planned: sum(shards, ({ messages }) => messages.planned),
      sent: sum(shards, ({ messages }) => messages.sent),
      budget: first.shard.plan.budget,
    },
    exchanges,
    notRun: inPlanOrder(shards, 'notRun'),
    causes: causesOf(exchanges),
    ...(first.rules && {
      rules: first.rules.map(({ id }, place) => ({
        id,
        exchanges: sum(shards, ({ rules }) => rules?.[place]?.exchanges ?? 0),
        findings: sum(shards, ({ rules }) => rules?.[place]?.findings ?? 0),
      })),
    }),
    requirements: first.requirements.map((requirement, place) =>
      mergeRequirement(
        requirement,
        shards.flatMap(({ requirements }) => requirements[place] ?? []),
        order,
      ),
    ),
  });
}

function sum(shards: readonly ShardResults[], numberOf: (shard: ShardResults) => number): number {
  return shards.reduce((total, shard) => total + numberOf(shard), 0);
}

function summedUp(shards: readonly [ShardResults, ...ShardResults[]]): Summary {
  const names = Object.keys(shards[0].summary) as (keyof Summary)[];
  const counts = names.map((name) => [name, sum(shards, ({ summary }) => summary[name] ?? 0)]);
  return Object.fromEntries(counts) as unknown as Summary;
}

/** Exchanges of all shards, or what none of them has run, as the plan has them. */
function inPlanOrder<What extends 'exchanges' | 'notRun'>(
  shards: readonly ShardResults[],
  what: What,
): readonly Results[What][number][] {
  return shards
    .flatMap((shard) => shard[what].map((one, index) => [shard.shard.places[what][index] ?? 0, one] as const))
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);
}

function planOrder(shards: readonly ShardResults[]): PlanOrder {
  const exchanges = new Map<string, number>();
  const cases = new Map<string, number>();
  for (const { exchanges: judged, shard } of shards) {
    for (const [index, { id, operation, case: name }] of judged.entries()) {
      const place = shard.places.exchanges[index] ?? 0;
      exchanges.set(id, place);
      // The exchanges of a case follow each other, so each of them says where it stands among others.
      cases.set(`${operation}/${name}`, place);
    }
  }
  return { exchanges, cases };
}

/** By what ends one run of the whole plan, then by what ended a shard otherwise than its verdicts say. */
function endingOfShards(
  shards: readonly [ShardResults, ...ShardResults[]],
  exchanges: readonly ResultExchange[],
): Ending {
  const gate = gateOf(shards[0]);
  const ending = endingBy({
    planned: sum(shards, ({ summary }) => summary.planned - summary.notRun),
    judged: exchanges.length,
    harnessErrors: sum(shards, ({ summary }) => summary.harnessError),
    answered: shards.some(({ shard }) => shard.answered),
    red: exchanges.some(({ verdict }) => isRed(verdict, gate)),
    notRun: sum(shards, ({ summary }) => summary.notRun),
    permission: shards[0].shard.permission,
    overBudget: shards.some(({ shard }) => shard.overBudget),
    gatingJudged: shards.some(({ shard }) => shard.gatingJudged),
    shard: null,
  });
  if (ending.exitCode === 5) return ending;
  const spoilt = shards.filter(({ shard }) => shard.spoilt);
  const [worst] = [...spoilt.filter(({ shard }) => shard.spoilt?.outcome === 'error'), ...spoilt];
  if (!worst?.shard.spoilt) return ending;
  const { index, total, spoilt: end } = worst.shard;
  return { outcome: end.outcome, exitCode: 5, why: `shard ${index} of ${total}: ${end.why}` };
}
