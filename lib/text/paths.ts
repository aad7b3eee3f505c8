import { sep } from 'node:path';

/** Returns a path with `/`, so that results, plans and messages of Windows can be compared with those of other systems. */
export function slashed(path: string, separator: string = sep): string {
  return separator === '/' ? path : path.replaceAll(separator, '/');
}

/** True if a path begins with a drive of Windows, such as `C:\` or `c:/`; as a URL its scheme would be `c`. */
export function hasDrive(path: string): boolean {
  return /^[a-z]:[\\/]/i.test(path);
}

/** Returns the URL of a file with its drive in upper case: Vitest loads its runner twice where that is in lower case. */
export function withUpperDrive(url: string): string {
  return url.replace(/(?<=^file:\/\/\/)[a-z](?=:)/, (drive) => drive.toUpperCase());
}
