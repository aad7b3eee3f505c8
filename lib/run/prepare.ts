import { randomBytes } from 'node:crypto';
import { defectsByRequirement } from '../defects/registry.ts';
import type { Contract } from '../model/contract.ts';
import type { Target } from '../model/judging/wire.ts';
import { type Refusal, refusal } from '../model/result.ts';
import type { Handoff } from '../model/running/handoff.ts';
import type { RunPlan } from '../model/running/run-plan.ts';
import type { Environment, Settings } from '../model/running/settings.ts';
import { planCost } from '../plan/plan-cost.ts';
import { startReference } from '../reference/index.ts';
import { githubJob } from '../report/github/github-job.ts';
import type { FolderLock } from '../report-folder/own-folder.ts';
import { reportFilesOf } from '../report-folder/report-folder.ts';
import { secretsOf, transportOf } from '../settings/reach.ts';
import { staysHere } from '../settings/target-url.ts';
import { reasonOf } from '../text/reason-of.ts';
import { clearReports } from './clear-reports.ts';
import { planRun } from './plan-run.ts';
import { type AskToSend, openLimits } from './sends/send-limits.ts';
import { numbersToMask } from './sends/subscriber-numbers.ts';

export interface Prepared {
  readonly ok: true;
  readonly handoff: Handoff;
  /** The report folder, while it is that of this run. */
  readonly lock: FolderLock;
  /** Stops the embedded reference, if there is one, and lets other runs have the report folder. */
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
  runId = uniqueText(),
): Promise<Prepared | Refusal> {
  const plan = planAllowed(settings, runId);
  if (!plan.ok) return plan;
  const permitted = await confirmation([{ plan, settings }], ask);
  if (!permitted.ok) return permitted;
  const handoff = handoffOf(plan, settings, environment);
  const opened: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const end of opened.reverse()) await end();
  };
  const refused = (why: Refusal) => close().then(() => why);
  const counted = await openLimits(plan.sends);
  if (!counted.ok) return counted;
  opened.push(counted.remove);
  const cleared = await clearReports(settings.reportDir, handoff.reportFiles);
  if (!cleared.ok) return refused(cleared);
  opened.push(cleared.lock.release);
  const target = await openTarget(targetOf(settings), handoff.contract);
  if (!target.ok) return refused(target);
  opened.push(target.close);
  return {
    ok: true,
    lock: cleared.lock,
    close,
    handoff: { ...handoff, limits: counted.limits, target: target.target },
  };
}

/** What there is to run, for a list of its names: nothing is opened or written, and no request can go anywhere. */
export function prepareList(
  settings: Settings,
  environment: Environment,
): Pick<Prepared, 'ok' | 'handoff' | 'close'> | Refusal {
  const plan = planAllowed(settings, uniqueText());
  if (!plan.ok) return plan;
  // It has no limits, so it has no target: were it run by mistake, nothing could be reached at port 0.
  const target = { ...targetOf(settings), baseUrl: 'http://127.0.0.1:0' };
  const handoff = handoffOf(plan, settings, environment);
  return { ok: true, handoff: { ...handoff, limits: null, target }, close: async () => {} };
}

/** The plan of a run that may begin. */
export function planAllowed(settings: Settings, runId: string): RunPlan | Refusal {
  const plan = planRun(settings, runId);
  return plan.ok && !plan.allowed.ok ? plan.allowed : plan;
}

/** What a plan hands on, but for what is known only once the target is open. */
export function handoffOf(
  plan: RunPlan,
  settings: Settings,
  environment: Environment,
): Omit<Handoff, 'limits' | 'target'> {
  const { exchanges, notRun, notes, shard, known, declarations } = plan;
  const { gate, pace, reportDir, allure, sends, reporters } = settings;
  const reportFiles = reportFilesOf(reporters, reportDir);
  const wantsGithub = reporters.some(({ name }) => name === 'github');
  return {
    ...{ exchanges, notRun, notes, shard, known, gate, pace, reportDir, reportFiles, allure },
    contract: declarations.contract,
    register: declarations.register,
    defects: defectsByRequirement(),
    permission: sends.permission,
    transport: transportOf(settings),
    secrets: secretsOf(settings),
    numbers: numbersToMask(settings, plan.selected),
    recordTo: reportFiles.find(({ format }) => format === 'har')?.path ?? null,
    recordings: null,
    github: githubJob(environment, wantsGithub),
  };
}

/** The target of a run; that of the embedded reference has no URL yet. */
function targetOf({ target, namespace }: Settings): Target {
  return { baseUrl: target ?? '', namespace, kind: target === null ? 'reference' : 'external' };
}

/** A plan with the settings that it was made of. */
export interface Planned {
  readonly plan: RunPlan;
  readonly settings: Settings;
}

/** Asks once for the messages of all these runs, and says whether the answer was yes. */
export async function confirmation(
  planned: readonly Planned[],
  ask: AskToSend,
): Promise<Refusal | { readonly ok: true }> {
  const sending = planned.filter(({ plan }) => plan.sends !== null);
  const [first] = sending;
  if (!first) return { ok: true };
  const exchanges = sending.flatMap(({ plan }) => plan.exchanges);
  const recipients = sending.flatMap(({ plan }) => plan.sends?.recipients ?? []);
  const cost = planCost(exchanges, first.plan.declarations.contract, new Set(recipients));
  if (cost.messages === 0) return { ok: true };
  const hosts = sending.map(({ settings }) => new URL(settings.target ?? '').host);
  return ask({
    cost,
    host: [...new Set(hosts)].join(' and '),
    // Where the limits alone made it a question, they are the answer.
    confirmed: sending.every(
      ({ settings: { sends, target, transport } }) => sends.confirmed || staysHere(target ?? '', transport),
    ),
    maskNumbers: first.settings.maskNumbers,
  });
}

type OpenedTarget = { readonly ok: true; readonly target: Target; close(): Promise<void> };

/** A target, the embedded reference once it has been started. */
async function openTarget(target: Target, contract: Contract): Promise<OpenedTarget | Refusal> {
  if (target.kind === 'external') return { ok: true, target, close: async () => {} };
  try {
    const reference = await startReference({ contract, namespace: target.namespace });
    return {
      ok: true,
      target: { ...target, baseUrl: reference.baseUrl },
      close: () => reference.close(),
    };
  } catch (error) {
    return refusal(5, `the embedded reference did not start: ${reasonOf(error)}`);
  }
}

/** Six letters or digits that no other run is likely to have. */
export function uniqueText(): string {
  return (randomBytes(4).readUInt32BE() % 36 ** 6).toString(36).padStart(6, '0');
}
