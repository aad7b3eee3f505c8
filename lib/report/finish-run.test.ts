import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../../suites/self/folders.ts';
import { lacks } from '../../suites/self/needs.ts';
import { leftOf, plannedExchanges, recordOf, runOf } from '../../suites/support/report.ts';
import type { MaskedRun } from '../model/running/prepared-run.ts';
import { reportFormatNames } from '../model/running/report-format.ts';
import type { Results, RunReport } from '../model/running/results.ts';
import { reportFilesOf } from '../report-folder/report-folder.ts';
import { summaryText } from './console/console.ts';
import { finishRun, judgedResults } from './finish-run.ts';

const exchanges = plannedExchanges('SendBulkSms/canonical');
const report = {
  chosen: [],
  records: exchanges.map((exchange) => recordOf(exchange)),
  faults: [],
  calibration: null,
  stopped: null,
};
const times = { startedAt: new Date(0), durationMs: 1 };
const finished = (run: MaskedRun, ended: RunReport = report, interrupted = () => false) =>
  finishRun(run, judgedResults(run, ended, times), ended.faults, interrupted);
const newRun = () => ({ ...runOf(exchanges), reportDir: newFolder() });
const resultsIn = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Results;

it('a fault makes the run one, without a secret, and is told before what was not run', async () => {
  const notRun = [leftOf('a')];
  const run = { ...newRun(), notRun, permission: 'allow' as const };
  const { results, places } = await finished(run, { ...report, faults: ['it said s3cret'] });
  expect(places[0]).toBe('fault         it said ***');
  const why =
    'it said ***; 1 exchange was not run; add --recipients, each with its country code, or choose other cases';
  expect(results).toMatchObject({ outcome: 'error', exitCode: 5, why });
  const text = stripVTControlCharacters(summaryText(results, []));
  expect(text).toContain(`outcome       error: ${why} (gate must, `);
});

const plan = { exchanges: 9, digest: '0'.repeat(64), known: '0'.repeat(64), budget: null };
const shard = { index: 2, total: 3, runId: null, plan, places: {} };

describe('a shard', () => {
  it.each([
    ['interrupted', {}, true, { outcome: 'partial', why: 'interrupted' }],
    ['at a fault', { faults: ['it said s3cret'] }, false, { outcome: 'error', why: 'it said ***' }],
    [
      'interrupted without a verdict for each exchange, which is 5 already',
      { records: [] },
      true,
      { outcome: 'partial', why: 'interrupted' },
    ],
  ])('that ended %s says so to what merges it', async (_, ended, interrupted, aborted) => {
    const { results } = await finished({ ...newRun(), shard }, { ...report, ...ended }, () => interrupted);
    expect(results.exitCode).toBe(5);
    expect(results.shard).toMatchObject({ index: 2, total: 3, aborted });
  });

  it('that ended by itself is no green run in any format', async () => {
    const run = { ...every(newRun()), shard };
    const { results } = await finished(run);
    expect(results).toMatchObject({ outcome: 'partial', exitCode: 0 });
    expect(results.shard).not.toHaveProperty('aborted');
    const said = 'shard 2 of 3; `merge` joins the shards into one verdict';
    expect(read(run, 'summary.md')).toMatch(/^## ⚠️ .*: partial/);
    expect(read(run, 'summary.md')).toContain(said);
    expect(read(run, 'results.tap')).toContain(`\n# ${said}\n`);
    expect(read(run, 'junit.xml')).toContain('<property name="outcome" value="partial"/>');
    expect(read(run, 'junit.xml')).toContain('<property name="shard" value="2 of 3"/>');
    expect(read(run, 'badge.json')).toContain('"yellow"');
  });
});

/** With reports of every format; the worker writes the recording. */
const every = (run: MaskedRun): MaskedRun => {
  const reporters = reportFormatNames.filter((name) => name !== 'har').map((name) => ({ name, file: null }));
  const github = { summaryFile: join(run.reportDir, 'step.md'), workspace: process.cwd() };
  return { ...run, reportFiles: reportFilesOf(reporters, run.reportDir), github };
};
const read = (run: MaskedRun, name: string) => readFileSync(join(run.reportDir, name), 'utf8');

describe('reports of every format', () => {
  it.skipIf(lacks('file modes'))('are written for their owner alone, and named', async () => {
    const run = every(newRun());
    const { places, annotations, results } = await finished(run);
    const names = ['junit.xml', 'junit-properties.xml', 'summary.md', 'results.tap', 'badge.json'];
    expect(readdirSync(run.reportDir).sort()).toEqual(
      [...names, 'history', 'report.html', 'results.json', 'step.md'].sort(),
    );
    expect(results.exitCode).toBe(0);
    for (const name of [...names, 'report.html', 'results.json']) {
      expect(statSync(join(run.reportDir, name)).mode & 0o777).toBe(0o600);
      expect(places.join('\n')).toContain(`  ${join(run.reportDir, name)}`);
    }
    expect(annotations).toBe('');
  });

  it.each([
    ['interrupted', {}, 'partial: interrupted'],
    ['without a verdict for each exchange', { records: report.records.slice(1) }, 'partial: 1 of 4'],
    ['at which the harness failed', { faults: ['it said s3cret'] }, 'error: it said ***'],
  ])('of a run %s are there, and none of them is green', async (how, ended, why) => {
    const run = every(newRun());
    const interrupted = () => how === 'interrupted';
    const { annotations, results } = await finished(run, { ...report, ...ended }, interrupted);
    expect(results.exitCode).toBe(5);
    expect(resultsIn(run.reportDir)).toEqual(results);
    expect(read(run, 'junit.xml')).toContain(` message="${why}`);
    expect(read(run, 'results.tap')).toContain(`Bail out! ${why}`);
    expect(read(run, 'badge.json')).toMatch(/"color": "(orange|red)"/);
    for (const name of ['summary.md', 'step.md']) {
      expect(read(run, name)).toMatch(/^## ❌ /);
      expect(read(run, name)).toContain(why);
    }
    expect(annotations).toContain(`::${why.slice(0, 8)}`);
  });

  it('that cannot be written make the run a fault, in results.json and in all that are written after it', async () => {
    const run = every(newRun());
    mkdirSync(join(run.reportDir, 'results.tap', 'full'), { recursive: true });
    const { places, results } = await finished(run);
    expect(places[0]).toMatch(/^fault {9}the tap report was not written: /);
    expect(results).toMatchObject({ outcome: 'error', exitCode: 5 });
    expect(resultsIn(run.reportDir)).toEqual(results);
    for (const name of ['junit.xml', 'summary.md', 'step.md']) {
      expect(read(run, name)).toContain('the tap report was not written');
    }
    expect(read(run, 'step.md').match(/^## /gm)).toHaveLength(1);
  });

  it('say in results.json and in an annotation that the job summary could not be written', async () => {
    const run = every(newRun());
    mkdirSync(join(run.reportDir, 'step.md'));
    const { places, results, annotations } = await finished(run);
    const why = 'the job summary was not written: ';
    expect(places.join('\n')).toContain(`fault         ${why}`);
    expect(results).toMatchObject({ outcome: 'error', exitCode: 5 });
    expect(resultsIn(run.reportDir)).toEqual(results);
    expect(annotations).toContain(`::error: ${why}`);
  });

  it('say from then on that the run was interrupted while they were written', async () => {
    const run = every(newRun());
    const isBegun = () => existsSync(join(run.reportDir, 'report.html'));
    const { places, results } = await finished(run, report, isBegun);
    expect(results).toMatchObject({ outcome: 'partial', exitCode: 5, why: 'interrupted' });
    expect(resultsIn(run.reportDir)).toEqual(results);
    expect(places.join('\n')).not.toContain('fault');
    for (const name of ['junit.xml', 'summary.md', 'step.md', 'results.tap']) {
      expect(read(run, name)).toContain('partial: interrupted');
    }
  });
});
