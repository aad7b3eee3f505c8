import type { Settings } from '../model/running/settings.ts';
import type { Stop } from '../model/running/stop.ts';
import { checkTransport } from '../settings/reach.ts';
import { readBaseUrl } from '../settings/target-url.ts';
import { type PlannedRun, planRun } from './plan-run.ts';
import { type LivePlan, livePlan, needsPermission } from './sends/live-plan.ts';
import { checkSends } from './sends/send-permission.ts';
import { type ShardPlan, shardPlan } from './shards/shard-plan.ts';

/** What a run is to do. */
export interface RunPlan {
  readonly ok: true;
  /** Of the target; the embedded reference has none yet. */
  readonly baseUrl: string | null;
  /** Everything that was chosen. */
  readonly planned: PlannedRun;
  /** What of it this run does. */
  readonly part: ShardPlan;
  /** Whether it may, or why not: who only asks for the plan wants to see it all the same. */
  readonly allowed: Stop | { readonly ok: true };
}

/**
 * Plans a run, and finds what can be wrong with it without the network and without a file of reports. Where a shard has
 * nothing to run because the plan may not be run, that is what is told.
 */
export function runPlan(settings: Settings, runId: string): RunPlan | Stop {
  const reachable = checkTransport(settings.transport);
  if (!reachable.ok) return reachable;
  const base = settings.target === null ? null : readBaseUrl(settings.target);
  if (base && !base.ok) return base;
  const planned = planRun(settings, runId);
  if (!planned.ok) return planned;
  const whole = livePlan(planned.exchanges, planned.declarations.contract, settings);
  const allowed = checkPlan(whole, planned, settings);
  const part = shardPlan(planned, whole, settings);
  if (!part.ok) return allowed.ok ? part : allowed;
  return { ok: true, baseUrl: base?.url ?? null, planned, part, allowed };
}

/** Whether the target may be made to send what the whole plan sends, be this run a part of it or not. */
function checkPlan(
  plan: LivePlan,
  { declarations, exchanges }: PlannedRun,
  settings: Settings,
): Stop | { readonly ok: true } {
  if (!needsPermission(settings)) return { ok: true };
  return checkSends(plan, exchanges, declarations.contract, settings);
}
