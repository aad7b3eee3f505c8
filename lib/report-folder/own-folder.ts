import { open, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { lock } from 'proper-lockfile';
import { type ReportFile, reportFormats } from '../model/running/report-format.ts';
import { historyFile, lstatOrNothing, makeFolder, reportNames, resultsFile } from './report-folder.ts';

const MARK = '.postsms-conformance';

/** Marks a folder with the names of the reports that are written there, which a later run may remove. */
export async function markOwn(reportDir: string, written: readonly string[]): Promise<void> {
  const lines = ['A run of postsms-conformance removes the reports of the run before:', ...written];
  await writeFile(join(reportDir, MARK), `${lines.join('\n')}\n`, { mode: 0o600 });
}

/**
 * Returns the names of reports that the run before wrote, as its mark lists them, and of those that a run would remove or
 * replace although no run of this suite wrote them, such as Allure results of another tool. In a folder without a mark
 * these are all of them.
 *
 * @param written names of what the run writes
 * @param known names of what runs write into the folder
 */
export async function reportsIn(reportDir: string, written: readonly string[], known = reportNames) {
  const mark = await readFile(join(reportDir, MARK), 'utf8').catch(() => undefined);
  const marked = mark?.split('\n').slice(1);
  // What else is named in a mark is no path to remove.
  const own = known.filter((name) => marked?.includes(name));
  const foreign: string[] = [];
  for (const name of known.filter((one) => !own.includes(one) && (!marked || written.includes(one)))) {
    const stats = await lstatOrNothing(join(reportDir, name));
    // A folder in the place of results.json is an error of its own.
    if (stats && !(stats.isDirectory() && name === resultsFile(''))) foreign.push(name);
  }
  return { own, foreign };
}

/**
 * Returns the path of a link in the place of a file or folder of a run: it would be followed, wherever it leads.
 *
 * @param reports names of the reports that are written or removed
 */
export async function linkedReport(
  reportDir: string,
  reports: readonly string[],
): Promise<string | undefined> {
  const histories = (['reference', 'external'] as const).map((kind) => historyFile(reportDir, kind));
  const named = [MARK, '.lock', ...reports].map((name) => join(reportDir, name));
  for (const path of [...named, ...histories.map((file) => dirname(file)), ...histories]) {
    if ((await lstatOrNothing(path))?.isSymbolicLink()) return path;
  }
  return undefined;
}

/** Returns a file outside the usual names that a report would replace although no run of this suite wrote it. */
export async function foreignReportFile(
  reportDir: string,
  files: readonly ReportFile[],
): Promise<ReportFile | undefined> {
  const usual = reportNames.map((name) => resolve(reportDir, name));
  for (const file of files.filter(({ path }) => !usual.includes(resolve(path)))) {
    if (await isForeign(file.path, reportFormats[file.format].begins)) return file;
  }
  return undefined;
}

/** True if a file has content and does not begin as ours do; one that cannot be read may hold anything. */
export async function isForeign(path: string, begins: RegExp): Promise<boolean> {
  const stats = await lstatOrNothing(path);
  if (!stats?.isFile() || stats.size === 0) return false;
  try {
    const file = await open(path);
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(4_096) });
    await file.close();
    return !begins.test(buffer.toString('utf8', 0, bytesRead));
  } catch {
    return true;
  }
}

/** After this time without a heartbeat a run has ended, or its machine sleeps. */
const STALE_MS = 15_000;
const HEARTBEAT_MS = 2_000;

/**
 * Makes a report folder and locks it until the returned function is called: two runs in one would mix their reports. A
 * process that loses the lock, as it may while it is suspended, ends with 5 at once: its worker writes into the folder
 * too.
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
    throw new Error(`another run writes there; choose another folder with --report-dir, or ${wait}`);
  }
}
