import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { rm, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './report-folder.ts';

/** How often a run shows that it is still there. */
const SIGN_MS = 2_000;

/** After this time without a sign the run has ended, whatever its process number says, which may be another's by now. */
const SILENT_MS = 15_000;

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
  const seen = textIn(path);
  if (seen !== undefined) {
    refuseWhereAlive(path, seen);
    takeAway(path, seen);
  }
  if (!(await isClaimed(path, text))) throw taken('one that has just begun');
}

function claimOf(path: string, text: string): FolderClaim {
  let ours = true;
  const isOurs = () => {
    ours &&= textIn(path) === text;
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

/** At once: whoever stood still must not write before it is known. */
function textIn(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
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

/**
 * Takes away the claim of a run that has ended, unless another run has done so: of several that are about it, the slower
 * must not take away what the faster has put there. So one at a time looks and takes away, and nobody waits for it.
 */
function takeAway(path: string, seen: string): void {
  const turn = `${path}-taking`;
  try {
    writeFileSync(turn, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // Left by one that was killed in between: the next run finds it gone.
    if (silentMs(turn) > SILENT_MS) rmSync(turn, { force: true });
    throw taken('one that has just begun');
  }
  try {
    if (textIn(path) === seen) rmSync(path, { force: true });
  } finally {
    rmSync(turn, { force: true });
  }
}

/** Milliseconds since a file was last written; as good as never where there is none. */
function silentMs(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function refuseWhereAlive(path: string, text: string): void {
  if (silentMs(path) > SILENT_MS) return;
  // It is there before its text is.
  if (text === '') throw taken('one that has just begun');
  const [, number, host] = /^([1-9]\d*) (\S+)/.exec(text) ?? [];
  if (number === undefined) return;
  // Of another machine or container nobody here can know the processes: there its signs are all that is seen of it.
  if (host !== hostname()) throw taken(`process ${number} of ${host}`);
  // A number is given again: this one's was another's, unless this one has two runs at once.
  const isAlive = Number(number) === process.pid ? own.has(text) : isProcess(Number(number));
  if (isAlive) throw taken(`process ${number}`);
}

function taken(owner: string): Error {
  const wait = `wait for it (if it was killed, ${SILENT_MS / 1000} seconds)`;
  return new Error(
    `another run (${owner}) writes there; choose another folder with --report-dir, or ${wait}`,
  );
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
