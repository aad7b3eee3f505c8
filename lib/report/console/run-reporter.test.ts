import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import type { TestCase, TestModule } from 'vitest/node';
import { plannedExchanges, recordOf } from '../../../suites/support/report.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { RunReport } from '../../model/running/results.ts';
import { ownText } from '../../secrets/mask.ts';
import { progressText, runReporter } from './run-reporter.ts';

/** What is printed of a run of three exchanges, of which one passes and one does not end. */
async function printed(isTTY: boolean): Promise<string> {
  const said: Masked[] = [];
  const stdout = { isTTY, write: (text: Masked) => void said.push(text) };
  const reporter = runReporter(stdout, () => {});
  const tests = ['a', 'b', 'c'].map((name) => ({ name, options: { mode: 'run' } }));
  const module = { children: { allTests: () => tests }, errors: () => [], meta: () => ({}) };
  const ended = (meta: object) => ({ name: 'a', meta: () => meta, result: () => ({ state: 'passed' }) });
  await reporter.onTestModuleCollected?.(module as unknown as TestModule);
  for (const meta of [{ exchange: recordOf(plannedExchanges('SendBulkSms/canonical/soap11')[0]) }, {}]) {
    await reporter.onTestCaseResult?.(ended(meta) as unknown as TestCase);
  }
  await reporter.onTestRunEnd?.([module as unknown as TestModule], [], 'passed');
  return said.join('');
}

it('says on a terminal alone how far a run is, on one line that it takes away at the end', async () => {
  expect(await printed(false)).toBe('');
  const said = await printed(true);
  expect(stripVTControlCharacters(said)).toBe(
    '\r0 of 3 exchanges\r1 of 3 exchanges\r2 of 3 exchanges, 1 not passed, first a\r',
  );
  expect(said.endsWith('\r\u001B[K')).toBe(true);
});

it('a run in which no test module ran is at fault, and says so', async () => {
  const reports: RunReport[] = [];
  const stdout = { isTTY: false, write: () => {} };
  const reporter = runReporter(stdout, (report) => void reports.push(report));
  await reporter.onTestRunEnd?.([], [], 'passed');
  expect(reports.map(({ faults }) => faults)).toEqual([
    [
      'no test module ran: Vitest found no file of the conformance suite where this suite is installed; install it again',
    ],
  ]);
});

it('progress says how many, how long, how long still, and what failed first', () => {
  expect(progressText(0, 1257, 300, [])).toBe('0 of 1257 exchanges');
  expect(progressText(300, 1200, 30_000, [])).toBe('300 of 1200 exchanges, 30 s, about 1 min 30 s left');
  expect(progressText(1, 2, 4_000, ['a/b/c', 'd'].map(ownText))).toBe(
    '1 of 2 exchanges, 4 s, about 4 s left, 2 not passed, first a/b/c',
  );
});
