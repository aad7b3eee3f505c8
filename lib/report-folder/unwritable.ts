import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isFolder } from './is-folder.ts';

/** The same where there is no more space for a file. */
const SPACE = {
  ENOSPC: (folder: string) => `no space is left in ${folder}`,
  EDQUOT: (folder: string) => `no space is left to this user in ${folder}`,
  EFBIG: (folder: string) => `a file in ${folder} would be larger than files may be here`,
};

/** What a system says of a folder in which nothing can be made, in words. */
const REASONS: Readonly<Record<string, (folder: string) => string>> = {
  EACCES: (folder) => `permission denied in ${folder}`,
  EPERM: (folder) => `permission denied in ${folder}`,
  EROFS: (folder) => `the file system of ${folder} can only be read`,
  ...SPACE,
  ENOENT: (folder) => `nothing can be made in ${folder}`,
};

/**
 * Why a folder could not be made, or nothing in it, by what is in the way of it.
 * @param told what is talked of, which is `it` where it is in the way itself: the folder, or a file in it
 */
export function whyNoFolder(folder: string, error: unknown, told = folder): string {
  const there = nearest(folder);
  if (!isFolder(there)) return `${resolve(there) === resolve(told) ? 'it' : there} is no folder`;
  const { code = '', message } = error as NodeJS.ErrnoException;
  // Without the path, which may be one that only the program knows.
  return REASONS[code]?.(there) ?? message.replace(/, \w+ '.*$/s, '');
}

/** Why a file could not be written. */
export function whyNoFile(path: string, error: unknown): string {
  return isFolder(path) ? 'it is a folder' : whyNoFolder(dirname(path), error, path);
}

/**
 * Why a file will not be written that is to be written later; undefined where nothing is in its way. Looks by making a
 * file beside it, which is gone at once: of some file systems nothing else tells it. No folder is made.
 */
export async function whyUnwritable(path: string): Promise<string | undefined> {
  if (isFolder(path)) return 'it is a folder';
  const probe = join(nearest(dirname(path)), `.${basename(path)}.${process.pid}.tmp`);
  try {
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
    await rm(probe, { force: true });
    return undefined;
  } catch (error) {
    return whyNoFile(path, error);
  }
}

/** Whether there was no more space for a file, by the error or by what caused it. */
export function lacksSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as NodeJS.ErrnoException;
  return Object.hasOwn(SPACE, code) || lacksSpace(error.cause);
}

/** What there is of a path: itself, or the folder above it that is nearest. */
function nearest(path: string): string {
  const above = dirname(path);
  return existsSync(path) || above === path ? path : nearest(above);
}
