import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { isCaseFile } from '../cases/case-files.ts';
import type { Settings } from '../model/running/settings.ts';
import { type Stop, stop } from '../model/running/stop.ts';
import { reportFilesOf, requirementsFile, resultsFile } from '../report-folder/report-folder.ts';
import { mistakeMask } from '../settings/reach.ts';
import { type FoundSettings, readSettings } from '../settings/read-settings.ts';
import type { EffectiveSettings } from '../settings/run-settings.ts';
import type { Sources } from '../settings/sources.ts';
import { originText } from '../settings/sources.ts';
import { staysHere } from '../settings/target-url.ts';
import { casesFolder } from './built-in.ts';

/** The settings of a run that may send requests: everything that an endpoint needs is said. */
export async function readRunSettings(
  sources: Omit<Sources, 'configuration'>,
): Promise<FoundSettings | Stop> {
  const found = await readSettings(sources);
  if (!found.ok) return found;
  const checked = checkSettings(found);
  if (checked.ok) return found;
  return { ...checked, message: mistakeMask(sources.environment, found.value)(checked.message) };
}

interface CheckedSettings {
  readonly effective: EffectiveSettings;
  /** The file of settings, or where one would be looked for. */
  readonly file: string;
}

/**
 * What has to be said together: nothing about an endpoint is guessed, and half a client certificate is none.
 * For what is about to send requests; what only shows something needs none of it.
 */
export function checkSettings({ effective, file }: CheckedSettings): Stop | { readonly ok: true } {
  const { target, namespace, ticket, cert, key, proxy, noProxy, reporter, reportDir, known, cases } =
    effective;
  const { runId, shard } = effective;
  // A variable may be that of a whole pipeline.
  if (runId.origin.kind === 'flag' && shard.value === null) {
    return stop(2, '--run-id without --shard; add --shard, or remove --run-id');
  }
  if ((cert.value === null) !== (key.value === null)) {
    const [given, from, missing] =
      cert.value === null ? (['key', key, 'cert'] as const) : (['cert', cert, 'key'] as const);
    const why = 'a client certificate needs its private key';
    return stop(2, `${given} (${originText(from.origin)}) needs ${missing}: ${why}`);
  }
  const reports = { reporters: reporter.value, reportDir: reportDir.value };
  const inputs = { configuration: file, known: known.value, caseFolders: cases.value };
  const mistake = sharedReportFile(reports) ?? reportOverInput({ ...reports, ...inputs });
  if (mistake !== undefined) {
    const why = `reporter (${originText(reporter.origin)}): ${mistake}`;
    return stop(2, `${why}; choose another file with --reporter NAME=FILE`);
  }
  if (target.value === null) return checkWithoutTarget(effective);
  if (namespace.origin.kind === 'default') {
    return stop(
      2,
      'the target has no XML namespace; add --namespace, POSTSMS_NAMESPACE, or namespace in conformance.yaml',
    );
  }
  const way = { proxy: proxy.value, noProxy: noProxy.value };
  if (ticket.origin.kind === 'default' && !staysHere(target.value, way)) {
    return stop(
      2,
      'the target is not this machine and has no ServiceTicket; set POSTSMS_TICKET, or add --ticket-file FILE (- is standard input)',
    );
  }
  return { ok: true };
}

/** What only a target can need, and somebody said for this very run; a file may be shared with runs that have one. */
function checkWithoutTarget(effective: EffectiveSettings): Stop | { readonly ok: true } {
  const origins = (['sends', 'recipients', 'maxMessages', 'packetIds'] as const)
    .filter((name) => name !== 'sends' || effective.sends.value === 'allow')
    .map((name) => effective[name].origin)
    .filter(({ kind }) => kind === 'flag' || kind === 'environment');
  if (origins.length === 0) return { ok: true };
  const needs = `${origins.map(originText).join(', ')} ${origins.length === 1 ? 'needs' : 'need'} a target`;
  return stop(
    2,
    `${needs}; add --target or POSTSMS_TARGET (without a target, the run judges the embedded reference)`,
  );
}

/** What two reports of a run cannot share: their file. Nothing where each has one of its own. */
export function sharedReportFile({
  reporters,
  reportDir,
}: Pick<Settings, 'reporters' | 'reportDir'>): string | undefined {
  const owners = new Map([
    [resolve(resultsFile(reportDir)), 'results.json'],
    [resolve(requirementsFile(reportDir)), 'the page of requirements'],
  ]);
  for (const { format, path } of reportFilesOf(reporters, reportDir)) {
    const owner = owners.get(resolve(path));
    if (owner === format) return `${format} is listed twice with the file ${path}`;
    if (owner !== undefined) return `${owner} and ${format} have the same file ${path}`;
    owners.set(resolve(path), format);
  }
  return undefined;
}

/** What a run is given by file, as far as a report could take its place and be read instead. */
interface Inputs extends Pick<Settings, 'reporters' | 'reportDir'> {
  readonly known: string | null;
  readonly caseFolders: readonly string[];
  /** The file of settings, or where one would be looked for. */
  readonly configuration: string;
}

/**
 * What the run, or the next one, reads in the place where it would write a report; nothing where there is none. The
 * file need not be there yet: in the folder of the cases a report would be taken for one of them.
 */
export function reportOverInput(inputs: Inputs): string | undefined {
  for (const { format, path } of reportFilesOf(inputs.reporters, inputs.reportDir)) {
    const what = inputAt(whereIs(path), inputs);
    if (what !== undefined) return `${format} cannot be written to ${path}: it is ${what}`;
  }
  return undefined;
}

function inputAt(place: string, { known, configuration, caseFolders }: Inputs): string | undefined {
  if (known !== null && place === whereIs(known)) return 'the file of known failures';
  if (place === whereIs(configuration)) return 'the file of settings';
  const folder = caseFolders.find((one) => isCaseFile(relative(whereIs(one), place)));
  if (folder !== undefined) return `among the case files of ${folder}`;
  return isCaseFile(relative(whereIs(casesFolder), place)) ? 'among the built-in cases' : undefined;
}

/** One name for a place, whatever leads there; also where there is nothing yet. */
function whereIs(path: string): string {
  const place = resolve(path);
  if (existsSync(place)) return realpathSync(place);
  return dirname(place) === place ? place : join(whereIs(dirname(place)), basename(place));
}
