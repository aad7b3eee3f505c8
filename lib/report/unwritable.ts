import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isFolder } from './is-folder.ts';

/** What a system says of a folder in which nothing can be made, in words. */
const REASONS: Readonly<Record<string, (folder: string) => string>> = {
  EACCES: (folder) => `permission denied in ${folder}`,
  EPERM: (folder) => `permission denied in ${folder}`,
  EROFS: (folder) => `the file system of ${folder} can only be read`,
  ENOSPC: (folder) => `no space is left in ${folder}`,
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

/** What there is of a path: itself, or the folder above it that is nearest. */
function nearest(path: string): string {
  const above = dirname(path);
  return existsSync(path) || above === path ? path : nearest(above);
}
