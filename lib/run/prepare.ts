import { randomBytes } from 'node:crypto';
import { defectsByRequirement } from '../defects/index.ts';
import type { Target } from '../model/judging/wire.ts';
import type { Handoff } from '../model/running/handoff.ts';
import type { Environment } from '../model/running/io.ts';
import type { Settings } from '../model/running/settings.ts';
import type { Stop } from '../model/running/stop.ts';
import { planCost } from '../plan/plan-cost.ts';
import { githubJob } from '../report/github/github-job.ts';
import type { FolderClaim } from '../report-folder/folder-lock.ts';
import { reportFilesOf } from '../report-folder/report-files.ts';
import { secretsOf, transportOf } from '../settings/reach.ts';
import { staysHere } from '../settings/target-url.ts';
import { clearReports } from './clear-reports.ts';
import { openTarget } from './open-target.ts';
import { runPlan } from './run-plan.ts';
import { allowList, needsPermission } from './sends/live-plan.ts';
import { numbersToMask } from './sends/numbers-to-mask.ts';
import { openLimits } from './sends/send-limits.ts';
import type { AskToSend } from './sends/send-question.ts';

export interface Prepared {
  readonly ok: true;
  readonly handoff: Handoff;
  /** Ids of the exchanges of the whole plan that can fail, whatever the run chooses of them. */
  readonly ids: readonly string[];
  /** The report folder, while it is that of this run. */
  readonly claim: FolderClaim;
  /** Stops the embedded reference, if there is one, and removes the reports of the run before. */
  close(): Promise<void>;
}

/**
 * Everything that has to be right before a request is sent: target, declarations, plan, permission to send and a
 * yes to it, a folder for the reports. A run that is refused leaves the reports of the one before it alone.
 * Starts the embedded reference where there is no other target.
 */
export async function prepare(
  settings: Settings,
  ask: AskToSend,
  environment: Environment,
): Promise<Prepared | Stop> {
  const plan = planOf(settings, environment);
  if (!plan.ok) return plan;
  const { handoff, ids } = plan;
  const permitted = await confirmation(handoff, settings, ask);
  if (!permitted.ok) return permitted;
  const counted = await openLimits(settings, handoff);
  if (!counted.ok) return counted;
  const { limits } = counted;
  const cleared = await clearReports(settings.reportDir, handoff.reportFiles);
  if (!cleared.ok) {
    await counted.remove();
    return cleared;
  }
  const opened = await openTarget(plan.target, handoff.contract);
  if (!opened.ok) {
    await cleared.giveFree();
    await counted.remove();
    return opened;
  }
  const { target, close } = opened;
  return {
    ok: true,
    ids,
    claim: cleared.claim,
    close: async () => {
      await close();
      await cleared.giveFree();
      await counted.remove();
    },
    handoff: { ...handoff, limits, target },
  };
}

/** What there is to run, for one who asks for its names: nothing is opened or written, and no request can go anywhere. */
export function prepareList(
  settings: Settings,
  environment: Environment,
): Omit<Prepared, 'ids' | 'claim'> | Stop {
  const plan = planOf(settings, environment);
  if (!plan.ok) return plan;
  // It has no limits, so it has no target: were it run by mistake, nothing could be reached at port 0.
  const target = { ...plan.target, baseUrl: 'http://127.0.0.1:0' };
  return { ok: true, handoff: { ...plan.handoff, limits: null, target }, close: async () => {} };
}

interface Plan {
  readonly ok: true;
  readonly ids: readonly string[];
  readonly handoff: Omit<Handoff, 'limits' | 'target'>;
  /** That of the embedded reference has no URL yet. */
  readonly target: Target;
}

/** What can be right or wrong without the network and without a file of reports. */
function planOf(settings: Settings, environment: Environment): Plan | Stop {
  const plan = runPlan(settings, uniqueText());
  if (!plan.ok) return plan;
  const { baseUrl, planned, part, allowed } = plan;
  if (!allowed.ok) return allowed;
  const { contract, register } = planned.declarations;
  const { namespace } = settings;
  return {
    ok: true,
    ids: planned.ids,
    target: { baseUrl: baseUrl ?? '', namespace, kind: baseUrl === null ? 'reference' : 'external' },
    handoff: {
      contract,
      register,
      defects: defectsByRequirement(),
      exchanges: part.exchanges,
      notRun: part.notRun,
      notes: planned.notes,
      shard: part.shard,
      known: planned.known,
      permission: settings.sends.permission,
      gate: settings.gate,
      pace: settings.pace,
      transport: transportOf(settings),
      secrets: secretsOf(settings),
      numbers: numbersToMask(settings, planned.exchanges),
      reportDir: settings.reportDir,
      reportFiles: reportFilesOf(settings.reporters, settings.reportDir),
      github: githubJob(
        environment,
        settings.reporters.some(({ name }) => name === 'github'),
      ),
      allure: settings.allure,
    },
  };
}

/** Whether somebody has said yes to the messages of this run. */
async function confirmation(
  { exchanges, contract }: Pick<Handoff, 'exchanges' | 'contract'>,
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
function uniqueText(): string {
  return (randomBytes(4).readUInt32BE() % 36 ** 6).toString(36).padStart(6, '0');
}
