import { randomBytes } from 'node:crypto';
import type { Contract } from '../model/contract.ts';
import type { Target } from '../model/judging/wire.ts';
import { type Refusal, refusal } from '../model/result.ts';
import type { RunPlan } from '../model/running/run-plan.ts';
import type { Environment, Settings } from '../model/running/settings.ts';
import { planCost } from '../plan/plan-cost.ts';
import { startReference } from '../reference/index.ts';
import { staysHere } from '../settings/target-url.ts';
import { clearReports } from './clear-reports.ts';
import { handoffOf, type Prepared } from './handoff-of.ts';
import { planRun } from './plan-run.ts';
import { type AskToSend, openLimits } from './sends/send-limits.ts';

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
  const plan = planRun(settings, runId);
  if (!plan.ok) return plan;
  if (!plan.allowed.ok) return plan.allowed;
  const handoff = handoffOf(plan, settings, environment);
  const permitted = await confirmation([{ plan, settings }], ask);
  if (!permitted.ok) return permitted;
  const counted = await openLimits(plan.sends);
  if (!counted.ok) return counted;
  const { limits } = counted;
  const cleared = await clearReports(settings.reportDir, handoff.reportFiles);
  if (!cleared.ok) {
    await counted.remove();
    return cleared;
  }
  const opened = await openTarget(targetOf(plan, settings), handoff.contract);
  if (!opened.ok) {
    await cleared.lock.release();
    await counted.remove();
    return opened;
  }
  const { target, close } = opened;
  return {
    ok: true,
    ids: plan.ids,
    lock: cleared.lock,
    close: async () => {
      await close();
      await cleared.lock.release();
      await counted.remove();
    },
    handoff: { ...handoff, limits, target },
  };
}

/** What there is to run, for a list of its names: nothing is opened or written, and no request can go anywhere. */
export function prepareList(
  settings: Settings,
  environment: Environment,
): Pick<Prepared, 'ok' | 'handoff' | 'close'> | Refusal {
  const plan = planRun(settings, uniqueText());
  if (!plan.ok) return plan;
  if (!plan.allowed.ok) return plan.allowed;
  // It has no limits, so it has no target: were it run by mistake, nothing could be reached at port 0.
  const target = { ...targetOf(plan, settings), baseUrl: 'http://127.0.0.1:0' };
  const handoff = handoffOf(plan, settings, environment);
  return { ok: true, handoff: { ...handoff, limits: null, target }, close: async () => {} };
}

/** The target of a run; that of the embedded reference has no URL yet. */
function targetOf({ baseUrl }: RunPlan, { namespace }: Settings): Target {
  return { baseUrl: baseUrl ?? '', namespace, kind: baseUrl === null ? 'reference' : 'external' };
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
    return refusal(
      5,
      `the embedded reference did not start: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Six letters or digits that no other run is likely to have. */
export function uniqueText(): string {
  return (randomBytes(4).readUInt32BE() % 36 ** 6).toString(36).padStart(6, '0');
}
