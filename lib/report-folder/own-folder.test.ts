import { existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newFolder } from '../../suites/self/command.ts';
import { suiteIdentity } from '../bindings/suite-identity.ts';
import { type ReportFormat, reportFormats } from '../model/running/report-format.ts';
import type { Results } from '../model/running/results.ts';
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

function fileWith(text: string): string {
  const path = join(newFolder(), 'file');
  writeFileSync(path, text);
  return path;
}

/** A report as a run writes it; of a recording, its beginning. */
function textOf(format: ReportFormat, results: Results): string {
  if (format !== 'har') return formats[format](results);
  const path = join(newFolder(), 'recording.har');
  openHarFile(path, results.suite.version, 'http://a.example', maskFor([])).close();
  return readFileSync(path, 'utf8');
}

describe.each(reportFormats)('a file of %s', (format) => {
  const passing = resultsOf((one) => recordWith('passed', one));

  it('that a run wrote may be replaced', async () => {
    for (const run of [passing, everyVerdict('should'), hostileResults(), { ...passing, exchanges: [] }]) {
      const path = fileWith(textOf(format, { ...run, suite: suiteIdentity() }));
      expect(await isForeign(path, beginnings[format])).toBe(false);
    }
  });

  it.each([
    'operation: SendBulkSms\ncases: []\n',
    '# My project\n\n## ✅ postsms-conformance: conforms (gate must)\n',
    'TAP version 13\n1..2\nok 1\n',
    '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n<testsuite name="mine"/>\n</testsuites>\n',
    '{\n  "schemaVersion": 1,\n  "label": "coverage",\n  "message": "99 %"\n}\n',
    '\n',
  ])('that begins otherwise may not: %j', async (text) => {
    expect(await isForeign(fileWith(text), beginnings[format])).toBe(true);
  });

  it('of another format may not', async () => {
    for (const other of reportFormats.filter((one) => one !== format)) {
      expect(await isForeign(fileWith(textOf(other, passing)), beginnings[format])).toBe(true);
    }
  });
});

it('an empty file, none at all and a link hold nothing that would be lost', async () => {
  const empty = fileWith('');
  const link = `${empty}.link`;
  symlinkSync(fileWith('mine'), link);
  for (const path of [empty, `${empty}.none`, link]) {
    expect(await isForeign(path, beginnings.tap)).toBe(false);
  }
});

describe('a report folder', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('belongs to one run until that releases it', async () => {
    const folder = join(newFolder(), 'reports');
    const lock = await lockReportFolder(folder);
    await expect(lockReportFolder(folder)).rejects.toThrow(
      'another run writes there; choose another folder with --report-dir, or wait for it (if it was killed, 15 seconds)',
    );
    await lock.release();
    await (await lockReportFolder(folder)).release();
    expect(existsSync(join(folder, '.lock'))).toBe(false);
  });

  it('is taken over from a run without a heartbeat, which learns of it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const folder = newFolder();
    const suspended = await lockReportFolder(folder);
    const before = new Date(Date.now() - 60_000);
    utimesSync(join(folder, '.lock'), before, before);
    expect(suspended.isOurs()).toBe(true);
    await vi.advanceTimersByTimeAsync(2_000);
    await vi.waitFor(() => expect(suspended.isOurs()).toBe(false));
    const other = await lockReportFolder(folder);
    await suspended.release();
    expect(existsSync(join(folder, '.lock'))).toBe(true);
    await other.release();
  });

  it('that cannot be made is an error', async () => {
    await expect(lockReportFolder('/proc/reports')).rejects.toThrow(/ENOENT|EACCES|EPERM|EROFS/);
  });
});
