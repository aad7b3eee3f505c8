/** A program that calls `run` of the package, in a process of its own. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { newFolder } from './command.ts';
import { answering, withEndpoint } from './endpoints.ts';

const SLOW = 60_000;
const index = new URL('../lib/index.ts', import.meta.url).href;

/** The last line that a program says; fails where it ends with another exit code than 0. */
async function lastLine(text: string): Promise<string> {
  const folder = newFolder();
  const file = join(folder, 'program.mjs');
  writeFileSync(file, `import { run } from ${JSON.stringify(index)};\n${text}`);
  const args = ['--import', import.meta.resolve('tsx'), file];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder });
  return stdout.trimEnd().split('\n').at(-1) ?? '';
}

it('keeps its exit code and its listeners for signals, be the run red', { timeout: SLOW }, async () => {
  await withEndpoint(answering('404 Not Found', 'text/html', 'none'), async ({ baseUrl }) => {
    const said = await lastLine(`const ours = () => {};
process.on('SIGTERM', ours);
const target = { target: ${JSON.stringify(baseUrl)}, namespace: 'urn:x' };
const { exitCode } = await run({ ...target, case: ['SendBulkSms/canonical/soap11'], allure: false });
console.log(JSON.stringify([exitCode, process.exitCode ?? null, process.listeners('SIGTERM').includes(ours)]));
`);
    expect(JSON.parse(said)).toEqual([1, null, true]);
  });
});
