import type { Exchange } from '../model/exchange.ts';
import type { PlannedKnownFailure } from '../model/known-failure.ts';
import type { Settings } from '../model/settings.ts';
import type { PlannedShard } from '../model/shard.ts';
import { fewerShards, inShard, knownDigest, planDigest } from '../plan/shard.ts';
import { type LivePlan, needsPermission } from './live-plan.ts';
import { type Stop, stop } from './stop.ts';

/** What is to be run, and of which plan it is a part; `shard` is null where it is all of it. */
export type ShardPlan = LivePlan & { readonly ok: true; readonly shard: PlannedShard | null };

interface Whole {
  /** Everything that was chosen, in the order of the plan. */
  readonly selected: readonly Exchange[];
  /** What of it may be run. */
  readonly plan: LivePlan;
  readonly known: readonly PlannedKnownFailure[];
}

/**
 * Takes the shard that the settings name out of a plan, or all of it where they name none. One that has nothing to run
 * is a mistake: nobody would notice that it judged nothing.
 */
export function shardPlan({ selected, plan, known }: Whole, settings: Settings): ShardPlan | Stop {
  const { shard, runId, sends } = settings;
  if (shard === null) return { ok: true, ...plan, shard: null };
  const exchanges = inShard(plan.exchanges, shard);
  if (exchanges.length === 0) return stop(2, emptyText(shard, plan));
  // With packets that exist already, an exchange has other steps than were chosen.
  const live = new Map(plan.exchanges.map((exchange) => [exchange.id, exchange]));
  const whole = selected.map((exchange) => live.get(exchange.id) ?? exchange);
  const allowed = sends.permission === 'allow' ? sends.maxMessages : 0;
  return {
    ok: true,
    exchanges,
    notRun: inShard(plan.notRun, shard),
    shard: {
      ...shard,
      runId,
      plan: {
        exchanges: selected.length,
        digest: planDigest(whole, plan.notRun),
        known: knownDigest(known),
        budget: needsPermission(settings) ? allowed : null,
      },
      places: Object.fromEntries(selected.map(({ id }, place) => [id, place])),
    },
  };
}

function emptyText({ index, total }: NonNullable<Settings['shard']>, { exchanges }: LivePlan): string {
  const fewer = fewerShards(exchanges, total);
  const few = `${exchanges.length} exchange${exchanges.length === 1 ? '' : 's'}`;
  const advice =
    fewer === 1 ? 'run it without --shard' : `make ${fewer} shards of it, of which each has something to do`;
  return `shard ${index}/${total} has nothing to run, because the plan has ${few} and their ids decide which shard is theirs: ${advice}`;
}
