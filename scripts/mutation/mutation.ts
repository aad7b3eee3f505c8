import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNpm, runVisibly, toolOf } from '../run-checks.ts';

// `npm run mutation -- FLAGS`: Stryker, installed in this folder at its first use. Its runner takes the project's Vitest.

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
if (!existsSync(join(here, 'node_modules/@stryker-mutator/vitest-runner'))) {
  const { ok, output } = await runNpm('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here });
  if (!ok) throw new Error(output);
}
const stryker = toolOf(here, '@stryker-mutator/core', 'stryker');
process.exitCode = await runVisibly(process.execPath, [stryker, 'run', ...process.argv.slice(2)], root);
