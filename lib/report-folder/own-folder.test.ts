import { existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newFolder } from '../../suites/self/command.ts';
import { suiteIdentity } from '../bindings/suite-identity.ts';
import { reportFormats } from '../model/running/report-format.ts';
import { openHarFile } from '../recording/har-file.ts';
import { formats } from '../report/finish-run.ts';
import { everyVerdict, hostileResults, recordWith, resultsOf } from '../report/formats/testing.ts';
import { maskFor } from '../secrets/mask.ts';
import { beginnings, foreignReports, isForeign, lockReportFolder, markOwn } from './own-folder.ts';

function folderWith(...names: readonly string[]): string {
  const folder = newFolder();
  for (const name of names) mkdirSync(join(folder, name));
  return folder;
}

describe('reports of somebody else', () => {
  it('are not in a folder that is new, empty or has only other files', async () => {
    for (const folder of [join(newFolder(), 'new'), newFolder(), folderWith('README.md', 'package.json')]) {
      expect(await foreignReports(folder)).toEqual([]);
    }
  });

  it.each(['allure-results', 'allure-report', 'allurerc.json', 'requirements.html', 'junit.xml'])(
    'are %s of an unknown run, also as a link',
    async (name) => {
      expect(await foreignReports(folderWith(name))).toEqual([name]);
      const folder = newFolder();
      symlinkSync('/nowhere', join(folder, name));
      expect(await foreignReports(folder)).toEqual([name]);
    },
  );

  it('are told by the name in results.json', async () => {
    const folder = folderWith('allure-results');
    for (const text of ['', 'null', '{}', '{"suite":{"name":"jest"}}']) {
      writeFileSync(join(folder, 'results.json'), text);
      expect(await foreignReports(folder)).toEqual(['results.json', 'allure-results']);
    }
    writeFileSync(join(folder, 'results.json'), '{"suite":{"name":"postsms-conformance"}}');
    expect(await foreignReports(folder)).toEqual([]);
  });

  it('are not in a folder that a run has marked', async () => {
    const folder = folderWith('allure-results');
    await markOwn(folder);
    expect(await foreignReports(folder)).toEqual([]);
  });
});

const passing = resultsOf((one) => recordWith('passed', one));

describe.each(reportFormats)('a file of %s', (format) => {
  const isLost = (text: string) => isForeign(fileWith(text), beginnings[format]);

  it('may be replaced where a run wrote it', async () => {
    for (const run of [passing, everyVerdict('should'), hostileResults(), { ...passing, exchanges: [] }]) {
      const path = join(newFolder(), 'recording.har');
      if (format === 'har') openHarFile(path, run.suite.version, 'http://a.example', maskFor([])).close();
      const text =
        format === 'har' ? readFileSync(path, 'utf8') : formats[format]({ ...run, suite: suiteIdentity() });
      expect(await isLost(text)).toBe(false);
    }
    for (const nothing of [fileWith(''), '/nowhere', linkTo(fileWith('mine'))]) {
      expect(await isForeign(nothing, beginnings[format])).toBe(false);
    }
  });

  it.each([
    'operation: SendBulkSms\ncases: []\n',
    '# My project\n\n## ✅ postsms-conformance: conforms (gate must)\n',
    'TAP version 13\n1..2\nok 1\n',
    '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n<testsuite name="mine"/>\n</testsuites>\n',
    '{\n  "schemaVersion": 1,\n  "label": "coverage",\n  "message": "99 %"\n}\n',
    '\n',
  ])('may not where it begins otherwise: %j', async (text) => {
    expect(await isLost(text)).toBe(true);
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

describe('a report folder', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('belongs to one run until that releases it', async () => {
    const folder = join(newFolder(), 'reports');
    const release = await lockReportFolder(folder);
    await expect(lockReportFolder(folder)).rejects.toThrow(
      'another run writes there; choose another folder with --report-dir, or wait for it (if it was killed, 15 seconds)',
    );
    await release();
    await (await lockReportFolder(folder))();
    expect(existsSync(join(folder, '.lock'))).toBe(false);
  });

  it('is taken over from a run without a heartbeat, which then releases nothing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const folder = newFolder();
    const suspended = await lockReportFolder(folder);
    const before = new Date(Date.now() - 60_000);
    utimesSync(join(folder, '.lock'), before, before);
    await vi.advanceTimersByTimeAsync(2_000);
    const other = await vi.waitFor(() => lockReportFolder(folder));
    await suspended();
    expect(existsSync(join(folder, '.lock'))).toBe(true);
    await other();
  });

  it('that cannot be made is an error', async () => {
    await expect(lockReportFolder('/proc/reports')).rejects.toThrow(/ENOENT|EACCES|EPERM|EROFS/);
  });
});
