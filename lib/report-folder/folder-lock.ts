import { randomUUID } from 'node:crypto';
import { rm, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './report-folder.ts';
import { taken, takeStaleClaim, textOfClaim } from './stale-claim.ts';

/** How often a run shows that it is still there. */
const SIGN_MS = 2_000;

/** What stands in the claims of this process. */
const own = new Set<string>();

/** A report folder that is that of one run. */
export interface FolderClaim {
  /** Whether it still is: a run that stood still for long, as a laptop that slept, was taken for one that has ended. */
  isOurs(): boolean;
  /** The same as it was seen a moment ago, which costs nothing. */
  wasOurs(): boolean;
  /** Gives it free again, unless it is another's by now. */
  release(): Promise<void>;
}

/**
 * Makes a report folder and claims it for the run of this process: two runs in one would mix their reports, and neither could be
 * believed. What a run left behind that was killed is taken over.
 * @throws Error where another run that is alive has claimed it, and the system's error where nothing can be written
 */
export async function claimReportFolder(reportDir: string): Promise<FolderClaim> {
  await makeFolder(reportDir);
  const path = join(reportDir, '.running');
  const text = `${process.pid} ${hostname()} ${randomUUID()}`;
  // Before it is written: another run of this process may read it at once.
  own.add(text);
  try {
    await claim(path, text);
  } catch (error) {
    own.delete(text);
    throw error;
  }
  return claimOf(path, text);
}

async function claim(path: string, text: string): Promise<void> {
  if (await isClaimed(path, text)) return;
  const seen = textOfClaim(path);
  if (seen !== undefined) takeStaleClaim(path, seen, own.has(seen));
  if (!(await isClaimed(path, text))) throw taken('one that has just begun');
}

function claimOf(path: string, text: string): FolderClaim {
  let ours = true;
  const isOurs = () => {
    ours &&= textOfClaim(path) === text;
    return ours;
  };
  const sign = () => {
    if (isOurs()) void utimes(path, new Date(), new Date()).catch(() => {});
  };
  const signs = setInterval(sign, SIGN_MS).unref();
  return {
    isOurs,
    wasOurs: () => ours,
    release: async () => {
      clearInterval(signs);
      if (isOurs()) await rm(path, { force: true });
      own.delete(text);
    },
  };
}

/** Whether the claim could be written, for there was none. */
async function isClaimed(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
