import type { Settings } from '../../model/running/settings.ts';
import type { PlannedShard } from '../../model/running/shard.ts';
import { type Stop, stop } from '../../model/running/stop.ts';
import { inShard, knownDigest, planDigest } from '../../plan/shard.ts';
import type { PlannedRun } from '../plan-run.ts';
import { type LivePlan, needsPermission } from '../sends/live-plan.ts';

/** What is to be run, and of which plan it is a part; `shard` is null where it is all of it. */
export type ShardPlan = LivePlan & { readonly ok: true; readonly shard: PlannedShard | null };

/**
 * Takes the shard that the settings name out of a plan, or all of it where they name none. One that has nothing to run
 * is a mistake: nobody would notice that it judged nothing.
 *
 * @param planned everything that was chosen
 * @param plan what of it may be run
 */
export function shardPlan(
  { exchanges: selected, known, declarations }: Pick<PlannedRun, 'exchanges' | 'known' | 'declarations'>,
  plan: LivePlan,
  settings: Settings,
): ShardPlan | Stop {
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
        digest: planDigest(whole, plan.notRun, declarations.cases, settings.values),
        known: knownDigest(known),
        budget: needsPermission(settings) ? allowed : null,
      },
      places: Object.fromEntries(selected.map(({ id }, place) => [id, place])),
    },
  };
}

function emptyText({ index, total }: NonNullable<Settings['shard']>, { exchanges }: LivePlan): string {
  const few = `${exchanges.length} exchange${exchanges.length === 1 ? '' : 's'}`;
  return `shard ${index}/${total} has nothing to run: the plan has ${few}, and a hash of the id assigns each to a shard; use fewer shards, or remove --shard`;
}
