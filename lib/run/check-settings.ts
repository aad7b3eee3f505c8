import { resolve } from 'node:path';
import { type Refusal, refusal } from '../model/result.ts';
import { pageFile, reportFilesOf, resultsFile } from '../report-folder/report-folder.ts';
import { type FoundSettings, readSettings } from '../settings/read-settings.ts';
import { type Settings, transportProblem } from '../settings/run-settings.ts';
import { type Origin, originText, type SettingInputs } from '../settings/sources.ts';
import { settingNames } from '../settings/table.ts';
import { staysHere } from '../settings/target-url.ts';

/** Reads the settings of a run that may send requests, and checks that nothing is missing that an endpoint needs. */
export async function readRunSettings(inputs: SettingInputs): Promise<FoundSettings | Refusal> {
  const found = await readSettings(inputs);
  const mistake = found.ok ? settingsMistake(found.value) : found.message;
  if (found.ok && mistake === undefined) return found;
  // A ticket that is missing must not hide that nothing would run: without sends none is needed.
  const withoutSends = settingNames.filter((name) => name !== 'sends');
  const others = await readSettings(inputs, withoutSends);
  const plan = others.ok && (await import('./plan-run.ts')).planRun(others.value, 'check');
  const more = others.ok && plan && !plan.ok ? [others.mask(plan.message)] : [];
  const message = found.ok && mistake !== undefined ? found.mask(mistake) : mistake;
  return refusal(2, [message, ...more].join('\n'));
}

/** Returns what is wrong among the settings of a run that is about to send requests: nothing about an endpoint is guessed. */
export function settingsMistake(settings: Settings): string | undefined {
  const { target, origins } = settings;
  // A variable may be that of a whole pipeline.
  if (origins.runId.kind === 'flag' && settings.shard === null) {
    return '--run-id without --shard; add --shard, or remove --run-id';
  }
  const unreachable = transportProblem(settings);
  if (unreachable !== null) return unreachable;
  const shared = sharedReportFile(settings);
  if (shared !== undefined) return `reporter (${originText(origins.reporter)}): ${shared}`;
  if (target === null) return withoutTarget(settings);
  if (origins.namespace.kind === 'default') return NO_NAMESPACE;
  const needsTicket = origins.ticket.kind === 'default' && !staysHere(target, settings);
  return needsTicket ? NO_TICKET : undefined;
}

const NO_NAMESPACE =
  'the target has no XML namespace; add --namespace, POSTSMS_NAMESPACE, or namespace in conformance.yaml';

const NO_TICKET =
  'the target is not this machine and has no ServiceTicket; set POSTSMS_TICKET, or add --ticket-file FILE (- is standard input)';

/** Returns a message about settings of this very run that only a target can need; a file may be shared by other runs. */
function withoutTarget({ sends, origins }: Settings): string | undefined {
  const said = (['sends', 'recipients', 'maxMessages', 'packetIds', 'wait', 'start', 'headers'] as const)
    .filter((name) => name !== 'sends' || sends === 'allow')
    .map((name) => origins[name])
    .filter(isOfThisRun);
  if (said.length === 0) return namespaceWithoutTarget(origins);
  const needs = `${said.map(originText).join(', ')} ${said.length === 1 ? 'needs' : 'need'} a target`;
  return `${needs}; add --target or POSTSMS_TARGET (without a target, the run judges the embedded reference)`;
}

const isOfThisRun = ({ kind }: Origin) => kind === 'flag' || kind === 'environment';

/** Returns a message about the namespace of a gateway whose target was forgotten: the reference would pass in its place. */
function namespaceWithoutTarget({ target, namespace }: Settings['origins']): string | undefined {
  if (target.kind !== 'default' || !isOfThisRun(namespace)) return undefined;
  return `${originText(namespace)} needs a target; add --target or POSTSMS_TARGET, or --target reference to judge the embedded reference`;
}

/** Returns a message about the file that two reports of a run would share; undefined where each has its own. */
export function sharedReportFile({ reporter, reportDir }: Settings): string | undefined {
  const chosen = reportFilesOf(reporter, reportDir).map(({ path }) => path);
  const paths = [resultsFile(reportDir), pageFile(reportDir), ...chosen].map((path) => resolve(path));
  const shared = chosen.find((path) => paths.indexOf(resolve(path)) < paths.lastIndexOf(resolve(path)));
  return shared && `two reports have the file ${shared}; choose another file with --reporter NAME=FILE`;
}
