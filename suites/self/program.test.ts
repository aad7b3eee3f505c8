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

it('is told the exit code and why nothing was judged, keeps its own exit code and listeners, and prints nothing where it is to be quiet', async () => {
  await withEndpoint(refusing, async ({ baseUrl }) => {
    // Nothing listens on port 9 of this machine.
    const { stdout, stderr } = await said(`
process.env.GITHUB_ACTIONS = 'true';
const ours = () => {};
process.on('SIGTERM', ours);
const chosen = { case: ['SendBulkSms/canonical/soap11'] };
const external = { target: ${JSON.stringify(baseUrl)}, namespace: 'urn:x' };
for (const options of [external, { ticket: 't', allure: false }, { timeout: 'soon' }]) {
  const running = run({ ...chosen, quiet: true, ...options });
  console.log('the program itself');
  const { exitCode, message } = await running;
  console.log(exitCode, message === null);
}
delete process.env.GITHUB_ACTIONS;
console.error('aloud');
const { exitCode, message } = await run({ ...chosen, ...external, target: 'http://127.0.0.1:9', allure: false });
console.log(JSON.stringify([exitCode, message]));
console.log(JSON.stringify([process.exitCode ?? null, process.listeners('SIGTERM').includes(ours)]));
`);
    const quiet = ['1 true', '0 true', '2 false'].map((ended) => `the program itself\n${ended}\n`).join('');
    const aloud = stdout.slice(quiet.length).trimEnd().split('\n');
    expect(stdout.slice(0, quiet.length)).toBe(quiet);
    expect(stderr).toMatch(/^aloud\n/);
    expect(aloud[0]).toMatch(/^no answer {5}ECONNREFUSED/);
    expect(aloud.slice(-2)).toEqual(['[3,"the target never answered"]', '[null,true]']);
  });
});
