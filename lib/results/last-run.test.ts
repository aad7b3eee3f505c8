import { expect, it } from 'vitest';
import { newFolder } from '../../suites/self/folders.ts';
import { plannedExchanges, recordOf, runOf } from '../../suites/support/report.ts';
import { judgedResults } from '../report/finish-run.ts';
import { ownText } from '../secrets/mask.ts';
import { keepCauses, sinceLastRun } from './last-run.ts';

it('compares a run with the one before it, and not with itself where its reports are written again', async () => {
  const folder = newFolder();
  const exchanges = plannedExchanges('SendBulkSms/canonical');
  const records = exchanges.map((exchange) => recordOf(exchange));
  const report = { chosen: [], records, faults: [], calibration: null, stopped: null };
  const resultsAt = (startedAt: Date) =>
    judgedResults(runOf(exchanges), report, { startedAt, durationMs: 1 });
  const [first, second] = [resultsAt(new Date(0)), resultsAt(new Date(1))];
  await keepCauses(folder, first, ownText);
  const compared = sinceLastRun(folder, second, ownText);
  expect(compared.since).toEqual({ startedAt: first.startedAt, added: [], gone: [] });
  await keepCauses(folder, compared, ownText);
  expect(sinceLastRun(folder, compared, ownText)).toBe(compared);
});
