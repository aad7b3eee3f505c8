import { closeSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { lock } from 'proper-lockfile';
import { type Refusal, refusal } from '../model/result.ts';
import type { PreparedRun } from '../model/running/prepared-run.ts';
import { type ReportFile, reportFormats } from '../model/running/report-format.ts';
import { attempt, reasonOf } from '../text/reason-of.ts';
import {
  allureFolders,
  clientOutputFile,
  historyFile,
  pageFile,
  reportNames,
  resultsFile,
} from './report-folder.ts';
import { isFolder, lstatOrNothing, makeFolder, unfinished, whyUnwritable } from './write-atomic.ts';

const MARK = '.postsms-conformance';

/** Marks a folder with the names of the reports that are written there, which a later run may remove. */
export function markOwn(reportDir: string, written: readonly string[]): void {
  const lines = ['A run of postsms-conformance removes the reports of the run before:', ...written];
  writeFileSync(join(reportDir, MARK), `${lines.join('\n')}\n`, { mode: 0o600 });
}

/**
 * Returns the names of reports of the earlier run, as its mark lists them, and of foreign files that a run would remove
 * or replace. In a folder without a mark all files are foreign.
 *
 * @param written names of what the run writes
 * @param known names of what runs write into the folder
 */
export function reportsIn(reportDir: string, written: readonly string[], known = reportNames) {
  const mark = attempt(() => readFileSync(join(reportDir, MARK), 'utf8'));
  const marked = mark?.split('\n').slice(1);
  // What else is named in a mark is no path to remove.
  const earlier = known.filter((name) => marked?.includes(name));
  const foreign: string[] = [];
  for (const name of known.filter((file) => !earlier.includes(file) && (!marked || written.includes(file)))) {
    const stats = lstatOrNothing(join(reportDir, name));
    // A folder in the place of results.json is an error of its own.
    if (stats && !(stats.isDirectory() && name === resultsFile(''))) foreign.push(name);
  }
  return { earlier, foreign };
}

const ELSEWHERE = 'choose another folder with --report-dir';

/** Refuses a link in the place of a report or of another file of a run, because a run would follow it. */
export function linkedReport(reportDir: string, reports: readonly string[]) {
  const histories = (['reference', 'external'] as const).map((kind) => historyFile('', kind));
  for (const name of [MARK, '.lock', ...reports, ...histories.map(dirname), ...histories]) {
    const path = join(reportDir, name);
    if (!lstatOrNothing(path)?.isSymbolicLink()) continue;
    return refusal(2, `${path} is a link, which a run would follow; remove it, or ${ELSEWHERE}`);
  }
  return undefined;
}

/**
 * Locks and clears the report folder before a request is sent, so that every verdict can be written.
 * @param begin called once the folder is locked, before a report is removed
 */
export async function clearReports(
  { reportDir, reportFiles, allure }: Pick<PreparedRun, 'reportDir' | 'reportFiles' | 'allure'>,
  begin = () => {},
): Promise<Refusal | { readonly ok: true; release(): Promise<void> }> {
  const inFolder = reportFiles.filter(({ path }) => dirname(resolve(path)) === resolve(reportDir));
  const written = [
    resultsFile(''),
    // `open` makes the page of the results where the run left it out.
    pageFile(''),
    clientOutputFile(''),
    ...inFolder.map(({ path }) => basename(path)),
    ...(allure ? Object.values(allureFolders('')) : []),
  ];
  if (lstatOrNothing(reportDir) && !isFolder(reportDir))
    return refusal(2, `the report folder ${reportDir} is no folder; ${ELSEWHERE}`);
  const { earlier, foreign } = reportsIn(reportDir, written);
  if (foreign.length > 0) {
    const why = 'which this suite did not write and a run would delete';
    return refusal(2, `${reportDir} holds ${foreign.join(', ')}, ${why}; ${ELSEWHERE}, or empty this one`);
  }
  const linked = linkedReport(reportDir, [...earlier, ...written]);
  if (linked !== undefined) return linked;
  const usual = reportNames.map((name) => resolve(reportDir, name));
  for (const { format, path } of reportFiles) {
    if (usual.includes(resolve(path)) || !isForeignFile(path, reportFormats[format].begins)) continue;
    const advice = `choose another file with --reporter ${format}=FILE, or remove this one`;
    return refusal(2, `${path} exists and is not a ${format} report of this suite; ${advice}`);
  }
  for (const { path, format } of [{ path: resultsFile(reportDir), format: null }, ...reportFiles]) {
    const why = await whyUnwritable(path);
    const advice = format && `give the ${format} report another file, as in --reporter ${format}=FILE`;
    if (why !== undefined)
      return refusal(5, `cannot write reports to ${path}: ${why}; ${advice ?? ELSEWHERE}`);
  }
  let release = async () => {};
  try {
    release = await lockReportFolder(reportDir);
    begin();
    clearReportFolder(reportDir, earlier, reportFiles);
    markOwn(reportDir, written);
    return { ok: true, release };
  } catch (error) {
    await release();
    return refusal(5, `cannot write reports to ${reportDir}: ${reasonOf(error)}`);
  }
}

/** Removes the reports of an earlier run, the files that this run will write, and their unfinished remains. */
export function clearReportFolder(folder: string, earlier: readonly string[], files: readonly ReportFile[]) {
  const reports = earlier.map((name) => join(folder, name));
  const written = files.map(({ path }) => path);
  for (const path of reports) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  for (const path of [...written, ...[...reports, ...written].map(unfinished)]) rmSync(path, { force: true });
}

/** True if a file has content and does not begin as our reports do, or cannot be read. */
export function isForeignFile(path: string, begins: RegExp): boolean {
  const stats = lstatOrNothing(path);
  if (!stats?.isFile() || stats.size === 0) return false;
  const beginning = attempt(() => {
    const file = openSync(path, 'r');
    const buffer = Buffer.alloc(4_096);
    const length = readSync(file, buffer);
    closeSync(file);
    return buffer.toString('utf8', 0, length);
  });
  return beginning === undefined || !begins.test(beginning);
}

/** After this time without a heartbeat a run has ended, or its machine sleeps. */
const STALE_MS = 15_000;
const HEARTBEAT_MS = 2_000;

/**
 * Makes a report folder and locks it until the returned function is called: two runs in one would mix their reports. A
 * process that loses the lock, as it may while it is suspended, ends with 5 at once: its worker writes into the folder too.
 *
 * @throws Error where another run holds it, and the system's error where nothing can be written
 */
export async function lockReportFolder(reportDir: string): Promise<() => Promise<void>> {
  await makeFolder(reportDir);
  try {
    return await lock(reportDir, {
      ...{ lockfilePath: join(reportDir, '.lock'), stale: STALE_MS, update: HEARTBEAT_MS },
      onCompromised: () => {
        process.stderr.write(`${reportDir} was removed, or another run took it over; run again\n`);
        process.exit(5);
      },
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error;
    const wait = `wait for it (if it was killed, ${STALE_MS / 1000} seconds)`;
    throw new Error(`another run writes there; ${ELSEWHERE}, or ${wait}`);
  }
}
