import { existsSync, lstatSync, type Stats, statSync } from 'node:fs';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Masked } from '../model/running/masked.ts';
import { attempt } from '../text/reason-of.ts';

const OWNER_ALONE = 0o600;

/**
 * Writes a file whole or not at all, makes its folder, and returns its path. Its owner alone may read it by default.
 * @throws Error with the path, what the system says of it, and its error as the cause
 */
export async function writeAtomic(path: string, text: Masked, mode = OWNER_ALONE): Promise<string> {
  const growing = unfinished(path);
  try {
    await makeFolder(dirname(path));
    await writeFile(growing, text, { mode: OWNER_ALONE });
    // After it is made, since the umask of the process would narrow the mode.
    if (mode !== OWNER_ALONE) await chmod(growing, mode);
    await renameOver(growing, path);
    return path;
  } catch (error) {
    await rm(growing, { force: true }).catch(() => {});
    throw new Error(`${path}: ${isFolder(path) ? 'it is a folder' : whyNoFile(error)}`, { cause: error });
  }
}

const READ_BY_ALL = 0o644;

/** Writes a file that users commit, as writeAtomic does, with its mode, or for a new file one that lets everybody read. */
export function writeToCommit(path: string, text: Masked): Promise<string> {
  const { mode = READ_BY_ALL } = attempt(() => statSync(path, { throwIfNoEntry: false })) ?? {};
  return writeAtomic(path, text, mode & 0o777);
}

/** Errors of Windows for a file that another program holds, for a moment as a scanner does, or for long as Excel does. */
const HELD = ['EACCES', 'EBUSY', 'EPERM'];

/** Renames a file over another, in three tries within a second while another program holds one of them. */
export async function renameOver(
  from: string,
  to: string,
  renameOnce = rename,
  sleep: (milliseconds: number) => Promise<unknown> = setTimeout,
): Promise<void> {
  for (const milliseconds of [200, 600]) {
    try {
      return await renameOnce(from, to);
    } catch (error) {
      if (!HELD.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      await sleep(milliseconds);
    }
  }
  await renameOnce(from, to);
}

/** Returns the message of the system without its path, which may be an internal one. */
export function whyNoFile(error: unknown): string {
  return (error as Error).message.replace(/, \w+ '.*$/s, '');
}

/** Returns why a file cannot be written, or undefined. Tries by a file beside it, for some file systems; makes no folder. */
export async function whyUnwritable(path: string): Promise<string | undefined> {
  if (isFolder(path)) return 'it is a folder';
  // Such as /dev/stdout, which a report would replace.
  if (lstatOrNothing(path)?.isFile() === false) return 'it is no regular file';
  const probe = join(nearestExisting(dirname(path)), unfinished(basename(path)));
  try {
    await writeFile(probe, '', { mode: OWNER_ALONE });
    await rm(probe, { force: true });
    return undefined;
  } catch (error) {
    return whyNoFile(error);
  }
}

/** Returns the path, or the nearest folder above it that exists. */
function nearestExisting(path: string): string {
  const above = dirname(path);
  return existsSync(path) || above === path ? path : nearestExisting(above);
}

/** Returns the path at which a file grows until it is whole; a later run overwrites what a killed one left there. */
export const unfinished = (path: string): string => `${path}.unfinished`;

/** Makes a folder and those above it, for their owner alone: bodies of live messages may be in them. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

/** True if a folder is at a path, also through a link. */
export function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** Returns the stats of a path, of a link itself and not of its target; undefined if nothing is found. */
export function lstatOrNothing(path: string): Stats | undefined {
  return attempt(() => lstatSync(path, { throwIfNoEntry: false }));
}
