import { existsSync } from 'node:fs';
import { access, chmod, constants, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Masked } from '../model/running/masked.ts';
import { isFolder, lstatOrNothing, makeFolder, resultsFile } from './report-folder.ts';

const OWNER_ALONE = 0o600;

/**
 * Writes a file whole or not at all, and makes its folder. Only its owner may read it, unless another mode is given.
 *
 * @returns its path
 * @throws Error with the path, what is in the way and the system's error as its cause
 */
export async function writeAtomic(path: string, text: Masked, mode = OWNER_ALONE): Promise<string> {
  const unfinished = `${path}.${process.pid}.tmp`;
  try {
    await makeFolder(dirname(path));
    await writeFile(unfinished, text, { mode: OWNER_ALONE });
    // After it is made, since the umask of the process would narrow the mode.
    if (mode !== OWNER_ALONE) await chmod(unfinished, mode);
    await rename(unfinished, path);
    return path;
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw new Error(`${path}: ${whyNoFile(path, error)}`, { cause: error });
  }
}

/** What a system says of a folder in which nothing can be made, in words. */
const REASONS: Readonly<Record<string, (folder: string) => string>> = {
  EACCES: (folder) => `permission denied in ${folder}`,
  EPERM: (folder) => `permission denied in ${folder}`,
  EROFS: (folder) => `the file system of ${folder} can only be read`,
  ENOSPC: (folder) => `no space is left in ${folder}`,
  ENOENT: (folder) => `nothing can be made in ${folder}`,
};

/**
 * Says why a folder, or a file in it, could not be made, by what is in the way.
 *
 * @param subject what the sentence is about, called `it` where it is in the way itself
 */
export function whyNoFolder(folder: string, error: unknown, subject = folder): string {
  const there = nearest(folder);
  if (!isFolder(there)) return `${resolve(there) === resolve(subject) ? 'it' : there} is no folder`;
  const { code = '', message } = error as NodeJS.ErrnoException;
  // Without the path, which may be one that only the program knows.
  return REASONS[code]?.(there) ?? message.replace(/, \w+ '.*$/s, '');
}

/** Says why a file could not be written. */
export function whyNoFile(path: string, error: unknown): string {
  return isFolder(path) ? 'it is a folder' : whyNoFolder(dirname(path), error, path);
}

/**
 * Says why a file that a run will write later cannot be written; undefined where nothing is in its way. Makes no folder,
 * and tries by a file beside it: some file systems show it in no other way.
 */
export async function whyUnwritable(path: string): Promise<string | undefined> {
  if (isFolder(path)) return 'it is a folder';
  const probe = join(nearest(dirname(path)), `.${basename(path)}.${process.pid}.tmp`);
  try {
    await writeFile(probe, '', { flag: 'wx', mode: OWNER_ALONE });
    await rm(probe, { force: true });
    return undefined;
  } catch (error) {
    return whyNoFile(path, error);
  }
}

/** A place that was chosen for reports, and why none can be written there. */
export interface Unwritable {
  readonly path: string;
  readonly why: string;
}

/**
 * Makes the folders of everything that a run will write, and returns the first place where it could not.
 *
 * @param files where it writes besides the usual files
 */
export async function unwritablePlace(
  reportDir: string,
  files: readonly string[],
): Promise<Unwritable | undefined> {
  const why = await whyNotMade(reportDir);
  if (why !== undefined) return { path: reportDir, why };
  for (const path of [resultsFile(reportDir), ...files]) {
    const there = await lstatOrNothing(path);
    // Such as /dev/stdout, which a report would replace.
    const special = there && !there.isFile() && files.includes(path) ? 'it is no regular file' : undefined;
    const inTheWay = there?.isDirectory() ? 'it is a folder' : special;
    const reason = (await whyNotMade(dirname(path), path)) ?? inTheWay;
    if (reason !== undefined) return { path, why: reason };
  }
  return undefined;
}

async function whyNotMade(folder: string, subject = folder): Promise<string | undefined> {
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK);
    return undefined;
  } catch (error) {
    return whyNoFolder(folder, error, subject);
  }
}

/** Returns the path, or the nearest folder above it that exists. */
function nearest(path: string): string {
  const above = dirname(path);
  return existsSync(path) || above === path ? path : nearest(above);
}
