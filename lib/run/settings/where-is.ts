import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** One name for a place, whatever leads there; also where there is nothing yet. */
export function whereIs(path: string): string {
  const place = resolve(path);
  if (existsSync(place)) return realpathSync(place);
  return dirname(place) === place ? place : join(whereIs(dirname(place)), basename(place));
}
