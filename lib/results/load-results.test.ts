import { expect, it } from 'vitest';
import { inFolder, loaded, problemsOf } from '../../suites/support/cases.ts';
import { builtOf, leftOf, plannedExchanges, recordOf, runOf } from '../../suites/support/report.ts';
import { formatProblem } from '../yaml/format-problem.ts';
import { loadResults } from './load-results.ts';

const [exchange] = plannedExchanges('SendBulkSms/canonical/soap11');
// As a file of an earlier version, which did not tell the rules.
const { rules, ...results } = builtOf(runOf([exchange]), [recordOf(exchange)]);
const text = JSON.stringify(results, null, 2);

function load(content: string | Uint8Array) {
  return inFolder({ 'results.json': content }, () => loadResults('results.json'));
}

function told(content: string | Uint8Array): readonly string[] {
  return problemsOf(load(content)).map(formatProblem);
}

it('results are read, those of versions that did not tell which rules were evaluated too', () => {
  expect(loaded(load(text))).toEqual(results);
  expect(loaded(load(JSON.stringify({ ...results, rules }))).rules).toEqual(rules);
  const { causes, ...earlier } = results;
  expect(loaded(load(JSON.stringify(earlier))).causes).toEqual(causes);
  const left = leftOf('SendBulkSms/classes/soap11/one');
  const { id, level, reason } = left;
  for (const notRun of [[left], [{ id, level, reason }]])
    expect(loaded(load(JSON.stringify({ ...results, notRun }))).notRun).toEqual([left]);
});

it.each([
  ['', 'this is not JSON: Unexpected end of JSON input'],
  ['schemaVersion: 1\n', 'this is not JSON: '],
  [Uint8Array.of(0x22, 0xff, 0x22), 'cannot be read: the file is not UTF-8'],
  [Buffer.from('\uFEFF{}', 'utf16le'), 'cannot be read: the file is UTF-16; save it as UTF-8'],
  [Buffer.from('{}', 'utf16le').swap16(), 'cannot be read: the file is UTF-16; save it as UTF-8'],
  ...['[]', '7', 'null', '{"exchanges": []}'].map((one) => [
    one,
    'not a results.json: schemaVersion is missing',
  ]),
  // Before anything else.
  [
    text.replace('"schemaVersion": 1', '"schemaVersion": 2').replace('"gate"', '"gates"'),
    'schemaVersion 2 is not supported; expected 1',
  ],
] as [string | Uint8Array, string][])('what is no results.json is told so, case %#', (content, message) => {
  expect(told(content)).toEqual([expect.stringContaining(`results.json:1:1: ${message}`)]);
});

it('what breaks the schema is told at its place, with the nearest value', () => {
  const [first] = told(text.replace('"verdict": "passed"', '"verdict": "pased"'));
  expect(first).toMatch(/^results\.json:\d+:18: "pased" is not a value of "verdict"\n/);
  expect(first).toContain('did you mean: passed');
});
