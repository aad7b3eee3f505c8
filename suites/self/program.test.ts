/** Programs that call `run` of the package, each in a process of its own, for its output and its signals are what is seen. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { compile } from '../../scripts/compile.mjs';
import { newFolder } from './command.ts';
import { answeringWith, withEndpoint } from './endpoints.ts';

/** All that a program says; fails where it ends with another exit code than 0. */
async function said(text: string): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const folder = newFolder();
  const file = join(folder, 'program.mjs');
  writeFileSync(file, `import { run } from ${JSON.stringify(await compile('index'))};\n${text}`);
  return promisify(execFile)(process.execPath, [file], { cwd: folder });
}

const refusing = answeringWith('404 Not Found', 'text/html', 'none');

it('is told why nothing was judged, and keeps its exit code and its listeners', async () => {
  await withEndpoint(refusing, async ({ baseUrl }) => {
    // Nothing listens on port 9 of this machine.
    const { stdout } = await said(`
const ours = () => {};
process.on('SIGTERM', ours);
const chosen = { case: ['SendBulkSms/canonical/soap11'], allure: false };
const ended = [];
for (const target of [null, ${JSON.stringify(baseUrl)}, 'http://127.0.0.1:9']) {
  const { exitCode, message } = await run(target ? { ...chosen, target, namespace: 'urn:x' } : chosen);
  ended.push([exitCode, message]);
}
console.log(JSON.stringify([...ended, process.exitCode ?? null, process.listeners('SIGTERM').includes(ours)]));
`);
    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toEqual([
      ...[
        [0, null],
        [1, null],
        [3, 'the target never answered'],
      ],
      ...[null, true],
    ]);
  });
});

it('prints nothing where it is to be quiet, whatever comes of the run', async () => {
  await withEndpoint(refusing, async ({ baseUrl }) => {
    const { stdout, stderr } = await said(`
process.env.GITHUB_ACTIONS = 'true';
const quiet = { case: ['SendBulkSms/canonical/soap11'], quiet: true };
const external = { target: ${JSON.stringify(baseUrl)}, namespace: 'urn:x' };
for (const options of [external, { ticket: 't', allure: false }, { timeout: 'soon' }]) {
  const running = run({ ...quiet, ...options });
  console.log('the program itself');
  const { exitCode } = await running;
  console.log(exitCode);
}
`);
    const all = [1, 0, 2].map((code) => `the program itself\n${code}\n`);
    expect({ stdout, stderr }).toEqual({ stdout: all.join(''), stderr: '' });
  });
});
