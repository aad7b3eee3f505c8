import type { RequirementState, ResultRequirement, Results, Summary } from '../../model/running/results.ts';
import { given } from '../../text/given.ts';
import { mergeObservations } from '../observations/observations.ts';
import { concluded } from '../results.ts';
import { countVerdicts } from '../verdict-counts.ts';
import type { ShardResults } from './check-shards.ts';

/**
 * Returns what one run of the whole plan would have said, from the results of all its shards in their order. Its time is
 * that from the first start to the last end, and the embedded reference is that of the first shard. Pure.
 */
export function mergeResults(shards: readonly [ShardResults, ...ShardResults[]]): Results {
  const [first] = shards;
  const { schemaVersion, suite, target, gate, notes } = first;
  const sum = (numberOf: (shard: ShardResults) => number) =>
    shards.reduce((total, shard) => total + numberOf(shard), 0);
  const summed = (Object.keys(first.summary) as (keyof Summary)[]).map((name) => [
    name,
    sum(({ summary }) => summary[name] ?? 0),
  ]);
  const starts = shards.map(({ startedAt }) => Date.parse(startedAt));
  const ends = shards.map(({ durationMs }, index) => (starts[index] ?? 0) + durationMs);
  const observations = mergeObservations(shards.flatMap((shard) => shard.observations ?? []));
  const exchanges = inPlanOrder(shards, 'exchanges');
  return concluded(
    given({
      ...{ schemaVersion, suite, target },
      startedAt: new Date(Math.min(...starts)).toISOString(),
      durationMs: Math.max(...ends) - Math.min(...starts),
      ...{ gate, notes, summary: Object.fromEntries(summed) as unknown as Summary },
      calibration: shards.every((one) => one.calibration !== null) ? first.calibration : null,
      messages: {
        planned: sum(({ messages }) => messages.planned),
        sent: sum(({ messages }) => messages.sent),
        budget: first.shard.plan.budget,
      },
      ...{ exchanges, notRun: inPlanOrder(shards, 'notRun') },
      observations: observations.length === 0 ? undefined : observations,
      rules: first.rules?.map(({ id }, place) => ({
        id,
        exchanges: sum(({ rules }) => rules?.[place]?.exchanges ?? 0),
        findings: sum(({ rules }) => rules?.[place]?.findings ?? 0),
      })),
      requirements: requirementsOf(shards, exchanges),
    }),
    {
      permission: first.shard.permission,
      answered: shards.some(({ shard }) => shard.answered),
      gatingJudged: shards.some(({ shard }) => shard.gatingJudged),
      overBudget: shards.some(({ shard }) => shard.overBudget),
    },
  );
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
  exchanges: Results['exchanges'],
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
