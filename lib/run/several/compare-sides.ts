import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstProblems, formatProblem } from '../../cases/yaml/format-problem.ts';
import { type Refusal, refusal } from '../../model/result.ts';
import type { EndedRun } from '../../model/running/results.ts';
import type { Settings } from '../../model/running/settings.ts';
import { readHar } from '../../recording/read-har.ts';
import { RECORDING, withoutRecording } from '../../recording/replay.ts';
import { isFolder, resultsFile } from '../../report-folder/report-folder.ts';
import { loadResults } from '../../results/load-results.ts';
import { emptiedRecording } from '../clear-reports.ts';
import { confirmation, type Planned, planAllowed, uniqueText } from '../prepare.ts';
import type { AskToSend } from '../sends/send-limits.ts';
import { type OpenedSide, recordedFilter } from './filter-recorded.ts';

/** A side that is a recording already, or a target that is to be run. */
export type GivenSide =
  | { readonly kind: 'recording'; readonly path: string }
  | { readonly kind: 'target'; readonly settings: Settings };

/** Runs a side without a question and without output; the run id seeds its generated values. */
type RunSide = (settings: Settings, runId: string) => Promise<Refusal | EndedRun>;

export type OpenedSides = { readonly ok: true; readonly sides: readonly OpenedSide[] } | Refusal;

/**
 * Opens the sides of a comparison: reads recordings, and runs targets one after the other with the same generated values.
 * What all of them will send is asked once; permission, recipients and budget hold for each by itself. Recordings are read
 * before anything is sent.
 *
 * @param settings whose filters choose from recordings
 * @param folder where each run writes its own reports, in a folder of its name
 */
export async function openSides(
  given: readonly (readonly [name: string, side: GivenSide])[],
  settings: Settings,
  folder: string,
  ask: AskToSend,
  run: RunSide,
): Promise<OpenedSides> {
  const paths = given.flatMap(([, side]) => (side.kind === 'recording' ? [side.path] : []));
  const recorded = new Map<string, OpenedSide>();
  for (const [name, side] of given) {
    const read =
      side.kind === 'recording' ? readSide(side.path) : emptiedRecording(join(folder, name), paths);
    if (read && 'message' in read) return read;
    if (read) recorded.set(name, read);
  }
  const filter = recordedFilter([...recorded.values()], settings);
  if (!filter.ok) return filter.error;
  const targets = given.flatMap(([, side]) => (side.kind === 'target' ? [side.settings] : []));
  const asked = await askOnce(targets, ask);
  if (!asked.ok) return asked;
  const runId = uniqueText();
  const sides: OpenedSide[] = [];
  for (const [name, side] of given) {
    const read = recorded.get(name);
    if (read) sides.push(filter.value(read));
    if (side.kind === 'recording') continue;
    const id = name === 'again' ? uniqueText() : runId;
    const ran = await runSide(side.settings, join(folder, name), id, run);
    if ('message' in ran) return ran;
    sides.push(ran);
  }
  return { ok: true, sides };
}

/** Plans the runs of all targets and asks for their messages in one question. */
async function askOnce(
  targets: readonly Settings[],
  ask: AskToSend,
): Promise<Refusal | { readonly ok: true }> {
  const planned: Planned[] = [];
  for (const settings of targets) {
    const plan = planAllowed(settings, 'compare');
    if (!plan.ok) return plan;
    planned.push({ plan, settings });
  }
  return confirmation(planned, ask);
}

async function runSide(
  settings: Settings,
  reportDir: string,
  runId: string,
  run: RunSide,
): Promise<OpenedSide | Refusal> {
  const own: Settings = {
    ...settings,
    reportDir,
    reporters: [{ name: 'har', file: null }],
    allure: false,
    html: false,
  };
  const ended = await run(own, runId);
  if ('message' in ended) return ended;
  const { exchanges, summary } = ended.results;
  // A run of probes alone judges nothing, and has replies to compare all the same.
  const isWhole = exchanges.length === summary.planned && summary.harnessError === 0;
  if (ended.exitCode > 1 && !(ended.exitCode === 4 && isWhole)) {
    const why = ended.results.why === undefined ? '' : `: ${ended.results.why}`;
    return refusal(ended.exitCode as 3 | 4 | 5, `the run against ${settings.target} is incomplete${why}`);
  }
  const side = readSide(reportDir);
  return 'message' in side ? side : { ...side, name: settings.target ?? side.name };
}

/** Reads a recording, or that of a report folder with its results. */
function readSide(path: string): OpenedSide | Refusal {
  const file = isFolder(path) ? join(path, RECORDING) : path;
  if (!existsSync(file)) {
    return refusal(2, withoutRecording(path));
  }
  const read = readHar(readFileSync(file, 'utf8'));
  if (!read.ok) return refusal(2, `${file} is ${read.error}`);
  if (!isFolder(path) || !existsSync(resultsFile(path)))
    return { name: path, calls: read.value, results: null };
  const results = loadResults(resultsFile(path));
  if (!results.ok) return refusal(2, firstProblems(results.error.map(formatProblem)));
  return { name: path, calls: read.value, results: results.value };
}
