import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';

/** What stands at a path, a link itself and not what it leads to; nothing where that cannot be said. */
export function lstatOrNothing(path: string): Promise<Stats | undefined> {
  return lstat(path).catch(() => undefined);
}
