import { isAbsolute, relative, resolve, sep } from 'node:path';

/** A path as it is told of: as seen from the working folder where that holds it, and else as it was given. */
export function shownPath(given: string): string {
  const seen = relative(process.cwd(), resolve(given));
  const outside = seen === '..' || seen.startsWith(`..${sep}`) || isAbsolute(seen);
  return outside ? given : seen || '.';
}
