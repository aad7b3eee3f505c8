import { randomBytes } from 'node:crypto';
import { defectsByRequirement } from '../defects/index.ts';
import type { Handoff } from '../model/handoff.ts';
import type { Settings } from '../model/settings.ts';
import type { Target } from '../model/wire.ts';
import { startReference } from '../reference/index.ts';
import { clearReportFolder } from '../report/report-folder.ts';
import { numbersToMask } from './numbers-to-mask.ts';
import { planRun } from './plan-run.ts';
import { checkTransport, secretsOf, transportOf } from './reach.ts';
import { checkSends } from './send-permission.ts';
import { type Stop, stop } from './stop.ts';
import { readBaseUrl, staysHere } from './target-url.ts';

export interface Prepared {
  readonly ok: true;
  readonly handoff: Handoff;
  /** Stops the embedded reference, if there is one, and removes the reports of the run before. */
  close(): Promise<void>;
}

/**
 * Everything that has to be right before a request is sent: declarations, plan, target, permission to send, a
 * folder for the reports. A run that is refused leaves the reports of the one before it alone.
 * Starts the embedded reference where there is no other target.
 */
export async function prepare(settings: Settings): Promise<Prepared | Stop> {
  const reachable = checkTransport(settings.transport);
  if (!reachable.ok) return reachable;
  const planned = planRun(settings, runId());
  if (!planned.ok) return planned;
  const { declarations, exchanges } = planned;
  const permitted = checkTarget(settings, exchanges);
  if (!permitted.ok) return permitted;
  const cleared = await clearReports(settings.reportDir);
  if (!cleared.ok) return cleared;
  const opened = await openTarget(settings, declarations.contract);
  if (!opened.ok) return opened;
  const { target, close } = opened;
  return {
    ok: true,
    close: async () => {
      await close();
      await cleared.removeEarlier();
    },
    handoff: {
      contract: declarations.contract,
      register: declarations.register,
      defects: defectsByRequirement(),
      exchanges,
      target,
      gate: settings.gate,
      pace: settings.pace,
      transport: transportOf(settings),
      secrets: secretsOf(settings),
      numbers: numbersToMask(settings, exchanges),
      reportDir: settings.reportDir,
      allure: settings.allure,
    },
  };
}

/** Whether the target is one, and may be made to send what the plan sends. */
function checkTarget(settings: Settings, exchanges: Handoff['exchanges']): Stop | { readonly ok: true } {
  if (settings.target === null) return { ok: true };
  const base = readBaseUrl(settings.target);
  if (!base.ok || staysHere(base.url, settings.transport)) return base;
  return checkSends(exchanges, base.url, settings.sends);
}

type Cleared = { readonly ok: true; removeEarlier(): Promise<void> };

/** Nothing is sent whose verdict could not be written. */
async function clearReports(reportDir: string): Promise<Cleared | Stop> {
  try {
    return { ok: true, removeEarlier: await clearReportFolder(reportDir) };
  } catch (error) {
    return stop(
      5,
      `no report can be written to ${reportDir}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

type OpenedTarget = { readonly ok: true; readonly target: Target; close(): Promise<void> };

async function openTarget(settings: Settings, contract: Handoff['contract']): Promise<OpenedTarget | Stop> {
  const { namespace } = settings;
  if (settings.target !== null) {
    const base = readBaseUrl(settings.target);
    if (!base.ok) return base;
    return { ok: true, target: { baseUrl: base.url, namespace, kind: 'external' }, close: async () => {} };
  }
  try {
    const reference = await startReference({ contract, namespace });
    const target: Target = { baseUrl: reference.baseUrl, namespace, kind: 'reference' };
    return { ok: true, target, close: () => reference.close() };
  } catch (error) {
    return stop(
      5,
      `the embedded reference did not start: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Six letters or digits that no other run is likely to have. */
function runId(): string {
  return (randomBytes(4).readUInt32BE() % 36 ** 6).toString(36).padStart(6, '0');
}
