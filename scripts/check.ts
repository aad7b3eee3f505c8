import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// One command before a commit: every check runs, also after one that failed, and the last line counts them.

const root = fileURLToPath(new URL('..', import.meta.url));

interface Check {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

const checks: readonly Check[] = [
  { name: 'lint and format', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
  { name: 'types', command: 'tsc', args: ['--noEmit'] },
  {
    name: 'import directions',
    command: 'depcruise',
    args: [
      '--config',
      '.dependency-cruiser.cjs',
      'lib',
      'suites',
      'scripts',
      'vitest.config.ts',
      'vitest.unit.config.ts',
      'vitest.mutation.config.ts',
    ],
  },
  { name: 'unused code', command: 'knip', args: [] },
];

let failed = 0;
for (const check of checks) {
  const started = performance.now();
  const { ok, output } = await run(check);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${ok ? 'ok    ' : 'FAILED'}  ${check.name} (${check.command}, ${seconds} s)\n`);
  if (!ok) {
    failed += 1;
    process.stdout.write(`${output.trim()}\n\n`);
  }
}
process.stdout.write(`${checks.length - failed} checks passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

/** What a check says matters only when it fails, so it is kept until then. */
function run({ command, args }: Check): Promise<{ readonly ok: boolean; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules', '.bin', command), args, { cwd: root });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output: Buffer.concat(chunks).toString() }));
  });
}
