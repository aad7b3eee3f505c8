/** A program that calls `run` of the package, in a process of its own. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { newFolder } from './command.ts';
import { answering, withEndpoint } from './endpoints.ts';

const SLOW = 60_000;
const index = new URL('../../lib/index.ts', import.meta.url).href;

/** All that a program says; fails where it ends with another exit code than 0. */
async function said(text: string): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const folder = newFolder();
  const file = join(folder, 'program.mjs');
  writeFileSync(file, `import { run } from ${JSON.stringify(index)};\n${text}`);
  const args = ['--import', import.meta.resolve('tsx'), file];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: folder });
  return { stdout, stderr };
}

/** The last line that a program says on standard output. */
async function lastLine(text: string): Promise<string> {
  return (await said(text)).stdout.trimEnd().split('\n').at(-1) ?? '';
}

it('is told why a target that never answered was not judged', { timeout: SLOW }, async () => {
  // Nothing listens on port 9 of this machine.
  const line = await lastLine(`
const target = { target: 'http://127.0.0.1:9', namespace: 'urn:x', case: ['SendBulkSms/canonical/soap11'] };
const { exitCode, message } = await run({ ...target, allure: false });
console.log(JSON.stringify([exitCode, message]));
`);
  expect(JSON.parse(line)).toEqual([3, 'the target never answered']);
});

it('is told nothing where the target conforms or deviates', { timeout: SLOW }, async () => {
  await withEndpoint(answering('404 Not Found', 'text/html', 'none'), async ({ baseUrl }) => {
    const line = await lastLine(`
const chosen = { case: ['SendBulkSms/canonical/soap11'], allure: false };
const good = await run(chosen);
const bad = await run({ ...chosen, target: ${JSON.stringify(baseUrl)}, namespace: 'urn:x' });
console.log(JSON.stringify([good.exitCode, good.message, bad.exitCode, bad.message]));
`);
    expect(JSON.parse(line)).toEqual([0, null, 1, null]);
  });
});

it.each([
  ['a red run', { target: true }, 1],
  ['a short ticket, in a job of GitHub', { ticket: 't', github: true }, 0],
  ['an option that is wrong', { timeout: 'soon' }, 2],
])('prints nothing of %s where it is to be quiet', { timeout: SLOW }, async (_, how, code) => {
  await withEndpoint(answering('404 Not Found', 'text/html', 'none'), async ({ baseUrl }) => {
    const { target, github, ...options } = { target: false, github: false, ...how };
    const external = target ? { target: baseUrl, namespace: 'urn:x' } : {};
    const chosen = { case: ['SendBulkSms/canonical/soap11'], quiet: true, ...options, ...external };
    const { stdout, stderr } = await said(`${github ? "process.env.GITHUB_ACTIONS = 'true';" : ''}
const running = run(${JSON.stringify(chosen)});
console.log('the program itself');
const { exitCode } = await running;
console.log(exitCode);
`);
    expect({ stdout, stderr }).toEqual({ stdout: `the program itself\n${code}\n`, stderr: '' });
  });
});

it('keeps its exit code and its listeners for signals, be the run red', { timeout: SLOW }, async () => {
  await withEndpoint(answering('404 Not Found', 'text/html', 'none'), async ({ baseUrl }) => {
    const line = await lastLine(`const ours = () => {};
process.on('SIGTERM', ours);
const target = { target: ${JSON.stringify(baseUrl)}, namespace: 'urn:x' };
const { exitCode } = await run({ ...target, case: ['SendBulkSms/canonical/soap11'], allure: false });
console.log(JSON.stringify([exitCode, process.exitCode ?? null, process.listeners('SIGTERM').includes(ours)]));
`);
    expect(JSON.parse(line)).toEqual([1, null, true]);
  });
});
