import { existsSync, statSync } from 'node:fs';

/** Whether a folder is at a path, be it by a link; not where that cannot be said. */
export function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}
