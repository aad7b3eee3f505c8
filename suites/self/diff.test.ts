import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../lib/cases/testing.ts';
import { findDefect } from '../../lib/defects/index.ts';
import type { Diff } from '../../lib/model/running/diff.ts';
import { startReference } from '../../lib/reference/index.ts';
import { inProcess, newFolder } from './command.ts';

const ajv = new Ajv({ allowUnionTypes: true });
const schema = new URL('../../cases/schema/diff.schema.json', import.meta.url);
const isDiff = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')) as object);
const namespace = 'http://sms.example/ns';
const SLOW = 120_000;

/** Runs some cases against the reference with these defects; gives the report folder. */
async function runAgainst(defects: readonly string[], pattern: string): Promise<string> {
  const chosen = defects.flatMap((id) => findDefect(id) ?? []);
  const reference = await startReference({ contract, namespace, defects: chosen });
  const folder = newFolder();
  const target = ['--target', reference.baseUrl, '--namespace', namespace, '--case', pattern];
  const { said } = await inProcess(['run', '--no-allure', '--report-dir', folder, ...target]);
  await reference.close();
  expect(said).toContain('results       ');
  return folder;
}

let good = '';
let broken = '';
let less = '';

beforeAll(async () => {
  [good, broken, less] = await Promise.all([
    runAgainst([], 'SendBulkSms/canonical'),
    runAgainst(['charset-missing'], 'SendBulkSms/canonical'),
    runAgainst([], 'SendBulkSms/canonical/soap11'),
  ]);
}, SLOW);

describe('diff', { timeout: SLOW }, () => {
  it('is red where something broke, and says what, by exchange, rule and requirement', async () => {
    const { code, said } = await inProcess(['diff', good, join(broken, 'results.json')]);
    expect(said).toContain('NEWLY BROKEN\n  http/charset  must\n');
    expect(said).toContain('    SendBulkSms/canonical/soap11  passed -> failed\n');
    expect(said).toContain('    http/charset  0 findings -> 4 findings\n');
    expect(said).toContain('    bindings.soap11.response-charset  held -> broken\n');
    expect(said).toContain('exchanges     4 judged before, 4 now: 4 newly broken\n');
    expect(code).toBe(1);
  });

  it('is green the other way, and says what is held now', async () => {
    const { code, said } = await inProcess(['diff', broken, good]);
    expect(said).toContain('NEWLY HELD\n  http/charset  must\n');
    expect(said).toContain('exchanges     4 judged before, 4 now: 4 newly held\n');
    expect(said).toContain('outcome       held: nothing broke that did not before (gate must)\n');
    expect(code).toBe(0);
  });

  it('is loud where less was judged, and red where that is asked for', async () => {
    const { code, said } = await inProcess(['diff', good, less]);
    expect(said).toContain('GONE, NO LONGER JUDGED\n  3 exchanges\n');
    expect(said).toContain('    plain/root  2 exchanges -> 0 exchanges\n');
    expect(said).toContain('outcome       less: ');
    expect(code).toBe(0);
    expect((await inProcess(['diff', good, less, '--fail-on-less'])).code).toBe(1);
    expect((await inProcess(['diff', less, good, '--fail-on-less'])).code).toBe(0);
  });

  it('writes JSON that keeps its schema and Markdown, for their owner alone', async () => {
    const folder = newFolder();
    const [json, markdown] = [join(folder, 'diff.json'), join(folder, 'diff.md')];
    const { code, said } = await inProcess(['diff', good, broken, '--json', json, '--markdown', markdown]);
    expect(code).toBe(1);
    expect(said).toContain('outcome       newly-broken');
    const diff = JSON.parse(readFileSync(json, 'utf8')) as Diff;
    expect(isDiff(diff), ajv.errorsText(isDiff.errors)).toBe(true);
    expect(isDiff({ ...diff, more: 1 })).toBe(false);
    expect(diff.findings.newlyBroken).toHaveLength(4);
    expect(diff).toMatchObject({ outcome: 'newly-broken', exitCode: 1, less: false });
    expect(readFileSync(markdown, 'utf8')).toContain('## Newly broken\n');
    expect(statSync(json).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).sort()).toEqual(['diff.json', 'diff.md']);
  });

  it('prints nothing but JSON, or nothing but Markdown, without a file', async () => {
    const json = await inProcess(['diff', good, less, '--json']);
    expect(isDiff(JSON.parse(json.said))).toBe(true);
    const markdown = await inProcess(['diff', good, less, '--markdown']);
    expect(markdown.said).toMatch(/^# Less: /);
    expect([json.code, markdown.code]).toEqual([0, 0]);
  });

  it('lets no text of a target give commands to GitHub', async () => {
    const { said } = await inProcess(['diff', good, broken], { GITHUB_ACTIONS: 'true' });
    const [, token] = /^::stop-commands::(\S{32})\n/.exec(said) ?? [];
    expect(said.endsWith(`::${token}::\n`)).toBe(true);
    expect((await inProcess(['diff', good, broken], { GITHUB_ACTIONS: '' })).said).not.toContain('::');
  });

  it('masks the ticket of its environment', async () => {
    const { said } = await inProcess(['diff', good, broken], { POSTSMS_TICKET: '127.0.0.1' });
    expect(said).toContain('http://***:');
    expect(said).not.toContain('127.0.0.1');
  });

  it('is never green where nothing was judged', async () => {
    const results = JSON.parse(readFileSync(join(good, 'results.json'), 'utf8')) as object;
    const empty = join(newFolder(), 'empty.json');
    writeFileSync(
      empty,
      JSON.stringify({ ...results, exchanges: [], startedAt: '2030-01-01T00:00:00.000Z' }),
    );
    for (const args of [
      [good, empty],
      [empty, good],
    ]) {
      const { code, said } = await inProcess(['diff', ...args]);
      expect(said).toContain('outcome       not-comparable: ');
      expect(code).toBe(5);
    }
  });
});

describe('diff tells a mistake once and ends with 2', { timeout: SLOW }, () => {
  const mistake = async (args: readonly string[], message: string | RegExp) => {
    const { code, said } = await inProcess(['diff', ...args]);
    expect(said).toMatch(message);
    expect(said).not.toMatch(/^\s+at \S.*:\d+:\d+/m);
    expect(code).toBe(2);
  };

  it('about files that are not there, no JSON or no results', async () => {
    const folder = newFolder();
    await mistake([folder, good], /results\.json:1:1: cannot be read: there is no such file\n/);
    const file = join(folder, 'some.json');
    writeFileSync(file, '{ "schemaVersion": 1, "gate": "\u009b31m" }');
    await mistake([good, file], /some\.json:1:3: the key "suite" is missing\n.*\\u\{9B\}31m/);
    writeFileSync(file, '{ "schemaVersion": 1, ');
    await mistake([good, file], /some\.json:1:\d+: this is not JSON: /);
    await mistake([good, join(file, 'below')], /below:1:1: cannot be read: /);
    writeFileSync(file, '{}');
    await mistake([good, file], 'not a results.json: schemaVersion is missing');
    await mistake([good], "missing required argument 'new'");
  });

  it('about a run compared with itself, also under another name', async () => {
    const link = join(newFolder(), 'link.json');
    symlinkSync(join(good, 'results.json'), link);
    await mistake([good, link], 'OLD and NEW are the same run, of 2');
  });

  it('about where to write', async () => {
    await mistake([good, broken, '--json', '--markdown'], 'cannot both go to standard output');
    await mistake([good, broken, '--json', join(good, 'results.json')], 'is an input of this comparison');
    const file = join(newFolder(), 'out');
    await mistake([good, broken, `--json=${file}`, `--markdown=${file}`], 'cannot both be written to');
  });

  it('about a file that is no comparison and would be lost, and writes over one that is', async () => {
    const folder = newFolder();
    const notes = join(folder, 'notes.md');
    writeFileSync(notes, '# Notes\n');
    for (const flag of ['--json', '--markdown']) {
      await mistake([good, broken, flag, notes], `${notes} exists and was not written by ${flag}`);
      const file = join(folder, `of${flag}`);
      expect((await inProcess(['diff', broken, good, flag, file])).code).toBe(0);
      expect((await inProcess(['diff', good, broken, flag, file])).code).toBe(1);
    }
    expect(readFileSync(notes, 'utf8')).toBe('# Notes\n');
    const link = join(folder, 'link');
    symlinkSync(notes, link);
    await mistake([good, broken, '--json', link], `${link} is no regular file`);
  });

  it('but with 5 where a file cannot be written', async () => {
    const { code, said } = await inProcess(['diff', broken, good, '--json', join(good, 'results.json', 'x')]);
    expect(said).toContain('not written: ');
    expect(code).toBe(5);
  });
});
