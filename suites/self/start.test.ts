import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inProcess, newFolder, root } from './command.ts';

/** A program that starts the reference as its child, prints what it was given, and may end early. */
const PROGRAM = `
import { spawn } from 'node:child_process';
const [port, bin, ends] = process.argv.slice(2);
console.log('ticket', process.env.POSTSMS_TICKET, 'of S3CRET-TICKET-1');
if (ends === 'early') { console.error('cannot open the store'); process.exit(7); }
spawn(process.execPath, [bin, 'serve', '--port', port, '--namespace', 'http://sms.example/ns'], { stdio: 'inherit' });
if (ends === 'late') setTimeout(() => process.exit(9), 60_000);
`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function runStarting(...ends: readonly string[]) {
  const folder = newFolder();
  writeFileSync(join(folder, 'a gateway.mjs'), PROGRAM);
  const port = await freePort();
  const bin = join(root, 'lib/cli/bin.mjs');
  const start = [`"${process.execPath}"`, "'a gateway.mjs'", port, `"${bin}"`, ...ends].join(' ');
  const args = [
    '--target',
    `http://127.0.0.1:${port}`,
    '--namespace',
    'http://sms.example/ns',
    '--start',
    start,
  ];
  const chosen = ['run', '--no-allure', '--case', 'SendBulkSms/canonical/soap11', ...args];
  const end = await inProcess(chosen, { POSTSMS_TICKET: 'S3CRET-TICKET-1' }, { folder });
  const log = join(folder, 'reports/start.log');
  return { ...end, port, log: existsSync(log) ? readFileSync(log, 'utf8') : '' };
}

it('a target is started without a shell and without the ticket, waited for, and ended with its children', async () => {
  const { code, said, port, log } = await runStarting();
  expect([code, said]).toEqual([0, expect.stringContaining('1 planned: 1 passed')]);
  expect(log).toMatch(/^ticket undefined of \*\*\*\n/);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

it('a program that ends before it answers is told with its last lines', async () => {
  const { code, said, log } = await runStarting('early');
  expect(code).toBe(3);
  expect(said).toBe(
    `the program of --start ended with exit code 7 (reports/start.log); its last lines:\n  ticket undefined of ***\n  cannot open the store\n`,
  );
  expect(log).toBe('ticket undefined of ***\ncannot open the store\n');
});

it.each([
  ['no-such-program --x', 2, /^--start: cannot start no-such-program: /],
  ['"node gateway.js', 2, /^--start: a quote is not closed/],
  [
    'node -e process.exit(4) ; node --version',
    3,
    /^the program of --start ended with exit code 4 \(reports\/start\.log\); it printed nothing\n$/,
  ],
  // Node names its error above the places in its code, and others above more of it.
  [
    'node nothere.mjs',
    3,
    /^the program of --start ended with exit code 1 .*; its last lines:\n {2}Error: Cannot find module .*nothere\.mjs'\n(?: {2}.+\n){4}$/,
  ],
  [
    `node -e "console.error('Error: no\\n1\\n2\\n3\\n4\\n5\\n6'); process.exit(1)"`,
    3,
    /; its last lines:\n {2}Error: no\n {2}3\n {2}4\n {2}5\n {2}6\n$/,
  ],
])('a command that starts nothing ends with a message: %s', async (command, exitCode, message) => {
  const target = ['--target', 'http://127.0.0.1:9', '--namespace', 'urn:n', '--start', command];
  const { code, said } = await inProcess(
    ['run', '--case', '*/canonical', ...target],
    {},
    { folder: newFolder() },
  );
  expect([code, said]).toEqual([exitCode, expect.stringMatching(message)]);
});
