import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** After this time without a sign the run has ended, whatever its process number says, which may be another's by now. */
const SILENT_MS = 15_000;

/**
 * Takes away the claim of a run that has ended, as one that was killed leaves it.
 * @param seen what stood in it
 * @param isOwn whether that is one of this process, which may have two runs at once
 * @throws Error where its run is alive, or may be, and where another run is taking it away
 */
export function takeStaleClaim(path: string, seen: string, isOwn: boolean): void {
  refuseWhereAlive(path, seen, isOwn);
  takeAway(path, seen);
}

/** What stands in a claim, if there is one. At once: whoever stood still must not write before it is known. */
export function textOfClaim(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** What is told where a folder is another run's. */
export function taken(owner: string): Error {
  const wait = `wait for it (if it was killed, ${SILENT_MS / 1000} seconds)`;
  return new Error(
    `another run (${owner}) writes there; choose another folder with --report-dir, or ${wait}`,
  );
}

function refuseWhereAlive(path: string, text: string, isOwn: boolean): void {
  if (silentMs(path) > SILENT_MS) return;
  // It is there before its text is.
  if (text === '') throw taken('one that has just begun');
  const [, number, host] = /^([1-9]\d*) (\S+)/.exec(text) ?? [];
  if (number === undefined) return;
  // Of another machine or container nobody here can know the processes: there its signs are all that is seen of it.
  if (host !== hostname()) throw taken(`process ${number} of ${host}`);
  // A number is given again: this one's was another's, unless this one has two runs at once.
  const isAlive = Number(number) === process.pid ? isOwn : isProcess(Number(number));
  if (isAlive) throw taken(`process ${number}`);
}

/** Milliseconds since a file was last written; as good as never where there is none. */
function silentMs(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
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

/**
 * Takes away the claim unless another run has done so: of several that are about it, the slower must not take away what
 * the faster has put there. So one at a time looks and takes away, and nobody waits for it.
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
    if (textOfClaim(path) === seen) rmSync(path, { force: true });
  } finally {
    rmSync(turn, { force: true });
  }
}
