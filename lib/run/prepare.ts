import { randomBytes } from 'node:crypto';
import { planCost } from '../cases/plan/plan-cost.ts';
import { type Refusal, refusal } from '../model/result.ts';
import type { PreparedRun } from '../model/running/prepared-run.ts';
import type { Environment } from '../model/running/settings.ts';
import { defectsByRequirement } from '../reference/defects/registry.ts';
import { startReference } from '../reference/start.ts';
import { clearReports } from '../report-folder/own-folder.ts';
import { reportPlacesOf } from '../report-folder/report-folder.ts';
import { maskFor } from '../secrets/mask.ts';
import { otherTickets, picked, type Settings, secretsOf, transportOf } from '../settings/run-settings.ts';
import { settingGroups } from '../settings/table.ts';
import { staysHere } from '../settings/target-url.ts';
import { planRun, type RunPlan } from './plan-run.ts';
import { type Allowed, type AskToSend, openLimits } from './sends/permission.ts';
import { numbersToMask } from './sends/subscriber-numbers.ts';

export interface Prepared {
  readonly ok: true;
  readonly run: PreparedRun;
  /** Resolves with where the program ended that the run has started, if it ends by itself. */
  readonly died?: Promise<string>;
  /** Stops the embedded reference, if there is one, and lets other runs have the report folder. */
  close(): Promise<void>;
}

/**
 * Prepares a run before any request is sent: the permission, the folder for the reports, and the embedded reference where
 * there is no other target. A refused run leaves earlier reports alone.
 * @param begin called before earlier reports are removed; null to write no reports
 */
export async function prepare(
  plan: RunPlan,
  ask: AskToSend,
  environment: Environment,
  begin: (() => void) | null = () => {},
): Promise<Prepared | Refusal> {
  const { settings, allowed } = plan;
  if (!allowed.ok) return allowed;
  const permitted = await confirmation([plan], ask);
  if (!permitted.ok) return permitted;
  const run = preparedOf(plan, environment);
  const { contract, target } = run;
  const { namespace } = target;
  const started = settings.start === null ? null : await startedTarget(settings);
  if (started?.ok === false) return started;
  const died = started?.died ?? new Promise<never>(() => {});
  // What was started needs some time.
  const waiting = { ...settings, wait: settings.wait ?? (started && USUAL_WAIT) };
  const late =
    waiting.wait &&
    (await Promise.race([died, (await import('./target/ask-for-wsdl.ts')).whyNoAnswer(waiting, contract)]));
  if (late) {
    await started?.stop();
    return refusal(3, late);
  }
  started?.handOver();
  // It may fail, so it is opened before anything has to be released.
  const reference = settings.target === null ? await startReference({ contract, namespace }) : null;
  const { remove, ...counted } = await openLimits(plan.sends);
  const cleared = begin && (await clearReports(run, begin));
  const close = async () => {
    await reference?.close();
    await started?.stop();
    if (cleared?.ok) await cleared.release();
    await remove();
  };
  if (cleared?.ok === false) {
    await close();
    return cleared;
  }
  const { baseUrl = target.baseUrl } = reference ?? {};
  return { ok: true, run: { ...run, ...counted, target: { ...target, baseUrl } }, died, close };
}

/** Seconds to wait for a target that was started, unless --wait says it. */
const USUAL_WAIT = 60;

async function startedTarget(settings: Settings) {
  const { startTarget } = await import('./target/start-target.ts');
  return startTarget(settings, maskFor(secretsOf(settings), numbersToMask(settings, [])));
}

/** Plans a run that may begin; its id, which no other run has by default, seeds the generated values. */
export function planAllowed(settings: Settings, runId = uniqueText()): RunPlan | Refusal {
  const plan = planRun(settings, runId);
  return plan.ok && !plan.allowed.ok ? plan.allowed : plan;
}

/** Most exchanges whose evidence is kept for all by default. */
const MOST_WITH_EVIDENCE = 2_000;

const EVIDENCE_NOTE =
  'Allure has no requests and responses of exchanges that passed or were observed; --evidence all keeps them';

/** Returns the run of a plan before anything is opened: the embedded reference has no URL, and messages are not counted. */
export function preparedOf(plan: RunPlan, environment: Environment): PreparedRun {
  const { ok, allowed, sends, selected, settings, declarations, ...planned } = plan;
  const { contract, register, classes } = declarations;
  const { allure, target, namespace, generate, seed } = settings;
  const places = reportPlacesOf(settings, environment);
  const evidence = settings.evidence ?? (plan.exchanges.length > MOST_WITH_EVIDENCE ? 'red' : 'all');
  return {
    ...planned,
    contract,
    register,
    ...picked(settings, ['gate', 'gateRefusals', 'gateClients', 'readers', 'allure', 'packetIds']),
    ...picked(settings, ['recheck', 'edition']),
    evidence,
    notes: allure && evidence === 'red' ? [...plan.notes, EVIDENCE_NOTE] : plan.notes,
    ...picked(settings, settingGroups.pace),
    ...transportOf(settings),
    ...places,
    defects: defectsByRequirement(),
    target: { baseUrl: target ?? '', namespace, kind: target === null ? 'reference' : 'external' },
    permission: settings.sends,
    secrets: secretsOf(settings),
    otherTickets: otherTickets(settings),
    numbers: numbersToMask(settings, selected),
    recordTo: places.reportFiles.find(({ format }) => format === 'har')?.path ?? null,
    values: { classes, generate, seed },
    lastFailed: settings.lastFailed !== undefined,
    limits: null,
    recordings: null,
  };
}

/** Asks once for permission to send the messages of all plans, and returns the answer. */
export async function confirmation(plans: readonly RunPlan[], ask: AskToSend): Promise<Allowed> {
  const sending = plans.filter(({ sends }) => sends !== null);
  const [first] = sending;
  if (!first) return { ok: true };
  const exchanges = sending.flatMap((plan) => plan.exchanges);
  const recipients = sending.flatMap(({ sends }) => sends?.recipients ?? []);
  const cost = planCost(exchanges, first.declarations.contract, new Set(recipients));
  if (cost.messages === 0) return { ok: true };
  const hosts = sending.map(({ settings }) => new URL(settings.target ?? '').host);
  // The limits answer the question that they alone raise.
  const confirmed = sending.every(
    ({ settings }) => settings.yes || staysHere(settings.target ?? '', settings),
  );
  const host = [...new Set(hosts)].join(' and ');
  const more = sending.reduce((sum, { smaller }) => sum + (smaller?.messages ?? 0), 0);
  return ask({ cost, host, confirmed, more, maskNumbers: first.settings.mask === 'numbers' });
}

/** Returns six letters or digits that no other run is likely to have. */
export function uniqueText(): string {
  return (randomBytes(4).readUInt32BE() % 36 ** 6).toString(36).padStart(6, '0');
}
