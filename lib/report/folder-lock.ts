import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './report-folder.ts';

/** How often a run shows that it is still there. */
const SIGN_MS = 2_000;

/** After this time without a sign the run has ended, whatever its process number says, which may be another's by now. */
const SILENT_MS = 15_000;

/**
 * Makes a report folder and claims it for the run of this process: two runs in one would mix their reports, and neither could be
 * believed. What a run left behind that was killed is taken over.
 * @returns gives the folder free again
 * @throws Error where another run that is alive has claimed it, and the system's error where nothing can be written
 */
export async function claimReportFolder(reportDir: string): Promise<() => Promise<void>> {
  await makeFolder(reportDir);
  const path = join(reportDir, '.running');
  const claim = () => writeFile(path, `${process.pid} ${hostname()}`, { flag: 'wx', mode: 0o600 });
  try {
    await claim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const owner = await livingOwner(path);
    if (owner !== null) {
      throw new Error(
        `another run (${owner}) writes there; choose another folder with --report-dir, or wait for it`,
      );
    }
    await rm(path, { force: true });
    await claim();
  }
  const signs = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), SIGN_MS).unref();
  return async () => {
    clearInterval(signs);
    await rm(path, { force: true });
  };
}

/** The process of the run that has claimed a folder, for a person; null where it has ended. */
async function livingOwner(path: string): Promise<string | null> {
  const [text, times] = await Promise.all([readFile(path, 'utf8'), stat(path)]).catch(
    () => ['', null] as const,
  );
  const [, number, host] = /^([1-9]\d*) (\S+)$/.exec(text) ?? [];
  if (times === null || number === undefined || Date.now() - times.mtimeMs > SILENT_MS) return null;
  // Of another machine or container nobody here can know the processes: there its signs are all that is seen of it.
  if (host !== hostname()) return `process ${number} of ${host}`;
  return isProcess(Number(number)) ? `process ${number}` : null;
}

function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
