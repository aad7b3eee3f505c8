import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { slashed } from '../../lib/text/paths.ts';
import { folderWith, inProcess, newFolder, reportListing, root } from './command.ts';

/** Runs a command on a terminal of its own; other systems have another program of this name. */
const hasTerminal = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux');

const folder = newFolder();
const page = join(folder, 'allure-report/index.html');
const BUILDING = 'building \\S+index\\.html';
const toldOf = (told: string) => new RegExp(`^outcome +conforms[^]*^report {8}${told}\n$`, 'm');

beforeAll(async () => {
  const args = ['run', '--case', 'SendBulkSms/canonical', '--report-dir', folder];
  const { code, said } = await inProcess(args);
  expect([code, said]).toEqual([0, expect.stringMatching(toldOf(BUILDING))]);
  // Where the output is a pipe it builds the page; `report` makes both pages again.
  for (const made of [page, join(folder, 'report.html')]) {
    expect(existsSync(made)).toBe(true);
    rmSync(made);
  }
});

/** What a system opens a page with, on Linux and on macOS: this notes what it is given, and ends with a code. */
function opener(code: number) {
  const script = `#!/bin/sh\nfor last; do :; done\necho "$last" >> "$OPENED"\nexit ${code}\n`;
  const programs = folderWith({ 'run-mailcap': script, open: script });
  for (const name of ['run-mailcap', 'open']) chmodSync(join(programs, name), 0o755);
  return { PATH: `${programs}:${process.env.PATH}`, BROWSER: 'false', OPENED: join(programs, 'opened') };
}

const NOT_OPENED = 'not opened: standard output is no terminal, or CI is set\n';

it('report builds the page, says where it is, and ends: it opens nothing where nobody watches', async () => {
  const system = opener(0);
  const { code, said } = await inProcess(['report', '--report-dir', folder], system);
  expect([code, said]).toEqual([0, `report        ${page}\n${NOT_OPENED}`]);
  expect(existsSync(system.OPENED)).toBe(false);
  expect(existsSync(page)).toBe(true);
  expect(reportListing(folder)).not.toContain('allurerc.json');
  // Beside the page, where its links lead.
  expect(existsSync(join(folder, 'report.html'))).toBe(true);
  expect(reportListing(join(folder, 'allure-report'))).not.toContain('report.html');
});

it('open shows the page of the run, makes it of the results where the run left it out, and the next run replaces it', async () => {
  const runs = newFolder();
  const system = opener(0);
  const run = () =>
    inProcess(['run', '--no-html', '--no-allure', '--report-dir', runs, '--case', 'SendBulkSms/canonical']);
  expect((await run()).code).toBe(0);
  expect(reportListing(runs)).toEqual(['junit.xml', 'results.json']);
  const { code, said } = await inProcess(['open', '--report-dir', runs], system);
  expect([code, said]).toEqual([0, `page          ${slashed(join(runs, 'report.html'))}\n${NOT_OPENED}`]);
  expect(readFileSync(join(runs, 'report.html'), 'utf8')).toContain('SendBulkSms/canonical/soap11');
  expect(existsSync(system.OPENED)).toBe(false);
  // As while a run writes there: a page that exists needs no lock.
  mkdirSync(join(runs, '.lock'));
  expect((await inProcess(['open', '--report-dir', runs], system)).code).toBe(0);
  rmdirSync(join(runs, '.lock'));
  expect((await run()).code).toBe(0);
  expect(reportListing(runs)).toEqual(['junit.xml', 'results.json']);
  const none = await inProcess(['open', '--report-dir', newFolder()], system);
  expect([none.code, none.said]).toEqual([2, expect.stringContaining('results.json:1:1: cannot be read: ')]);
});

it.each([
  ['somebody watches', [], '', { typed: [] }, '`report` builds the Allure page'],
  ['somebody watches who asks for it', ['--html'], '', { typed: [] }, BUILDING],
  ['a terminal is that of a job', [], 'true', { typed: [] }, BUILDING],
])('a run prints its outcome before it builds the page, where %s', async (_, flags, CI, way, told) => {
  const reportDir = newFolder();
  const args = ['run', '--case', 'SendBulkSms/canonical/soap11', '--report-dir', reportDir, ...flags];
  const { code, said } = await inProcess(args, { CI }, way);
  expect(code).toBe(0);
  expect(said).toMatch(toldOf(told));
  expect(existsSync(join(reportDir, 'allure-report/index.html'))).toBe(told === BUILDING);
});

/** Runs a command on a terminal, where a page is shown, and returns what it says. */
function onTerminal(command: string, system: ReturnType<typeof opener>, flag = ''): string {
  const line = `node lib/cli/bin.mjs ${command} --report-dir ${folder} ${flag}`;
  const env = { HOME: process.env.HOME, NO_COLOR: '1', TERM: 'dumb', ...system };
  const options = { cwd: root, env, encoding: 'utf8', input: '' } as const;
  const { status, stdout } = spawnSync('script', ['-qec', line, '/dev/null'], options);
  expect(status).toBe(0);
  return stdout.replaceAll('\r', '');
}

/** Waits for a page that is opened, for which the command does not wait, and expects that it is the only one. */
async function expectOpened(system: ReturnType<typeof opener>, shown: string) {
  const given = () => (existsSync(system.OPENED) ? readFileSync(system.OPENED, 'utf8') : '');
  await expect.poll(given, { timeout: 60_000 }).toBe(`${resolve(shown)}\n`);
}

it.skipIf(!hasTerminal).each([
  ['report', 'opens the page, as the file that it is', 0, 'report        ', page],
  ['open', 'is no failure where the system cannot open it', 1, 'page          ', join(folder, 'report.html')],
] as const)('%s on a terminal %s', async (command, _, openerCode, label, shown) => {
  const system = opener(openerCode);
  const told = openerCode === 0 ? '' : '(?:not opened .+\n)?';
  expect(onTerminal(command, system)).toMatch(new RegExp(`^${label}${shown}\n${told}$`));
  await expectOpened(system, shown);
});

it.skipIf(!hasTerminal)(
  'report on a terminal opens nothing for a user who wants it so, unlike the next command',
  async () => {
    const system = opener(0);
    expect(onTerminal('report', system, '--no-open')).toBe(`report        ${page}\n`);
    onTerminal('open', system);
    await expectOpened(system, join(folder, 'report.html'));
  },
);
