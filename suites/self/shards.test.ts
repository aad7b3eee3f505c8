import { cpSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { parseXml } from 'libxmljs2';
import { describe, expect, it } from 'vitest';
import type { Results } from '../../lib/model/running/results.ts';
import { inProcess as command, newFolder, reportsIn, resultsIn } from './command.ts';

const schemas = ['junit-jenkins.xsd', 'junit-ant.xsd'].map((name) =>
  parseXml(readFileSync(new URL(`../../lib/report/formats/schemas/${name}`, import.meta.url), 'utf8')),
);

/** Runs every shard into a folder of its own, each of which is partial; `worst` is the exit code of the worst. */
async function shards(
  total: number,
  flags: readonly string[],
  worst: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const folder = newFolder();
  const folders = Array.from({ length: total }, (_, place) => join(folder, `shard ${place + 1}`));
  const ended = await Promise.all(
    folders.map((path, place) =>
      command(
        ['run', '--shard', `${place + 1}/${total}`, '--report-dir', path, '--no-html', ...flags],
        environment,
      ),
    ),
  );
  expect(Math.max(...ended.map(({ code }) => code ?? 5))).toBe(worst);
  for (const [place, { said }] of ended.entries()) {
    expect(said).toContain(`shard         ${place + 1} of ${total}: `);
    expect(resultsIn(folders[place] ?? '')).toMatchObject({
      outcome: 'partial',
      shard: { index: place + 1 },
    });
  }
  return folders;
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
    startedAt: '',
    durationMs: 0,
    target: { ...results.target, baseUrl: '' as Results['target']['baseUrl'] },
    exchanges: results.exchanges.map(({ repeat: _, ...exchange }) => ({ ...exchange, durationMs: 0 })),
  };
}

function lastingJunit(folder: string): string {
  const text = readFileSync(join(folder, 'junit.xml'), 'utf8');
  for (const schema of schemas) {
    const document = parseXml(text);
    expect(document.validate(schema), String(document.validationErrors[0]?.message)).toBe(true);
  }
  return text
    .replace(/ time(?:stamp)?="[^"]*"/g, '')
    .replace(/(?<=name="target" value=")[^"]*/g, '')
    .replace(/^repeat .*$/gm, '');
}

describe('the shards of a run, merged, end as the whole run does', () => {
  it('on the reference, with every report, and leave the shards alone', async () => {
    const flags = ['--case', '*/canonical'];
    const whole = newFolder();
    const { code } = await command(['run', '--report-dir', whole, '--no-html', ...flags]);
    expect(code).toBe(0);
    const folders = await shards(2, flags, 0);
    // Another user's rights, as a copy from elsewhere has, and a link to somewhere else.
    const [first = ''] = folders;
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
    for (const name of names(folder)) {
      expect(statSync(join(folder, 'allure-results', name)).mode & 0o777).toBe(0o600);
    }

    const result = names(first).find((name) => name.endsWith('-result.json')) ?? '';
    for (const name of ['link-result.json', 'other.txt', result]) {
      rmSync(join(first, 'allure-results', name));
    }
    const damaged = await merged(folders);
    expect(damaged.said).toMatch(
      /^fault .*the Allure results were not merged .*allure-results has \d+ results/m,
    );
    expect(damaged.code).toBe(5);
    const bare = await merged(
      folders.map((one) => join(one, 'results.json')),
      ['--no-allure'],
    );
    expect(bare.code).toBe(0);
    expect(reportsIn(bare.folder)).toEqual(['junit.xml', 'requirements.html', 'results.json']);
  });
});

describe('merge', () => {
  it('refuses what is not one run, with 2 and one message, and writes nothing', async () => {
    const [one = '', two = ''] = await shards(2, ['--case', '*/canonical', '--no-allure'], 0, {
      GITHUB_RUN_ID: 'yesterday',
    });
    const refused = async (given: readonly string[], message: string, environment = {}) => {
      const { folder, code, said } = await merged(given, ['--no-allure'], environment);
      expect(said).toContain(message);
      expect(said.trim().split('\n').length).toBeLessThan(5);
      expect(code).toBe(2);
      expect(reportsIn(folder)).toEqual([]);
    };
    await refused([one], 'shard 2 of 2 missing');
    await refused([one, two], `${one} is of run yesterday, and run today is to be merged: `, {
      GITHUB_RUN_ID: 'today',
    });
    const before = readFileSync(join(one, 'results.json'), 'utf8');
    const into = await command(['merge', one, two, '--report-dir', `${two}/../shard 1`]);
    expect(into.said).toContain('is an input of this merge; choose another folder');
    expect(into.code).toBe(2);
    expect(readFileSync(join(one, 'results.json'), 'utf8')).toBe(before);
    const named = await merged([one, two], ['--no-allure', '--run-id', 'yesterday'], {
      GITHUB_RUN_ID: 'today',
    });
    expect(named.code).toBe(0);
  });
});
