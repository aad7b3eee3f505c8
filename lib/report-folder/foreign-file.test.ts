import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { suiteIdentity } from '../bindings/suite-identity.ts';
import { reportFormats } from '../model/running/report-format.ts';
import { plainJson } from '../report/allure/plain-json.ts';
import { compareRuns } from '../report/diff/compare-runs.ts';
import { diffBeginnings } from '../report/diff/diff-beginnings.ts';
import { diffMarkdown } from '../report/diff/diff-markdown.ts';
import { results as diffedResults, exchange } from '../report/diff/testing.ts';
import { formats } from '../report/formats/registry.ts';
import { everyVerdict, hostileResults, recordWith, resultsOf } from '../report/formats/testing.ts';
import { maskFor } from '../secrets/mask.ts';
import { beginnings } from './beginnings.ts';
import { isForeign } from './foreign-file.ts';

function fileWith(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'foreign-file-')), 'file');
  writeFileSync(path, text);
  return path;
}

const passing = resultsOf((one) => recordWith('passed', one));
const runs = [passing, everyVerdict('should'), hostileResults(), { ...passing, exchanges: [] }].map(
  (run) => ({
    ...run,
    suite: suiteIdentity(),
  }),
);

const others = {
  'a case file': 'operation: SendBulkSms\ncases: []\n',
  'a README': '# My project\n\n## ✅ postsms-conformance: conforms (gate must)\n',
  'another TAP': 'TAP version 13\n1..2\nok 1\n',
  'another JUnit':
    '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n<testsuite name="mine"/>\n</testsuites>\n',
  'another badge': '{\n  "schemaVersion": 1,\n  "label": "coverage",\n  "message": "99 %"\n}\n',
  results: `${plainJson(passing, 2)}\n`,
  'a private key': '-----BEGIN PRIVATE KEY-----\n',
  'a line break': '\n',
};

describe.each(reportFormats)('a file of %s', (format) => {
  it('that a run has written may be written over', async () => {
    for (const run of runs)
      expect(await isForeign(fileWith(formats[format](run)), beginnings[format])).toBe(false);
  });

  it.each(Object.entries(others))('that is %s may not', async (_, text) => {
    expect(await isForeign(fileWith(text), beginnings[format])).toBe(true);
  });

  it('of another format may not', async () => {
    for (const other of reportFormats.filter((one) => one !== format)) {
      expect(await isForeign(fileWith(formats[other](passing)), beginnings[format])).toBe(true);
    }
  });
});

describe('a comparison', () => {
  const mask = maskFor([], []);
  const held = diffedResults([exchange('SendBulkSms/a/soap11')]);
  const broken = diffedResults([exchange('SendBulkSms/a/soap11', 'failed')]);
  const none = diffedResults([]);
  const diffs = [
    [held, held],
    [held, broken],
    [held, none],
    [broken, held],
  ].map(([old = none, now = none]) => compareRuns(old, now, { mask, failOnLess: false }));
  const written = {
    json: (index: number) => `${plainJson(diffs[index], 2)}\n`,
    markdown: (index: number) => {
      const diff = diffs[index];
      return diff ? String(diffMarkdown(diff)) : '';
    },
  };

  it.each(['json', 'markdown'] as const)(
    'as %s may be written over, and what is none may not',
    async (form) => {
      for (const index of diffs.keys()) {
        expect(await isForeign(fileWith(written[form](index)), diffBeginnings[form])).toBe(false);
      }
      for (const text of Object.values(others)) {
        expect(await isForeign(fileWith(text), diffBeginnings[form])).toBe(true);
      }
    },
  );
});

it('an empty file, none at all and a link hold nothing that would be lost', async () => {
  const empty = fileWith('');
  const link = `${empty}.link`;
  symlinkSync(fileWith('mine'), link);
  for (const path of [empty, `${empty}.none`, link])
    expect(await isForeign(path, beginnings.tap)).toBe(false);
});
