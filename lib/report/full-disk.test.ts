import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resultsIn } from '../../suites/self/command.ts';
import { fill, hasSmallDisks, withSmallDisk } from '../../suites/self/small-disk.ts';
import { reportFilesOf } from '../report-folder/report-files.ts';
import { buildResults } from '../results/results.ts';
import { maskFor, ownText } from '../secrets/mask.ts';
import { finishRun } from './finish-run.ts';
import { plannedExchanges, recordOf, runOf } from './testing.ts';
import { writeAgain, writeReports } from './write-reports.ts';

const exchanges = plannedExchanges('SendBulkSms/canonical');
const records = exchanges.map((exchange) => recordOf(exchange));
const report = { chosen: [], records, faults: [], calibration: null, stopped: null };
const times = { startedAt: new Date(0), durationMs: 1 };
const suite = { name: 'x', version: '0' };

/** A run whose reports lie on a disk of so many KiB: more than 100 each of results.json and the page of requirements. */
const onDisk = <T>(kib: number, use: (run: ReturnType<typeof runIn>) => Promise<T>) =>
  withSmallDisk(kib, (folder) => use(runIn(folder)));

function runIn(reportDir: string) {
  return {
    ...runOf(exchanges),
    reportDir,
    reportFiles: reportFilesOf([{ name: 'junit', file: null }], reportDir),
  };
}

/** A file of so many KiB, in a folder of its own. */
function put(path: string, kib: number): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, Buffer.alloc(kib * 1024));
}

const ALL = ['junit.xml', 'requirements.html', 'results.json'];

describe.runIf(hasSmallDisks())('on a full disk', () => {
  it('the HTML page makes room for the reports that no command makes again, and the run says so', async () => {
    await onDisk(600, async (run) => {
      put(join(run.reportDir, 'allure-report/index.html'), 400);
      const { places, pageTaken, results } = await finishRun(run, report, times);
      expect(readdirSync(run.reportDir).sort()).toEqual(ALL);
      expect(pageTaken).toBe(true);
      expect(results).toMatchObject({ outcome: 'error', exitCode: 5 });
      expect(resultsIn(run.reportDir)).toEqual(results);
      const page = join(run.reportDir, 'allure-report');
      expect(places.slice(0, 2)).toEqual([
        expect.stringMatching(
          /^fault {9}the HTML report was taken away to make room: .*: no space is left in /,
        ),
        `removed       ${page}: to make room; \`report\` builds it again where there is space`,
      ]);
      expect(places.slice(2).map((line) => line.split(' ')[0])).toEqual(['junit', 'requirements', 'results']);
    });
  });

  it('what the run before left makes room, and the run is as good as it was', async () => {
    await onDisk(600, async (run) => {
      put(join(run.reportDir, '.earlier/allure-report/index.html'), 400);
      const { places, results } = await finishRun(run, report, times);
      expect(readdirSync(run.reportDir).sort()).toEqual(ALL);
      expect(results).toMatchObject({ outcome: 'conforms', exitCode: 0 });
      expect(places.map((line) => line.split(' ')[0])).toEqual(['junit', 'requirements', 'results']);
    });
  });

  it('results.json is there where only one of two has room, and calls the run no good one', async () => {
    await onDisk(240, async (run) => {
      const { places, results } = await finishRun(run, report, times);
      expect(readdirSync(run.reportDir).sort()).toEqual(['junit.xml', 'results.json']);
      expect(results.why).toMatch(/^the page of requirements was not written: .*: no space is left in /);
      expect(resultsIn(run.reportDir)).toEqual(results);
      expect(readFileSync(join(run.reportDir, 'junit.xml'), 'utf8')).toContain(
        'name="outcome" value="error"',
      );
      expect(places.filter((line) => line.startsWith('fault'))).toHaveLength(1);
    });
  });

  it('results.json of a run that had failed already has a second try too', async () => {
    await onDisk(500, async (run) => {
      put(join(run.reportDir, 'allure-report/index.html'), 400);
      const { places } = await finishRun(run, { ...report, faults: ['it broke'] }, times);
      expect(readdirSync(run.reportDir).sort()).toEqual(ALL);
      expect(resultsIn(run.reportDir)).toMatchObject({ outcome: 'error', exitCode: 5, why: 'it broke' });
      expect(places[0]).toBe('fault         it broke');
    });
  });

  it('without room for any report none is there, and the lines say why', async () => {
    await onDisk(64, async (run) => {
      fill(run.reportDir);
      const { places, results } = await finishRun(run, report, times);
      expect(readdirSync(run.reportDir)).toEqual(['filler']);
      expect(results.exitCode).toBe(5);
      expect(places).toHaveLength(3);
      for (const line of places) expect(line).toMatch(/^fault .* was not written: .*: no space is left in /);
    });
  });

  it('no report of a first pass stays that could not be written again with the fault', async () => {
    await onDisk(600, async (run) => {
      const mask = maskFor([], []);
      const good = buildResults(run, report, times, suite);
      const first = await writeReports(run, good, mask);
      expect([...first.files.keys()]).toEqual(['results', 'junit', 'requirements']);
      fill(run.reportDir);
      const bad = { ...good, outcome: 'error' as const, exitCode: 5, why: ownText('it broke') };
      const { lost, faults, full } = await writeAgain(run, first, bad, mask, true);
      expect(lost.map((path) => path.slice(run.reportDir.length + 1)).sort()).toEqual(ALL);
      expect([faults.length, full]).toEqual([3, true]);
      for (const name of ALL) expect(existsSync(join(run.reportDir, name))).toBe(false);
    });
  });
});
