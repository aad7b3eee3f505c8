import { expect, it } from 'vitest';
import { newFolder } from '../../suites/self/folders.ts';
import { plannedExchanges, recordOf, runOf } from '../../suites/support/report.ts';
import { factLines, factsOf } from '../findings/run/facts.ts';
import type { Results } from '../model/running/results.ts';
import { judgedResults } from '../report/finish-run.ts';
import { ownText } from '../secrets/mask.ts';
import { keepCauses, sinceLastRun } from './last-run.ts';

const exchanges = plannedExchanges('SendBulkSms/canonical');
const report = {
  ...{ chosen: [], records: exchanges.map((exchange) => recordOf(exchange)), faults: [] },
  ...{ calibration: null, stopped: null },
};

/** Returns the results of a run of a target. */
function resultsAt(time: number, target: Partial<Results['target']> = {}) {
  const startedAt = new Date(time);
  const results = judgedResults(runOf(exchanges), report, { startedAt, durationMs: 1 });
  return { ...results, target: { ...results.target, ...target } };
}

it('compares a run with the one before it, and not with itself where its reports are written again', async () => {
  const folder = newFolder();
  const [first, second] = [resultsAt(0), resultsAt(1)];
  await keepCauses(folder, first, ownText);
  const compared = sinceLastRun(folder, second, ownText);
  expect(compared.since).toEqual({ startedAt: first.startedAt, added: [], gone: [] });
  await keepCauses(folder, compared, ownText);
  expect(sinceLastRun(folder, compared, ownText)).toBe(compared);
});

it.each([
  ['external', 'http://old.example', 'http://new.example', { target: 'http://old.example' }],
  ['external', 'http://old.example', 'http://old.example', {}],
  // The embedded reference has another port in each run.
  ['reference', 'http://127.0.0.1:1', 'http://127.0.0.1:2', {}],
] as const)(
  'names the target of the last run where it is another: %s %s, %s',
  async (kind, old, now, other) => {
    const folder = newFolder();
    const [first, second] = [old, now].map((url, time) => resultsAt(time, { kind, baseUrl: ownText(url) }));
    if (!first || !second) throw new Error('no results');
    await keepCauses(folder, first, ownText);
    const compared = sinceLastRun(folder, second, ownText);
    expect(compared.since).toEqual({ startedAt: first.startedAt, added: [], gone: [], ...other });
    const of = 'target' in other ? ', of another target, http://old.example' : '';
    expect(factsOf(compared).flatMap(factLines)).toContain(
      `since         the last run, ${first.startedAt}${of}: 0 new causes, 0 gone`,
    );
  },
);
