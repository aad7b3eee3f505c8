import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Results } from '../model/results.ts';
import { finishRun } from './finish-run.ts';
import { plannedExchanges, recordOf, runOf } from './testing.ts';

const exchanges = plannedExchanges('SendBulkSms/canonical');
const report = {
  chosen: [],
  records: exchanges.map((exchange) => recordOf(exchange)),
  faults: [],
  calibration: null,
  stopped: null,
};
const times = { startedAt: new Date(0), durationMs: 1 };
const newRun = () => ({ ...runOf(exchanges), reportDir: mkdtempSync(join(tmpdir(), 'postsms-')) });
const resultsIn = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Results;

it('a run leaves its results and the page of requirements, for its owner alone, and says where', async () => {
  const run = newRun();
  const { places, results } = await finishRun(run, report, times);
  expect(readdirSync(run.reportDir).sort()).toEqual(['requirements.html', 'results.json']);
  for (const name of ['requirements.html', 'results.json']) {
    expect(statSync(join(run.reportDir, name)).mode & 0o777).toBe(0o600);
  }
  expect(places).toEqual([
    `requirements  ${join(run.reportDir, 'requirements.html')}`,
    `results       ${join(run.reportDir, 'results.json')}`,
  ]);
  expect(results.exitCode).toBe(0);
});

it('a page that cannot be written makes the run a fault, and takes nothing else with it', async () => {
  const run = newRun();
  mkdirSync(join(run.reportDir, 'requirements.html', 'full'), { recursive: true });
  const { places } = await finishRun(run, report, times);
  expect(places[0]).toMatch(/^fault {9}the page of requirements was not written: /);
  expect(places.slice(1)).toEqual([`results       ${join(run.reportDir, 'results.json')}`]);
  expect(resultsIn(run.reportDir)).toMatchObject({ outcome: 'error', exitCode: 5 });
});

it('a fault of the runner makes the run one, without a secret', async () => {
  const run = newRun();
  const { places, results } = await finishRun(run, { ...report, faults: ['it said s3cret'] }, times);
  expect(places[0]).toBe('fault         it said ***');
  expect(results).toMatchObject({ outcome: 'error', exitCode: 5 });
  expect(resultsIn(run.reportDir)).toEqual(results);
});

it('an interrupted run is partial and never green, even if every exchange was judged', async () => {
  const run = newRun();
  const { results } = await finishRun(run, { ...report, interrupted: true }, times);
  expect(results).toMatchObject({ outcome: 'partial', exitCode: 5, summary: { passed: exchanges.length } });
  expect(resultsIn(run.reportDir)).toEqual(results);
});
