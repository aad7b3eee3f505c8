import { posix, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Kept } from '../model/running/masked.ts';

/** Returns a path with `/`, so that results, plans and messages are the same on Windows. */
export function slashed(path: string, separator: string = sep): string {
  return separator === '/' ? path : path.replaceAll(separator, '/');
}

export function pathFrom<T extends string>(folder: string, path: T): Kept<T> {
  return slashed(relative(folder, path)) as Kept<T>;
}

export function folderOf<T extends string>(path: T): Kept<T> {
  return posix.dirname(path) as Kept<T>;
}

export function fileUrl<T extends string>(path: T): Kept<T> {
  return pathToFileURL(path).href as Kept<T>;
}

/** Returns the URL of a file with its drive in upper case: Vitest loads its runner twice where that is in lower case. */
export function withUpperDrive(url: string): string {
  return url.replace(/(?<=^file:\/\/\/)[a-z](?=:)/, (drive) => drive.toUpperCase());
}
