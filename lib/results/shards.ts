import { type Refusal, refusal } from '../model/result.ts';
import type { PlannedCoverage } from '../model/running/prepared-run.ts';
import type { ResultShard, Results, Tested } from '../model/running/results.ts';
import { defined } from '../text/defined.ts';
import { printable } from '../text/printable.ts';
import { isoTime } from '../text/times.ts';
import { isFilter } from './coverage.ts';
import { mergeObservations } from './observations/observations.ts';
import { concluded } from './results.ts';
import { withoutRoot } from './roots.ts';
import { mergeValues } from './values.ts';

export type ShardResults = Results & { readonly shard: ResultShard & { readonly tested: Tested } };

/** A folder, as the user gave it, and the results in it. */
interface Input<R extends Results = Results> {
  readonly folder: string;
  readonly results: R;
}

/** At least one shard, in their order. */
export type Shards = readonly [Input<ShardResults>, ...Input<ShardResults>[]];

/** Returns the shards of one run in their order (null: of any run), or why these folders do not hold exactly those. */
export function checkShards(
  inputs: readonly Input[],
  runId: string | null,
): Refusal | { readonly ok: true; readonly shards: Shards } {
  const whole = inputs.find(({ results }) => results.shard?.tested === undefined);
  if (whole) {
    const isEarlier = whole.results.shard !== undefined;
    const what = isEarlier ? 'a shard of an earlier version' : 'a run without --shard';
    return refusal(2, `${whole.folder} is ${what}; expected a shard${isEarlier ? ' of this version' : ''}`);
  }
  const shards = (inputs as Shards).toSorted(
    (a, b) => a.results.shard.index - b.results.shard.index,
  ) as readonly Input<ShardResults>[] as Shards;
  const mistake = differenceIn(shards) ?? otherRun(shards, runId) ?? wrongSet(shards);
  if (mistake !== undefined) return refusal(2, mistake);
  for (const { folder, results } of shards) {
    const { summary, exchanges, notRun, shard } = results;
    const lost = summary.planned - exchanges.length - notRun.length;
    const why = shard.aborted?.why ?? (lost > 0 ? `${lost} exchanges have no verdict` : undefined);
    if (why === undefined) continue;
    const what = `shard ${shard.index} of ${shard.total} is incomplete: ${printable(why)}`;
    return refusal(5, `${folder}: ${what}; run it again`);
  }
  return { ok: true, shards };
}

/** What shards of one run have in common, by the words for several of it. */
const common: readonly (readonly [what: string, of: (results: ShardResults) => string])[] = [
  ['runs', ({ shard }) => shard.runId ?? 'one without --run-id'],
  ['versions of the suite', ({ suite }) => `${suite.name} ${suite.version}`],
  ['targets', ({ target: { kind, baseUrl } }) => (kind === 'reference' ? 'the embedded reference' : baseUrl)],
  ['namespaces', ({ target }) => target.namespace],
  ['certificates', ({ target }) => (target.insecure ? 'not verified' : 'verified')],
  ['gates', ({ gate, gateRefusals }) => (gateRefusals ? `${gate} and refusals` : gate)],
  ['gated clients', ({ gateClients = [] }) => gateClients.join(', ')],
  ['numbers of shards', ({ shard }) => String(shard.total)],
  ['permissions to send', ({ shard }) => shard.permission ?? 'none'],
  ['budgets of messages', ({ shard }) => String(shard.plan.budget ?? 'none')],
  ['plans', ({ shard: { plan } }) => `${plan.exchanges} exchanges, ${plan.digest.slice(0, 12)}`],
  ['known failures', ({ shard }) => shard.plan.known.slice(0, 12)],
];

function differenceIn([first, ...rest]: Shards): string | undefined {
  for (const shard of rest) {
    const found = common.find(([, of]) => of(first.results) !== of(shard.results));
    if (!found) continue;
    const [what, of] = found;
    const values = [first, shard].map(({ results }) => printable(of(results))).join(' and ');
    return `${first.folder} and ${shard.folder} are of different ${what}: ${values}; run every shard with the same settings, cases and --run-id`;
  }
  return undefined;
}

function otherRun([{ folder, results }]: Shards, runId: string | null): string | undefined {
  const given = results.shard.runId;
  if (runId === null || given === runId) return undefined;
  const of = given === undefined ? 'has no --run-id' : `is of run ${printable(given)}`;
  return `${folder} ${of}, and run ${runId} is to be merged: a job that wrote nothing leaves the results of an earlier run; to merge another run, add its --run-id`;
}

/** Names a shard that is there twice or missing, or has fewer exchanges than its plan assigns to it. */
function wrongSet(shards: Shards): string | undefined {
  const { total, plan } = shards[0].results.shard;
  const indexes = shards.map(({ results }) => results.shard.index);
  const again = indexes.findIndex((index, at) => index === indexes[at - 1]);
  const alike = shards.slice(again - 1, again + 1).map(({ folder }) => folder);
  if (again > 0) return `${alike.join(' and ')} both hold shard ${indexes[again]} of ${total}`;
  const all = Array.from({ length: total }, (_, place) => place + 1);
  const missing = all.filter((index) => !indexes.includes(index));
  if (missing.length > 0) {
    return `${missing.length === 1 ? 'shard' : 'shards'} ${missing.slice(0, 10).join(', ')} of ${total} missing`;
  }
  const planned = shards.reduce((sum, { results }) => sum + results.summary.planned, 0);
  if (planned === plan.exchanges) return undefined;
  return `the shards have ${planned} of the ${plan.exchanges} exchanges of their plan; run them without a pattern of \`vitest -t\``;
}

/**
 * Merges shards into the results of one run of the whole plan. It lasts from the first start to the last end, and the
 * embedded reference is that of the first shard. Pure.
 */
export function mergeResults(
  shards: readonly [ShardResults, ...ShardResults[]],
  coverage: PlannedCoverage | null = null,
): Results {
  const [first] = shards;
  const { suite, target, permitted, gate, gateRefusals, gateClients, notes, scope, requirements } = first;
  const sum = (numberOf: (shard: ShardResults) => number) =>
    shards.reduce((total, shard) => total + numberOf(shard), 0);
  const starts = shards.map(({ startedAt }) => Date.parse(startedAt));
  const ends = shards.map(({ durationMs }, index) => (starts[index] ?? 0) + durationMs);
  const judged = inPlanOrder(
    shards.map(({ shard: { places, tested }, exchanges }) => [
      places.exchanges,
      exchanges.map((exchange, place) => ({ exchange, set: tested.sets[tested.of[place] ?? -1] ?? [] })),
    ]),
  );
  const sets = [...new Set(judged.map(({ set }) => set))];
  const observations = mergeObservations(shards.flatMap((shard) => shard.observations ?? []));
  return concluded(
    defined({
      ...{ suite, target, permitted },
      startedAt: isoTime(Math.min(...starts)),
      durationMs: Math.max(...ends) - Math.min(...starts),
      ...{ gate, gateRefusals, gateClients, notes, scope },
      planned: sum(({ summary }) => summary.planned - summary.notRun),
      calibration: calibrationOf(shards),
      messages: {
        planned: sum(({ messages }) => messages.planned),
        sent: sum(({ messages }) => messages.sent),
        budget: first.shard.plan.budget,
      },
      exchanges: judged.map(({ exchange }) => withoutRoot(exchange)),
      tested: { sets, of: judged.map(({ set }) => sets.indexOf(set)) },
      register: requirements,
      filtered: (first.unjudged ?? []).filter(({ because }) => isFilter(because)),
      coverage,
      evaluated: (first.rules ?? []).map((_, place) => sum(({ rules }) => rules?.[place]?.exchanges ?? 0)),
      notRun: inPlanOrder(shards.map(({ shard, notRun }) => [shard.places.notRun, notRun])),
      observations: observations.length === 0 ? undefined : observations,
      values: mergeValues(shards.flatMap(({ values }) => values ?? [])),
      facts: {
        permission: first.shard.permission,
        answered: shards.some(({ shard }) => shard.answered),
        gatingJudged: shards.some(({ shard }) => shard.gatingJudged),
        overBudget: shards.some(({ shard }) => shard.overBudget),
      },
    }),
  );
}

/** Returns the calibration of every shard, which is the same but for the engines of their machines. */
function calibrationOf(shards: readonly ShardResults[]): Results['calibration'] {
  const [first, ...rest] = shards.map(({ calibration }) => calibration);
  if (!first || rest.includes(null)) return null;
  const { schemaEngine, ...counts } = first;
  return rest.every((calibration) => calibration?.schemaEngine === schemaEngine) ? first : counts;
}

/** Joins the items of all shards, each with its places in the plan, in the order of the plan. */
function inPlanOrder<T>(ofShards: readonly (readonly [readonly number[], readonly T[]])[]): readonly T[] {
  return ofShards
    .flatMap(([places, items]) => items.map((item, index) => ({ place: places[index] ?? 0, item })))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
