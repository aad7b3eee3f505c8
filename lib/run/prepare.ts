import { randomBytes } from 'node:crypto';
import { defectsByRequirement } from '../defects/index.ts';
import type { Contract } from '../model/contract.ts';
import type { Handoff } from '../model/handoff.ts';
import type { Settings } from '../model/settings.ts';
import { planCost } from '../plan/plan-cost.ts';
import { githubJob } from '../report/github/github-job.ts';
import { reportFilesOf } from '../report/report-files.ts';
import { clearReports } from './clear-reports.ts';
import { allowList, type LivePlan, livePlan, needsPermission } from './live-plan.ts';
import { numbersToMask } from './numbers-to-mask.ts';
import { openTarget } from './open-target.ts';
import { type PlannedRun, planRun } from './plan-run.ts';
import { checkTransport, secretsOf, transportOf } from './reach.ts';
import { openLimits } from './send-limits.ts';
import { checkSends } from './send-permission.ts';
import type { AskToSend } from './send-question.ts';
import { shardPlan } from './shard-plan.ts';
import type { Stop } from './stop.ts';
import { readBaseUrl, staysHere } from './target-url.ts';

export interface Prepared {
  readonly ok: true;
  readonly handoff: Handoff;
  /** Ids of the exchanges of the whole plan that can fail, whatever the run chooses of them. */
  readonly ids: readonly string[];
  /** Stops the embedded reference, if there is one, and removes the reports of the run before. */
  close(): Promise<void>;
}

/**
 * Everything that has to be right before a request is sent: target, declarations, plan, permission to send and a
 * yes to it, a folder for the reports. A run that is refused leaves the reports of the one before it alone.
 * Starts the embedded reference where there is no other target.
 */
export async function prepare(settings: Settings, ask: AskToSend): Promise<Prepared | Stop> {
  const reachable = checkTransport(settings.transport);
  if (!reachable.ok) return reachable;
  const base = settings.target === null ? null : readBaseUrl(settings.target);
  if (base && !base.ok) return base;
  const planned = planRun(settings, runId());
  if (!planned.ok) return planned;
  const { contract, register } = planned.declarations;
  const whole = livePlan(planned.exchanges, contract, settings);
  const allowed = checkPlan(whole, planned, settings);
  if (!allowed.ok) return allowed;
  const part = shardPlan(planned, whole, settings);
  if (!part.ok) return part;
  const permitted = await confirmation(part, contract, settings, ask);
  if (!permitted.ok) return permitted;
  const counted = await openLimits(settings, part);
  if (!counted.ok) return counted;
  const { limits } = counted;
  const reportFiles = reportFilesOf(settings.reporters, settings.reportDir);
  const cleared = await clearReports(settings.reportDir, reportFiles);
  if (!cleared.ok) {
    await counted.remove();
    return cleared;
  }
  const opened = await openTarget(settings, base?.url ?? null, contract);
  if (!opened.ok) {
    await cleared.giveFree();
    await counted.remove();
    return opened;
  }
  const { target, close } = opened;
  return {
    ok: true,
    ids: planned.ids,
    close: async () => {
      await close();
      await cleared.giveFree();
      await counted.remove();
    },
    handoff: {
      contract,
      register,
      defects: defectsByRequirement(),
      exchanges: part.exchanges,
      notRun: part.notRun,
      shard: part.shard,
      known: planned.known,
      permission: settings.sends.permission,
      limits,
      target,
      gate: settings.gate,
      pace: settings.pace,
      transport: transportOf(settings),
      secrets: secretsOf(settings),
      numbers: numbersToMask(settings, planned.exchanges),
      reportDir: settings.reportDir,
      reportFiles,
      github: githubJob(
        process.env,
        settings.reporters.some(({ name }) => name === 'github'),
      ),
      allure: settings.allure,
    },
  };
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

/** Whether somebody has said yes to the messages of this run. */
async function confirmation(
  { exchanges }: LivePlan,
  contract: Contract,
  settings: Settings,
  ask: AskToSend,
): Promise<Stop | { readonly ok: true }> {
  if (!needsPermission(settings)) return { ok: true };
  const cost = planCost(exchanges, contract, allowList(settings.sends.recipients));
  if (cost.messages === 0) return { ok: true };
  const baseUrl = settings.target ?? '';
  // Where the limits alone made it a question, they are the answer.
  const confirmed = settings.sends.confirmed || staysHere(baseUrl, settings.transport);
  return ask({ cost, host: new URL(baseUrl).host, confirmed, maskNumbers: settings.maskNumbers });
}

/** Six letters or digits that no other run is likely to have. */
function runId(): string {
  return (randomBytes(4).readUInt32BE() % 36 ** 6).toString(36).padStart(6, '0');
}
