import { resolve } from 'node:path';
import { type Refusal, refusal } from '../model/result.ts';
import { pageFiles, reportFilesOf, resultsFile } from '../report-folder/report-folder.ts';
import { type FoundSettings, readSettings } from '../settings/read-settings.ts';
import type { EffectiveSettings, Settings } from '../settings/run-settings.ts';
import { originText, type SettingInputs } from '../settings/sources.ts';
import { settingNames } from '../settings/table.ts';
import { staysHere, transportProblem } from '../settings/target-url.ts';

/** The settings of a run that may send requests: everything that an endpoint needs is said. */
export async function readRunSettings(inputs: SettingInputs): Promise<FoundSettings | Refusal> {
  const found = await readSettings(inputs);
  const checked = found.ok ? checkSettings(found) : found;
  if (found.ok && checked.ok) return found;
  // A ticket that is missing must not hide that nothing would run: without sends none is needed.
  const others = await readSettings(
    inputs,
    settingNames.filter((name) => name !== 'sends'),
  );
  const plan = others.ok && (await import('./plan-run.ts')).planRun(others.value, 'check');
  const more = others.ok && plan && !plan.ok ? [others.mask(plan.message)] : [];
  const message = checked.ok ? '' : found.ok ? found.mask(checked.message) : checked.message;
  return { ok: false, exitCode: 2, message: [message, ...more].join('\n') };
}

/** Checks the settings of what is about to send requests against each other: nothing about an endpoint is guessed. */
export function checkSettings({ value, effective }: FoundSettings): Refusal | { readonly ok: true } {
  const { target, namespace, ticket, reporter, runId, shard } = effective;
  // A variable may be that of a whole pipeline.
  if (runId.origin.kind === 'flag' && shard.value === null) {
    return refusal(2, '--run-id without --shard; add --shard, or remove --run-id');
  }
  const unreachable = transportProblem(value);
  if (unreachable !== null) return refusal(2, unreachable);
  const shared = sharedReportFile(value);
  if (shared !== undefined) return refusal(2, `reporter (${originText(reporter.origin)}): ${shared}`);
  if (target.value === null) return checkWithoutTarget(effective);
  if (namespace.origin.kind === 'default') return refusal(2, NO_NAMESPACE);
  const needsTicket = ticket.origin.kind === 'default' && !staysHere(target.value, value.transport);
  return needsTicket ? refusal(2, NO_TICKET) : { ok: true };
}

const NO_NAMESPACE =
  'the target has no XML namespace; add --namespace, POSTSMS_NAMESPACE, or namespace in conformance.yaml';

const NO_TICKET =
  'the target is not this machine and has no ServiceTicket; set POSTSMS_TICKET, or add --ticket-file FILE (- is standard input)';

/** What only a target can need, and somebody said for this very run; a file may be shared with runs that have one. */
function checkWithoutTarget(effective: EffectiveSettings): Refusal | { readonly ok: true } {
  const origins = (['sends', 'recipients', 'maxMessages', 'packetIds'] as const)
    .filter((name) => name !== 'sends' || effective.sends.value === 'allow')
    .map((name) => effective[name].origin)
    .filter(({ kind }) => kind === 'flag' || kind === 'environment');
  if (origins.length === 0) return { ok: true };
  const needs = `${origins.map(originText).join(', ')} ${origins.length === 1 ? 'needs' : 'need'} a target`;
  return refusal(
    2,
    `${needs}; add --target or POSTSMS_TARGET (without a target, the run judges the embedded reference)`,
  );
}

/** Says which file two reports of a run would share; nothing where each has one of its own. */
export function sharedReportFile({
  reporters,
  reportDir,
}: Pick<Settings, 'reporters' | 'reportDir'>): string | undefined {
  const chosen = reportFilesOf(reporters, reportDir).map(({ path }) => path);
  const paths = [resultsFile(reportDir), ...Object.values(pageFiles(reportDir)), ...chosen].map((path) =>
    resolve(path),
  );
  const shared = chosen.find((path) => paths.indexOf(resolve(path)) < paths.lastIndexOf(resolve(path)));
  return shared && `two reports have the file ${shared}; choose another file with --reporter NAME=FILE`;
}
