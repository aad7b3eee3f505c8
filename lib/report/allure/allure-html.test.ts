import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder } from '../../../suites/self/folders.ts';
import { lacks } from '../../../suites/self/needs.ts';
import { plannedExchanges, recordOf, runOf } from '../../../suites/support/report.ts';
import type { Results } from '../../model/running/results.ts';
import { judgedResults } from '../finish-run.ts';
import { buildAllureHtml, finishedPage, writeHtml } from './allure-html.ts';

const exchanges = plannedExchanges('SendBulkSms/canonical/soap11');

function resultsOf(startedAt = new Date()): Results {
  const records = exchanges.map((exchange) => recordOf(exchange));
  const report = { chosen: [], records, faults: [], calibration: null, stopped: null };
  return judgedResults(runOf(exchanges), report, { startedAt, durationMs: 1 });
}

it.skipIf(lacks('file modes'))(
  'a page has the earlier runs and its own once, however often it is built, for its owner only',
  async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'allure-results'));
    const test = { uuid: 'u', name: 'n', fullName: 'n', historyId: 'h', status: 'passed' };
    writeFileSync(join(folder, 'allure-results/u-result.json'), JSON.stringify(test));
    mkdirSync(join(folder, 'history'));
    const file = join(folder, 'history/external.jsonl');
    const run = { uuid: 'e', name: 'e', timestamp: 1, knownTestCaseIds: [], testResults: {} };
    const earlier = JSON.stringify(run);
    writeFileSync(file, `${earlier}\n{"timest\n`, { mode: 0o600 });
    const results = resultsOf();
    for (let time = 0; time < 2; time += 1) {
      const page = await buildAllureHtml(folder, results);
      expect(statSync(page).mode & 0o077).toBe(0);
      const [first, second, ...more] = readFileSync(file, 'utf8').trim().split('\n');
      expect([first, more]).toEqual([earlier, []]);
      expect(Object.values(JSON.parse(second ?? '').testResults)).toMatchObject([
        { name: 'n', status: 'passed' },
      ]);
      expect(statSync(file).mode & 0o077).toBe(0);
    }
    expect(readdirSync(folder).sort()).toEqual(['allure-report', 'allure-results', 'history']);
  },
);

it('a page that cannot be built is told', async () => {
  const folder = newFolder();
  const missing = await writeHtml(folder, resultsOf());
  mkdirSync(join(folder, 'allure-results'));
  // Allure cannot make its folder behind a file.
  writeFileSync(join(folder, 'history'), '');
  const broken = await writeHtml(folder, resultsOf());
  const start = 'the HTML report was not built: ';
  expect(missing).toEqual({
    places: [],
    faults: [`${start}${join(folder, 'allure-results')}: there are no Allure results`],
  });
  expect(broken).toEqual({ places: [], faults: [expect.stringMatching(`^${start}Allure ended with 1: `)] });
});

it.each([
  [5_000, true],
  [5_001, false],
])('the page of %i exchanges is built after a run: %s', async (count, tried) => {
  const [exchange] = resultsOf().exchanges;
  const many = { ...resultsOf(), exchanges: Array.from({ length: count }, () => exchange) } as Results;
  // Without Allure results no page can be built, which is told.
  const { faults, places } = await writeHtml(newFolder(), many);
  expect(faults.length > 0).toBe(tried);
  expect(places).toEqual(tried ? [] : ['report        not built, for 5001 exchanges; `report` builds it']);
});

const stock = (analytics: string) => `<html><head>
    <meta charset="utf-8">
    <script>one()</script>
</head><body><script src="data:text/javascript;base64,eA=="></script>${analytics}</body></html>`;

const known =
  '<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>\n    <script>gtag()</script>';

it('a page of Allure asks no third party for a script, and lets none run but those that appear in it', () => {
  const page = finishedPage(stock(known));
  expect(page).not.toMatch(/googletagmanager|gtag/);
  const nonce = /script-src 'nonce-([^']+)'/.exec(page)?.[1];
  expect(nonce).toMatch(/^[\w+/]{20,}=*$/);
  expect(page.match(/<script/g)).toHaveLength(3);
  expect(page.split(`<script nonce="${nonce}"`)).toHaveLength(4);
  expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<script'));
  expect(page).toContain("default-src 'none'");
  // No target can know it.
  expect(finishedPage(stock(known))).not.toBe(page);
  const unknown = '<script src="https://www.googletagmanager.com/other.js"></script>';
  expect(() => finishedPage(stock(unknown))).toThrow(/analytics in a form that is not known/);
});
