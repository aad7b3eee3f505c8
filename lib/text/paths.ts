import { posix, relative, sep } from 'node:path';
import type { Kept } from '../model/running/masked.ts';

/** Returns a path with `/`, so that results, plans and messages of Windows can be compared with those of other systems. */
export function slashed(path: string, separator: string = sep): string {
  return separator === '/' ? path : path.replaceAll(separator, '/');
}

/** Returns a path as it is seen from a folder, with `/`. */
export function pathFrom<T extends string>(folder: string, path: T): Kept<T> {
  return slashed(relative(folder, path)) as Kept<T>;
}

/** Returns the folder of a path that is written with `/`. */
export function folderOf<T extends string>(path: T): Kept<T> {
  return posix.dirname(path) as Kept<T>;
}

/** True if a path begins with a drive of Windows, such as `C:\` or `c:/`; as a URL its scheme would be `c`. */
export function hasDrive(path: string): boolean {
  return /^[a-z]:[\\/]/i.test(path);
}

/** Returns the URL of a file with its drive in upper case: Vitest loads its runner twice where that is in lower case. */
export function withUpperDrive(url: string): string {
  return url.replace(/(?<=^file:\/\/\/)[a-z](?=:)/, (drive) => drive.toUpperCase());
}
