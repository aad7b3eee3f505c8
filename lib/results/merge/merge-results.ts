import type {
  RequirementState,
  ResultExchange,
  ResultRequirement,
  Results,
  Summary,
} from '../../model/running/results.ts';
import { ownText } from '../../secrets/mask.ts';
import { given } from '../../text/given.ts';
import { causesOf } from '../causes.ts';
import { endingBy } from '../ending.ts';
import { mergeObservations } from '../observations/merge.ts';
import { withRemarks } from '../told/remarks.ts';
import { countVerdicts, gateOf, isRed } from '../verdict-counts.ts';
import type { ShardResults } from './check-shards.ts';

/**
 * Returns what one run of the whole plan would have said, from the results of all its shards in their order. Its time is
 * that from the first start to the last end, and the embedded reference is that of the first shard. Pure.
 */
export function mergeResults(shards: readonly [ShardResults, ...ShardResults[]]): Results {
  const [first] = shards;
  const exchanges = inPlanOrder(shards, 'exchanges');
  const observations = mergeObservations(shards.map((shard) => shard.observations ?? []));
  const gate = gateOf(first);
  const { outcome, exitCode, why } = endingBy({
    planned: sum(shards, ({ summary }) => summary.planned - summary.notRun),
    judged: exchanges.length,
    harnessErrors: sum(shards, ({ summary }) => summary.harnessError),
    answered: shards.some(({ shard }) => shard.answered),
    red: exchanges.some(({ verdict }) => isRed(verdict, gate)),
    notRun: sum(shards, ({ summary }) => summary.notRun),
    permission: first.shard.permission,
    overBudget: shards.some(({ shard }) => shard.overBudget),
    gatingJudged: shards.some(({ shard }) => shard.gatingJudged),
    shard: null,
  });
  const starts = shards.map(({ startedAt }) => Date.parse(startedAt));
  const ends = shards.map(({ startedAt, durationMs }) => Date.parse(startedAt) + durationMs);
  return withRemarks(
    given({
      ...{ schemaVersion: first.schemaVersion, suite: first.suite, target: first.target },
      startedAt: new Date(Math.min(...starts)).toISOString(),
      durationMs: Math.max(...ends) - Math.min(...starts),
      ...{ gate: first.gate, outcome, exitCode, why: why === undefined ? undefined : ownText(why) },
      notes: first.notes,
      summary: summaryOf(shards),
      calibration: shards.every((one) => one.calibration !== null) ? first.calibration : null,
      messages: {
        planned: sum(shards, ({ messages }) => messages.planned),
        sent: sum(shards, ({ messages }) => messages.sent),
        budget: first.shard.plan.budget,
      },
      ...{ exchanges, notRun: inPlanOrder(shards, 'notRun'), causes: causesOf(exchanges) },
      rules: first.rules?.map(({ id }, place) => ({
        id,
        exchanges: sum(shards, ({ rules }) => rules?.[place]?.exchanges ?? 0),
        findings: sum(shards, ({ rules }) => rules?.[place]?.findings ?? 0),
      })),
      observations: observations.length === 0 ? undefined : observations,
      requirements: requirementsOf(shards, exchanges),
    }),
  );
}

function sum(shards: readonly ShardResults[], numberOf: (shard: ShardResults) => number): number {
  return shards.reduce((total, shard) => total + numberOf(shard), 0);
}

function summaryOf(shards: readonly [ShardResults, ...ShardResults[]]): Summary {
  const names = Object.keys(shards[0].summary) as (keyof Summary)[];
  const counts = names.map((name) => [name, sum(shards, ({ summary }) => summary[name] ?? 0)]);
  return Object.fromEntries(counts) as unknown as Summary;
}

/** What all shards judged, or did not run, in the order of the plan. */
function inPlanOrder<What extends 'exchanges' | 'notRun'>(
  shards: readonly ShardResults[],
  what: What,
): readonly Results[What][number][] {
  return shards
    .flatMap((shard) => shard[what].map((one, index) => [shard.shard.places[what][index] ?? 0, one] as const))
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);
}

/** One breach breaks a requirement, and one exchange without a finding against it holds it. */
const strongest: readonly RequirementState[] = ['excluded', 'broken', 'held'];

function requirementsOf(
  shards: readonly [ShardResults, ...ShardResults[]],
  exchanges: readonly ResultExchange[],
): readonly ResultRequirement[] {
  const places = new Map(exchanges.map(({ id }, place) => [id, place]));
  const casePlaces = new Map(exchanges.map((one, place) => [`${one.operation}/${one.case}`, place]));
  const references = (all: ResultRequirement['brokenBy']) =>
    all.toSorted((a, b) => (places.get(a.exchange) ?? 0) - (places.get(b.exchange) ?? 0));
  return shards[0].requirements.map((first, index) => {
    const all = shards.flatMap(({ requirements }) => requirements[index] ?? []);
    const states = all.map(({ state }) => state);
    const cases = [...new Set(all.flatMap((one) => one.cases))];
    const affectedBy = all.flatMap((one) => one.affectedBy ?? []);
    return given({
      ...first,
      state: strongest.find((state) => states.includes(state)) ?? 'untested',
      exchanges: all.reduce((total, one) => total + one.exchanges, 0),
      verdicts: countVerdicts(all.flatMap(({ verdicts }) => Object.entries(verdicts))),
      cases: cases.sort((a, b) => (casePlaces.get(a) ?? 0) - (casePlaces.get(b) ?? 0)),
      brokenBy: references(all.flatMap((one) => one.brokenBy)),
      affectedBy: affectedBy.length === 0 ? undefined : references(affectedBy),
    });
  });
}
