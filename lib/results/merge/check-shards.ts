import { printable } from '../../findings/finding-text.ts';
import { type Refusal, refusal } from '../../model/result.ts';
import type { ResultShard, Results } from '../../model/running/results.ts';

/** Results of a run that was a shard. */
export type ShardResults = Results & { readonly shard: ResultShard };

/** Results with the folder that they came from, as the user gave it. */
export interface Input {
  readonly folder: string;
  readonly results: Results;
}

export interface ShardInput extends Input {
  readonly results: ShardResults;
}

/** At least one shard, in their order. */
export type Shards = readonly [ShardInput, ...ShardInput[]];

/**
 * Returns the shards of one run in their order, or why these folders do not hold exactly those.
 *
 * @param runId id of the run to merge; null where nothing says it
 */
export function checkShards(
  inputs: readonly Input[],
  runId: string | null,
): Refusal | { readonly ok: true; readonly shards: Shards } {
  const whole = inputs.find((input) => !isShard(input));
  if (whole) return refusal(2, `${whole.folder} is a run without --shard; expected a shard`);
  const shards = inputs
    .filter(isShard)
    .toSorted((a, b) => a.results.shard.index - b.results.shard.index) as readonly ShardInput[] as Shards;
  const mistake = differenceIn(shards) ?? otherRun(shards, runId) ?? wrongSet(shards);
  if (mistake !== undefined) return refusal(2, mistake);
  const incomplete = shards.find(({ results }) => whyIncomplete(results) !== undefined);
  if (incomplete) {
    const { index, total } = incomplete.results.shard;
    const why = printable(whyIncomplete(incomplete.results) ?? '');
    return refusal(5, `${incomplete.folder}: shard ${index} of ${total} is incomplete: ${why}; run it again`);
  }
  return { ok: true, shards };
}

function isShard(input: Input): input is ShardInput {
  return input.results.shard !== undefined;
}

/** What shards of one run have in common, by the words for several of it. */
const common: readonly (readonly [what: string, of: (results: ShardResults) => string])[] = [
  ['runs', ({ shard }) => shard.runId ?? 'one without --run-id'],
  ['versions of the suite', ({ suite }) => `${suite.name} ${suite.version}`],
  ['targets', ({ target: { kind, baseUrl } }) => (kind === 'reference' ? 'the embedded reference' : baseUrl)],
  ['namespaces', ({ target }) => target.namespace],
  ['certificates', ({ target }) => (target.insecure ? 'not verified' : 'verified')],
  ['gates', ({ gate }) => gate],
  ['numbers of shards', ({ shard }) => String(shard.total)],
  ['permissions to send', ({ shard }) => shard.permission ?? 'none'],
  ['budgets of messages', ({ shard }) => String(shard.plan.budget ?? 'none')],
  ['plans', ({ shard: { plan } }) => `${plan.exchanges} exchanges, ${plan.digest.slice(0, 12)}`],
  ['known failures', ({ shard }) => shard.plan.known.slice(0, 12)],
];

function differenceIn([first, ...others]: Shards): string | undefined {
  for (const other of others) {
    const found = common.find(([, of]) => of(first.results) !== of(other.results));
    if (!found) continue;
    const [what, of] = found;
    const values = [first, other].map(({ results }) => printable(of(results))).join(' and ');
    return `${first.folder} and ${other.folder} are of different ${what}: ${values}; run every shard with the same settings, cases and --run-id`;
  }
  return undefined;
}

function otherRun([{ folder, results }]: Shards, runId: string | null): string | undefined {
  const own = results.shard.runId;
  if (runId === null || own === runId) return undefined;
  const of = own === undefined ? 'has no --run-id' : `is of run ${printable(own)}`;
  return `${folder} ${of}, and run ${runId} is to be merged: a job that wrote nothing leaves the results of an earlier run; to merge another run, add its --run-id`;
}

/** A shard that is there twice or missing, or has fewer exchanges than its plan assigns to it. */
function wrongSet(shards: Shards): string | undefined {
  const { total, plan } = shards[0].results.shard;
  const folders = new Map<number, string>();
  for (const { folder, results } of shards) {
    const { index } = results.shard;
    const before = folders.get(index);
    if (before !== undefined) return `${before} and ${folder} both hold shard ${index} of ${total}`;
    folders.set(index, folder);
  }
  const missing = Array.from({ length: total }, (_, place) => place + 1).filter((one) => !folders.has(one));
  if (missing.length > 0) {
    return `${missing.length === 1 ? 'shard' : 'shards'} ${missing.slice(0, 10).join(', ')} of ${total} missing`;
  }
  const planned = shards.reduce((sum, { results }) => sum + results.summary.planned, 0);
  if (planned === plan.exchanges) return undefined;
  return `the shards have ${planned} of the ${plan.exchanges} exchanges of their plan; run them without a pattern of \`vitest -t\``;
}

function whyIncomplete({ summary, exchanges, notRun, shard }: ShardResults): string | undefined {
  if (shard.spoilt) return shard.spoilt.why;
  const judged = exchanges.length + notRun.length;
  return judged < summary.planned ? `${summary.planned - judged} exchanges have no verdict` : undefined;
}
