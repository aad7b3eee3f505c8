import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Results } from '../lib/model/running/results.ts';
import { type Check, type EndedCheck, runChecks, runNpm, runProgram } from './run-checks.ts';

// Both engines of the XML Schema side by side. npm passes over the optional libxmljs2 on Node 20, so it is compiled
// here, beside a copy of the project, in which Node finds it as a package of a folder above.

const root = fileURLToPath(new URL('..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'postsms-engines-'));
process.once('exit', () => rmSync(work, { recursive: true, force: true }));
const copy = join(work, 'project');
const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly optionalDependencies: Readonly<Record<string, string>>;
};

/** The tests that ask every engine that is installed. */
const COMPARED = ['suites/self/schema-engines.test.ts', 'lib/wire/xml'];

await runChecks(
  [
    check('libxmljs2 is installed', install),
    check('both engines find the same in every reply of the corpus', () =>
      inCopy(['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.unit.config.ts', ...COMPARED]),
    ),
    check('a run is judged by libxmljs2 where it is installed', run),
  ],
  { what: 'engine checks' },
);

function check(name: string, run: Check['run']): Check {
  return { name, run };
}

async function install(): Promise<EndedCheck> {
  writeFileSync(join(work, 'package.json'), '{ "private": true }');
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  for (const file of files.filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  const spec = `libxmljs2@${optionalDependencies.libxmljs2}`;
  return runNpm('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', spec], { cwd: work });
}

function inCopy(args: readonly string[]): Promise<EndedCheck> {
  return runProgram(process.execPath, args, { cwd: copy });
}

async function run(): Promise<EndedCheck> {
  const ended = await inCopy(['lib/cli/bin.mjs', 'run', '--no-html']);
  const { calibration } = JSON.parse(readFileSync(join(copy, 'reports/results.json'), 'utf8')) as Results;
  return { ...ended, ok: ended.ok && calibration?.schemaEngine === 'libxmljs2' };
}
