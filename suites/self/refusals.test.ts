import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Results } from '../../lib/model/running/results.ts';
import { fitsSchema } from '../../lib/yaml/schema.ts';
import { inProcess, newFolder, resultsIn } from './command.ts';
import { at, withReference } from './endpoints.ts';

const SLOW = 120_000;

const chosen = ['--case', 'SingleShotSmsWithTypeAndKeyID/{values,canonical}', '--binding', 'soap11'];
const reports = ['junit', 'tap', 'markdown', 'badge'].flatMap((name) => ['--reporter', name]);
const line = `refused       KeyID: quotes, sql: 500 "Unclosed quotation mark after 'x'."; taken in Message, Originator, GsmNumber and 4 more\n`;
const hint =
  'hint          KeyID may crash at what is taken elsewhere; the contract leaves refusals open, and --gate-refusals fails them\noutcome ';

/** Returns the exchanges in which a class of KeyID was refused; which exchange has a class changes with the classes. */
const refusedIn = ({ values }: Results) =>
  new Set(
    values?.fields
      .filter(({ parameter }) => parameter === 'KeyID')
      .flatMap(({ refusals = [] }) => refusals.map(({ exchange }) => exchange)),
  );

async function runOn(baseUrl: string, ...flags: readonly string[]) {
  const folder = newFolder();
  const args = ['run', '--no-allure', ...at(baseUrl), ...chosen, ...reports, '--report-dir', folder];
  const { code, said } = await inProcess([...args, ...flags]);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return { code, said, folder, results: resultsIn(folder), read };
}

const run = (defects: readonly string[], ...flags: readonly string[]) =>
  withReference(defects, ({ baseUrl }) => runOn(baseUrl, ...flags));

it('a crash at values that are taken elsewhere is told, and red in every report on demand', {
  timeout: SLOW,
}, async () => {
  const open = await run(['key-id-apostrophe-fails']);
  expect([open.code, open.results.outcome]).toEqual([0, 'conforms']);
  expect(open.said).toContain(`${line}${hint}`);

  const gated = await run(['key-id-apostrophe-fails'], '--gate-refusals');
  expect([gated.code, gated.results.outcome]).toEqual([1, 'deviates']);
  expect(gated.said).toContain(`${line}outcome `);
  expect(fitsSchema('results', gated.results)).toBe(true);
  const failed = gated.results.exchanges.filter(({ verdict }) => verdict === 'failed');
  expect(new Set(failed.map(({ id }) => id))).toEqual(refusedIn(open.results));
  expect(failed).toHaveLength(2);
  expect(failed[0]?.note).toMatch(/^KeyID: quotes, sql: 500 .* \(--gate-refusals\)$/);
  expect(gated.read('junit.xml').match(/<failure /g)).toHaveLength(2);
  expect(gated.read('results.tap').match(/^not ok /gm)).toHaveLength(2);
  expect(gated.read('summary.md')).toMatch(/^## ❌/);
  expect(JSON.parse(gated.read('badge.json'))).toMatchObject({ color: 'red' });
});

it('the reference refuses nothing that it takes elsewhere', { timeout: SLOW }, async () => {
  const { code, said } = await run([], '--gate-refusals');
  expect([code, said]).toEqual([0, expect.not.stringMatching(/^(?:refused|hint) /m)]);
});

it('shards tell it, and merge judges it', { timeout: SLOW }, async () => {
  const shards = await withReference(['key-id-apostrophe-fails'], async ({ baseUrl }) => {
    const first = await runOn(baseUrl, '--gate-refusals', '--shard', '1/2');
    return [first, await runOn(baseUrl, '--gate-refusals', '--shard', '2/2')];
  });
  expect(shards.map(({ code }) => code)).toEqual([0, 0]);
  const folder = newFolder();
  const merge = (...folders: readonly string[]) =>
    inProcess(['merge', ...folders, '--report-dir', folder, '--no-allure']);
  const [first = '', second = ''] = shards.map((shard) => shard.folder);
  const { code, said } = await merge(first, second);
  expect([code, said]).toEqual([1, expect.stringContaining(line)]);
});
