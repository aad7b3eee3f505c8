import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseXml } from 'libxmljs2';
import { describe, expect, it } from 'vitest';
import { contract } from '../../lib/cases/testing.ts';
import { findDefect } from '../../lib/defects/index.ts';
import type { Results } from '../../lib/model/running/results.ts';
import { inShard } from '../../lib/plan/shard.ts';
import { startReference } from '../../lib/reference/index.ts';
import { obeyed } from '../../lib/report/github/testing.ts';
import { command, type Ended, newFolder, reportsIn, resultsIn } from './command.ts';
import { answering, withEndpoint } from './endpoints.ts';

const SLOW = 300_000;
const namespace = 'http://sms.example/ns';
const schemas = ['junit-jenkins.xsd', 'junit-ant.xsd'].map((name) =>
  parseXml(readFileSync(new URL(`../../lib/report/formats/schemas/${name}`, import.meta.url), 'utf8')),
);

/** Runs every shard into a folder of its own, and gives the folders and how each ended. */
async function shards(
  total: number,
  flags: readonly string[],
): Promise<{ folders: string[]; ended: Ended[] }> {
  const folder = newFolder();
  const folders = Array.from({ length: total }, (_, place) => join(folder, `shard ${place + 1}`));
  const ended = await Promise.all(
    folders.map((path, place) =>
      command(['run', '--shard', `${place + 1}/${total}`, '--report-dir', path, '--no-html', ...flags]),
    ),
  );
  return { folders, ended };
}

async function merged(folders: readonly string[], flags: readonly string[] = []) {
  const folder = newFolder();
  return { folder, ...(await command(['merge', ...folders, '--report-dir', folder, ...flags])) };
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

async function withDefect<T>(id: string, use: (target: readonly string[]) => Promise<T>): Promise<T> {
  const defects = [findDefect(id)].flatMap((defect) => defect ?? []);
  expect(defects).toHaveLength(1);
  const reference = await startReference({ contract, namespace, defects });
  try {
    return await use(['--target', reference.baseUrl, '--namespace', namespace]);
  } finally {
    await reference.close();
  }
}

/** Holds merged shards to one run of the whole plan. */
async function holdTo(whole: string, code: number, total: number, flags: readonly string[]): Promise<void> {
  const { folders, ended } = await shards(total, flags);
  // Of a red run, for what is green in a shard may have been lost in the merge.
  if (code === 1) expect(new Set(ended.map((one) => one.code))).toEqual(new Set([0, 1]));
  for (const [place, { code: own, said }] of ended.entries()) {
    const { outcome, exitCode, exchanges, shard } = resultsIn(folders[place] ?? '');
    // A run that is red is so at the gate should.
    const isRed = exchanges.some(({ verdict }) => verdict === 'failed' || verdict === 'warned');
    expect([own, exitCode, shard?.index]).toEqual([isRed ? 1 : 0, isRed ? 1 : 0, place + 1]);
    expect(said).toContain(`shard         ${place + 1} of ${total}: `);
    if (total > 1) expect(outcome).toBe('partial');
  }
  const { folder, code: all, said } = await merged(folders.toReversed());
  expect(said).toContain(`merged        ${total} shard`);
  expect(all).toBe(code);
  expect(lasting(folder)).toEqual(lasting(whole));
  expect(lastingJunit(folder)).toBe(lastingJunit(whole));
  expect(reportsIn(folder)).toEqual(reportsIn(whole));
}

describe('the shards of a run, merged, end as the whole run does', { timeout: SLOW }, () => {
  it('on the reference', async () => {
    // Every operation; what the other bindings have is no different to what parts and merges.
    const flags = ['--no-allure', '--binding', 'soap12'];
    const whole = newFolder();
    const { code } = await command(['run', '--report-dir', whole, ...flags]);
    expect(code).toBe(0);
    expect(resultsIn(whole)).toMatchObject({ outcome: 'conforms' });
    for (const total of [1, 2, 3, 7]) await holdTo(whole, 0, total, flags);
  });

  it('on a target with a defect', async () => {
    await withDefect('bulk-drops-first', async (target) => {
      const chosen = ['--binding', 'http-get', '--case', '*/canonical'];
      const flags = ['--no-allure', '--gate', 'should', ...chosen, ...target];
      const whole = newFolder();
      const { code } = await command(['run', '--report-dir', whole, ...flags]);
      expect(code).toBe(1);
      const { outcome, requirements } = resultsIn(whole);
      expect(outcome).toBe('deviates');
      expect(requirements.filter(({ state }) => state === 'broken').length).toBeGreaterThan(0);
      // Bulk sends alone are red, and a shard has none.
      await holdTo(whole, 1, 3, flags);
    });
  });

  it('with known failures, whose patterns are those of the whole plan', async () => {
    const known = join(newFolder(), 'known.yaml');
    const entry =
      '{ exchanges: "**", rules: [http/charset], reason: the old gateway has none, expires: 2999-01-31 }';
    writeFileSync(known, `known-failures: [${entry}]\n`);
    await withDefect('charset-missing', async (target) => {
      const flags = ['--no-allure', '--case', '*/canonical', '--known', known, ...target];
      const whole = newFolder();
      const one = await command(['run', '--report-dir', whole, ...flags]);
      expect(resultsIn(whole).summary).toMatchObject({ planned: 16, knownFailure: 16 });
      const { folders } = await shards(2, flags);
      const { folder, code, said } = await merged(folders);
      expect(code).toBe(one.code);
      expect(lasting(folder)).toEqual(lasting(whole));
      expect(said).toContain(
        'known         16 exchanges, http/charset, until 2999-01-31: the old gateway has none; ',
      );
    });
  });
});

describe('merge', { timeout: SLOW }, () => {
  it.each([
    ['mine/new.yaml', /among the case files of \S*mine;/],
    ['known-failures/new.yaml', /the file of known failures;/],
    ['conformance.yaml', /the file of settings;/],
  ])('writes no report over what the next run reads: %s', async (file, what) => {
    const folder = newFolder();
    mkdirSync(join(folder, 'mine'));
    writeFileSync(join(folder, 'mine', 'own.yaml'), '');
    writeFileSync(join(folder, 'conformance.yaml'), 'cases: [mine]\n');
    const known = { POSTSMS_KNOWN: 'known-failures/new.yaml' };
    const { code, said } = await command(['merge', 'a', '--reporter', `tap=${file}`], known, { folder });
    expect(said).toMatch(what);
    expect(said).toContain(`tap cannot be written to ${file}: it is `);
    expect(code).toBe(2);
  });

  it('needs no cases', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'conformance.yaml'), 'cases: [mine]\n');
    const { code, said } = await command(['merge', 'a'], {}, { folder });
    expect(said).toBe('a/results.json:1:1: cannot be read: there is no such file\n');
    expect(code).toBe(2);
  });

  it('puts the Allure results of all shards into one folder for their owner, builds the page, and leaves the shards alone', async () => {
    const { folders } = await shards(3, ['--case', '*/canonical']);
    const before = folders.map((folder) => readdirSync(join(folder, 'allure-results')).sort());
    // Another user's rights, as a copy from elsewhere has, and a link to somewhere else.
    for (const folder of folders)
      cpSync(join(folder, 'results.json'), join(folder, 'allure-results/other.txt'));
    symlinkSync('/etc/hostname', join(folders[0] ?? '', 'allure-results/link-result.json'));
    const { folder, code, said } = await merged(folders, ['--reporter', 'tap', '--reporter', 'badge']);
    expect(code).toBe(0);
    expect(reportsIn(folder)).toEqual([
      ...['allure-report', 'allure-results', 'badge.json', 'history'],
      ...['requirements.html', 'results.json', 'results.tap'],
    ]);
    const names = readdirSync(join(folder, 'allure-results'));
    expect(names.filter((name) => name.endsWith('-result.json'))).toHaveLength(16);
    expect(new Set(names)).toEqual(new Set([...before.flat(), 'other.txt']));
    for (const name of names) {
      expect(statSync(join(folder, 'allure-results', name)).mode & 0o777).toBe(0o600);
    }
    expect(said).toContain(`report        ${join(folder, 'allure-report/index.html')}`);
    expect(existsSync(join(folders[0] ?? '', 'results.json'))).toBe(true);
    const named = folders.map((one) => join(one, 'results.json'));
    const bare = await merged(named, ['--no-allure']);
    expect(bare.code).toBe(0);
    expect(reportsIn(bare.folder)).toEqual(['junit.xml', 'requirements.html', 'results.json']);
  });

  it('refuses what is not one run, with 2 and one message, and writes nothing', async () => {
    const { folders } = await shards(2, ['--case', '*/canonical', '--no-allure']);
    const [one = '', two = ''] = folders;
    const other = (await shards(2, ['--case', '*/canonical', '--no-allure', '--binding', 'soap11,soap12']))
      .folders;
    const refused = async (given: readonly string[], message: string, flags: readonly string[] = []) => {
      const { folder, code, said } = await merged(given, flags);
      expect(said).toContain(message);
      expect(said.trim().split('\n').length).toBeLessThan(5);
      expect(code).toBe(2);
      expect(reportsIn(folder)).toEqual([]);
    };
    await refused([one], 'shard 2 of 2 is missing: there are 1 in ');
    await refused([one, two, one], `${one} and ${one} both hold shard 1 of 2`);
    await refused([one, `${two}/none`], 'none/results.json:1:1: cannot be read: ');
    await refused(
      [one, join(two, 'requirements.html')],
      'requirements.html is a file; expected the report folder',
    );
    const bare = newFolder();
    await refused([one, bare], `${bare} has no results of a shard; `);
    const around = join(one, '..');
    const named = `${around} has no results of a shard; name its folders that have: ${one}, ${two}\n`;
    await refused([around], named);
    await refused([around], named, ['--report-dir', around]);
    const whole = await command(['run', '--no-allure', '--case', '*/canonical', '--report-dir', around]);
    expect(whole.code).toBe(0);
    await refused([around], named, ['--report-dir', around]);
    const empty = newFolder();
    const text = readFileSync(join(two, 'results.json'), 'utf8');
    writeFileSync(join(empty, 'results.json'), text.replace(/"index": 2/, '"index": 0'));
    await refused([one, empty], 'results.json:17:14: ');
    if (other[1] !== undefined) await refused([one, other[1]], 'are of different plans: 16 exchanges, ');
    await refused([one, two], `${two}/results.json is an input of this merge; choose another file`, [
      ...['--reporter', `tap=${two}/results.json`],
    ]);
    const before = readFileSync(join(one, 'results.json'), 'utf8');
    const into = await command(['merge', one, two, '--report-dir', `${two}/../shard 1`]);
    expect(into.said).toContain('is an input of this merge; choose another folder');
    expect(into.code).toBe(2);
    expect(readFileSync(join(one, 'results.json'), 'utf8')).toBe(before);
  });

  it('refuses what another run has left where a shard of this one was to be', async () => {
    const [flags, folder] = [['--case', '*/canonical', '--no-allure', '--no-html'], newFolder()];
    const [one, two] = [join(folder, '1'), join(folder, '2')];
    const shard = (index: number, path: string, id: string) =>
      command(['run', ...flags, '--shard', `${index}/2`, '--report-dir', path], { GITHUB_RUN_ID: id });
    for (const [place, path] of [one, two].entries()) {
      const { code } = await shard(place + 1, path, 'yesterday');
      expect(code).toBe(0);
      expect(resultsIn(path).shard).toMatchObject({ index: place + 1, runId: 'yesterday' });
    }
    expect((await merged([one, two], ['--no-allure'])).code).toBe(0);
    const into = ['merge', one, two, '--no-allure', '--report-dir', newFolder()];
    const today = await command(into, { GITHUB_RUN_ID: 'today' });
    expect(today.said).toContain(`${one} is of run yesterday, and today is to be merged: `);
    expect(today.code).toBe(2);
    const named = await command([...into, '--run-id', 'yesterday'], { GITHUB_RUN_ID: 'today' });
    expect(named.code).toBe(0);
    expect((await shard(1, one, 'today')).code).toBe(0);
    const { code, said } = await merged([one, two], ['--no-allure']);
    expect(said).toContain(`${one} and ${two} are of different runs: today and yesterday; `);
    expect(code).toBe(2);
  });

  it('refuses Allure results that were not copied whole', async () => {
    const { folders } = await shards(2, ['--case', '*/canonical']);
    const [one = ''] = folders;
    const whole = join(one, 'allure-results');
    const names = readdirSync(whole);
    const result = join(whole, names.find((name) => name.endsWith('-result.json')) ?? '');
    const attachment = join(whole, names.find((name) => name.includes('-attachment')) ?? '');
    const refusal = async () => {
      const { code, said } = await merged(folders);
      expect(code).toBe(2);
      return said;
    };
    const hint = 'was the folder copied whole? --no-allure leaves Allure out';
    rmSync(attachment);
    expect(await refusal()).toMatch(/-result\.json shows \S+-attachment\.txt, which is not there: was/);
    for (const damaged of ['', '{"uuid":"1"', 'null', '{"steps":[null]}']) {
      writeFileSync(result, damaged);
      expect(await refusal()).toContain(`${result} is no whole Allure result: ${hint}`);
    }
    rmSync(result);
    expect(await refusal()).toMatch(/allure-results has \d+ results, of \d+ exchanges: was/);
    expect((await merged(folders, ['--no-allure'])).code).toBe(0);
  });

  it('tells a job of GitHub of the whole run, and lets no target give it commands', async () => {
    const said = '##[error]injected ##[stop-commands]x\n::error::injected\n';
    await withEndpoint(answering('500 ##[warning]injected', 'text/plain', said), async ({ baseUrl }) => {
      const target = ['--target', baseUrl, '--namespace', namespace, '--case', 'SendBulkSms/canonical'];
      const { folders, ended } = await shards(1, ['--no-allure', ...target]);
      expect(ended.map(({ code }) => code)).toEqual([1]);
      const summary = join(newFolder(), 'summary.md');
      writeFileSync(summary, 'of another step\n');
      const github = {
        GITHUB_ACTIONS: 'true',
        GITHUB_STEP_SUMMARY: summary,
        GITHUB_WORKSPACE: process.cwd(),
      };
      const ran = await command(['merge', ...folders, '--report-dir', newFolder()], github);
      expect(ran.code).toBe(1);
      expect(ran.said).toContain('##[warning]injected');
      const commands = obeyed(ran.said);
      expect(commands.length).toBeGreaterThan(0);
      for (const one of commands) expect(one.properties.title).toMatch(/^FAILED SendBulkSms\/canonical\//);
      expect(readFileSync(summary, 'utf8')).toMatch(
        /^of another step\n## ❌ postsms-conformance: deviates \(gate must\)\n\n### FAILED /,
      );
    });
  });

  it('takes no folder that it does not know for its own', async () => {
    const { folders } = await shards(1, ['--case', '*/canonical', '--no-allure']);
    const folder = newFolder();
    writeFileSync(join(folder, 'junit.xml'), 'of another tool');
    const { code, said } = await command(['merge', ...folders, '--report-dir', folder]);
    expect(said).toContain('holds junit.xml, which this suite did not write');
    expect(code).toBe(2);
    expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).toBe('of another tool');
  });
});

describe('run', { timeout: SLOW }, () => {
  const dry = ['run', '--dry-run', '--case', '*/canonical'];
  let whole: Ended | undefined;

  it.each<[string, readonly string[], Readonly<Record<string, string>>]>([
    ['a flag', ['--shard', '2/3'], {}],
    ['a variable', [], { POSTSMS_SHARD: '2/3' }],
    ['GitLab', [], { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '3' }],
    ['an indexed Job', [], { POSTSMS_SHARD: 'auto/3', JOB_COMPLETION_INDEX: '1' }],
  ])('takes its shard from %s', async (_, flags, environment) => {
    whole ??= await command(dry);
    const part = await command([...dry, ...flags], environment);
    expect(part.code).toBe(0);
    const ids = (said: string) => said.split('\n').filter((line) => line.includes('/canonical/'));
    const expected = inShard(
      ids(whole.said).map((line) => ({ id: line.split(' ')[0] ?? '', line })),
      { index: 2, total: 3 },
    );
    expect(ids(part.said)).toEqual(expected.map(({ line }) => line));
    expect(expected.length).toBeGreaterThan(0);
  });

  it('refuses a shard that has nothing to run, before anything is written', async () => {
    const folder = newFolder();
    const ended = await Promise.all(
      [1, 2].map((index) =>
        command([
          ...['run', '--case', 'SendBulkSms/canonical/soap11', '--report-dir', folder],
          ...['--no-allure', '--shard', `${index}/2`, '--dry-run'],
        ]),
      ),
    );
    expect(ended.map(({ code }) => code).toSorted()).toEqual([0, 2]);
    expect(reportsIn(folder)).toEqual([]);
  });

  it('writes no known failures of a shard', async () => {
    const { code, said } = await command(['run', '--shard', '1/2', '--known', 'k.yaml', '--write-known']);
    expect(said).toContain('--write-known cannot run with a shard');
    expect(code).toBe(2);
  });
});
