import { existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { newFolder } from '../../suites/self/folders.ts';
import { lacks } from '../../suites/self/needs.ts';
import { everyVerdict, knownResults, recordWith, resultsOf } from '../../suites/support/report.ts';
import { type ReporterChoice, reportFormatNames, reportFormats } from '../model/running/report-format.ts';
import type { Environment } from '../model/running/settings.ts';
import { openHarFile } from '../recording/write-har.ts';
import { formats } from '../report/finish-run.ts';
import { maskFor } from '../secrets/mask.ts';
import { suiteIdentity } from '../text/suite-identity.ts';
import { isForeignFile, lockReportFolder, markOwn, reportsIn } from './own-folder.ts';
import { reportPlacesOf } from './report-folder.ts';

it.skipIf(lacks('links'))(
  'reports of somebody else are those in a folder that no run has marked, also links',
  async () => {
    const folder = newFolder();
    const nothing = { earlier: [], foreign: [] };
    expect(await reportsIn(join(folder, 'new'), [])).toEqual(nothing);
    writeFileSync(join(folder, 'README.md'), '');
    expect(await reportsIn(folder, [])).toEqual(nothing);
    for (const name of ['results.json', 'report.html', 'junit.xml', 'allurerc.json']) {
      writeFileSync(join(folder, name), '');
    }
    mkdirSync(join(folder, 'allure-results'));
    symlinkSync('/nowhere', join(folder, 'allure-report'));
    expect(await reportsIn(folder, [])).toEqual({
      earlier: [],
      foreign: [
        ...['results.json', 'report.html', 'junit.xml'],
        ...['allure-results', 'allure-report', 'allurerc.json'],
      ],
    });
    await markOwn(folder, ['results.json']);
    expect(await reportsIn(folder, ['results.json', 'allure-results'])).toEqual({
      earlier: ['results.json'],
      foreign: ['allure-results'],
    });
    // What is named in a mark is no path to remove.
    await markOwn(folder, ['../other', '.', 'README.md']);
    expect(await reportsIn(folder, [])).toEqual(nothing);
  },
);

const passing = resultsOf((exchange) => recordWith('passed', exchange));

describe.skipIf(lacks('links')).each(reportFormatNames)('a file of %s', (format) => {
  const { begins } = reportFormats[format];
  const isLost = (text: string) => isForeignFile(fileWith(text), begins);

  it('may be replaced where a run wrote it', async () => {
    for (const run of [passing, everyVerdict(), knownResults(), { ...passing, exchanges: [] }]) {
      const path = join(newFolder(), 'recording.har');
      if (format === 'har') await openHarFile(path, 'http://a.example', maskFor([])).close();
      const text =
        format === 'har' ? readFileSync(path, 'utf8') : formats[format]({ ...run, suite: suiteIdentity() });
      expect(await isLost(text)).toBe(false);
    }
    for (const nothing of [fileWith(''), '/nowhere', linkTo(fileWith('mine'))]) {
      expect(await isForeignFile(nothing, begins)).toBe(false);
    }
  });

  it('may not where it begins otherwise', async () => {
    for (const text of [
      'operation: SendBulkSms\ncases: []\n',
      '# My project\n\n## ✅ postsms-conformance: conforms (gate must)\n',
      'TAP version 13\n1..2\nok 1\n',
      '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n<testsuite name="mine"/>\n</testsuites>\n',
      '{\n  "schemaVersion": 1,\n  "label": "coverage",\n  "message": "99 %"\n}\n',
      '\n',
    ]) {
      expect([text, await isLost(text)]).toEqual([text, true]);
    }
  });
});

function fileWith(text: string): string {
  const path = join(newFolder(), 'file');
  writeFileSync(path, text);
  return path;
}

function linkTo(path: string): string {
  symlinkSync(path, `${path}.link`);
  return `${path}.link`;
}

it.skipIf(lacks('/dev'))('a report folder belongs to one run until that releases it', async () => {
  const folder = join(newFolder(), 'reports');
  const release = await lockReportFolder(folder);
  await expect(lockReportFolder(folder)).rejects.toThrow(
    'another run writes there; choose another folder with --report-dir, or wait for it (if it was killed, 15 seconds)',
  );
  await release();
  await (await lockReportFolder(folder))();
  expect(existsSync(join(folder, '.lock'))).toBe(false);
  await expect(lockReportFolder('/dev/null/reports')).rejects.toThrow('ENOTDIR');
});

it('a run whose folder another run took while it slept says so once and ends with 5', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const folder = join(newFolder(), 'reports');
  const ended = new Promise((resolve) => {
    vi.spyOn(process, 'exit').mockImplementation(resolve as typeof process.exit);
  });
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await lockReportFolder(folder);
  utimesSync(join(folder, '.lock'), 1, 1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await ended).toBe(5);
  expect(told.mock.calls).toEqual([[`${folder} was removed, or another run took it over; run again\n`]]);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('GitHub Actions is told where its variable says so, or somebody asked for it', () => {
  const jobOf = (environment: Environment, reporter: readonly ReporterChoice[] = []) =>
    reportPlacesOf({ reportDir: 'reports', html: true, reporter }, environment).github;
  expect(jobOf({})).toBeNull();
  expect(jobOf({ GITHUB_ACTIONS: 'false' })).toBeNull();
  const asked = jobOf({}, [{ name: 'github', file: null }]);
  expect(asked).toEqual({ summaryFile: null, workspace: process.cwd() });
  expect(jobOf({ GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: '/w' })).toMatchObject({ workspace: '/w' });
});
