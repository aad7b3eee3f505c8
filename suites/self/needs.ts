/** For tests of what only some systems have. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const isProgram = (name: string) => () =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
const isPosix = () => process.platform !== 'win32';

const systems = {
  ...{ sh: isProgram('sh'), curl: isProgram('curl'), mkfifo: isProgram('mkfifo') },
  ...{ script: isProgram('script'), signals: isPosix, 'file modes': isPosix, links: isPosix },
  ...{ '/proc': () => existsSync('/proc/self/stat'), '/dev': () => existsSync('/dev/null') },
} as const;

const missing = new Set<string>();

/**
 * True if this system lacks something, for `it.skipIf(lacks('sh', '/proc'))`: the test says what it needs, runs where
 * that is there, and is skipped elsewhere. What is missing is named once.
 */
export function lacks(...needs: readonly (keyof typeof systems)[]): boolean {
  const all = needs.filter((need) => !systems[need]());
  for (const need of all) {
    if (!missing.has(need)) process.stderr.write(`SKIPPED: tests that need ${need}, which is missing here\n`);
    missing.add(need);
  }
  return all.length > 0;
}
