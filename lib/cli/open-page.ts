import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import open from 'open';

/** Whether somebody looks at what is printed: a job of CI has nobody to show a page to, nor has a pipe. */
export function isWatched(
  { isTTY }: { readonly isTTY?: boolean },
  { CI = '' }: Readonly<Record<string, string | undefined>>,
): boolean {
  return isTTY === true && CI === '';
}

/** Time in which a system says that it has nothing to show a page with, in milliseconds. */
const PATIENCE_MS = 2_000;

/** Starts what shows a file, and gives its process. */
type Opener = (path: string) => Promise<ChildProcess>;

/**
 * Shows a page in the browser of whoever sits there. It waits for no browser, and never rejects: the page is there
 * all the same.
 * @returns the line that says why it could not be shown, undefined where nothing is known against it
 */
export async function openPage(
  path: string,
  opener: Opener = open,
  patienceMs = PATIENCE_MS,
): Promise<string | undefined> {
  try {
    const code = await endOf(await opener(resolve(path)), patienceMs);
    return code === 0 || code === null ? undefined : notOpened(`what opens files here ended with ${code}`);
  } catch (error) {
    return notOpened(error instanceof Error ? error.message : String(error));
  }
}

function notOpened(why: string): string {
  return `not opened    ${why}; open the file in a browser`;
}

/** The exit code of a process; null where a signal ended it, or where it goes on, as a browser does. */
async function endOf(shown: ChildProcess, patienceMs: number): Promise<number | null> {
  if (shown.exitCode !== null) return shown.exitCode;
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), patienceMs);
  try {
    await once(shown, 'exit', { signal: patience.signal });
  } catch (error) {
    if (!patience.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
  return shown.exitCode;
}
