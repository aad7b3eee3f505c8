import { cpSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Results } from '../../lib/model/running/results.ts';
import { inProcess as command, newFolder, reportListing, resultsIn } from './command.ts';
import { lacks } from './needs.ts';

const canonical = ['--case', '*/canonical'];

/** Runs two shards of the canonical cases, each into a folder of its own, which is partial. */
async function twoShards(flags: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const folder = newFolder();
  const run = async (index: 1 | 2) => {
    const path = join(folder, `shard ${index}`);
    const args = ['run', '--shard', `${index}/2`, '--report-dir', path, '--no-html', ...canonical, ...flags];
    const { code, said } = await command(args, environment);
    expect([code, said]).toEqual([0, expect.stringContaining(`shard         ${index} of 2: `)]);
    expect(resultsIn(path)).toMatchObject({ outcome: 'partial', shard: { index } });
    return path;
  };
  return Promise.all([run(1), run(2)]);
}

async function merged(
  folders: readonly string[],
  flags: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
) {
  const folder = newFolder();
  return { folder, ...(await command(['merge', ...folders, '--report-dir', folder, ...flags], environment)) };
}

/** Results without what differs from run to run: times, texts that cases make up, and the port of the reference. */
function lasting(folder: string): Results {
  const results = resultsIn(folder);
  return {
    ...results,
    startedAt: '' as Results['startedAt'],
    durationMs: 0,
    target: { ...results.target, baseUrl: '' as Results['target']['baseUrl'] },
    exchanges: results.exchanges.map(({ repeat: _, ...exchange }) => ({ ...exchange, durationMs: 0 })),
  };
}

function lastingJunit(folder: string): string {
  return readFileSync(join(folder, 'junit.xml'), 'utf8')
    .replace(/ time(?:stamp)?="[^"]*"/g, '')
    .replace(/(?<=name="target" value=")[^"]*/g, '')
    .replace(/^repeat .*$/gm, '');
}

it.skipIf(lacks('file modes', 'links'))(
  'the shards of a run, merged, end as the whole run does, with every report, and stay as they are',
  async () => {
    const whole = newFolder();
    const { code } = await command(['run', '--report-dir', whole, '--no-html', ...canonical]);
    expect(code).toBe(0);
    const folders = await twoShards([]);
    // Another user's rights, as a copy from elsewhere has, and a link to somewhere else.
    const [first] = folders;
    cpSync(join(first, 'results.json'), join(first, 'allure-results/other.txt'));
    symlinkSync('/etc/hostname', join(first, 'allure-results/link-result.json'));
    const names = (folder: string) => readdirSync(join(folder, 'allure-results'));
    const before = folders.flatMap(names).filter((name) => name !== 'link-result.json');

    const { folder, code: all, said } = await merged(folders.toReversed());
    expect(all).toBe(0);
    expect(said).toContain('merged        2 shards: ');
    expect(said).toContain(`report        ${join(folder, 'allure-report/index.html')}`);
    expect(lasting(folder)).toEqual(lasting(whole));
    expect(lastingJunit(folder)).toBe(lastingJunit(whole));
    expect(new Set(names(folder))).toEqual(new Set(before));
    const modes = names(folder).map((name) => statSync(join(folder, 'allure-results', name)).mode & 0o777);
    expect(new Set(modes)).toEqual(new Set([0o600]));

    const result = names(first).find((name) => name.endsWith('-result.json')) ?? '';
    for (const name of ['link-result.json', 'other.txt', result]) rmSync(join(first, 'allure-results', name));
    const damaged = await merged(folders);
    expect([damaged.code, damaged.said]).toEqual([
      5,
      expect.stringMatching(/^fault .*the Allure results were not merged .*allure-results has \d+ results/m),
    ]);
    // As where no shell expands it.
    const bare = await merged([join(first, '../shard*/results.json')], ['--no-allure']);
    expect(bare.code).toBe(0);
    expect(bare.said).toContain('merged        2 shards: ');
    expect(reportListing(bare.folder)).toEqual(['junit.xml', 'report.html', 'results.json']);
  },
);

it('a pattern that matches nothing is a path that is not there', async () => {
  const { code, said } = await merged([join(newFolder(), '*')]);
  expect([code, said]).toEqual([2, expect.stringContaining('/*/results.json:1:1: cannot be read: ')]);
});

it('merge refuses what is not one run, with 2 and one message, and writes nothing', async () => {
  const [first, second] = await twoShards(['--no-allure'], { GITHUB_RUN_ID: 'yesterday' });
  const refused = async (given: readonly string[], message: string, environment = {}) => {
    const { folder, code, said } = await merged(given, ['--no-allure'], environment);
    expect(said).toContain(message);
    expect(said.trim().split('\n').length).toBeLessThan(5);
    expect([code, reportListing(folder)]).toEqual([2, []]);
  };
  await refused([first], 'shard 2 of 2 missing');
  const today = { GITHUB_RUN_ID: 'today' };
  await refused([first, second], `${first} is of run yesterday, and run today is to be merged: `, today);
  const before = readFileSync(join(first, 'results.json'), 'utf8');
  const into = await command(['merge', first, second, '--report-dir', `${second}/../shard 1`]);
  expect(into.said).toContain('is an input of this merge; choose another folder');
  expect(into.code).toBe(2);
  expect(readFileSync(join(first, 'results.json'), 'utf8')).toBe(before);
  const named = await merged([first, second], ['--no-allure', '--run-id', 'yesterday'], today);
  expect(named.code).toBe(0);
});
