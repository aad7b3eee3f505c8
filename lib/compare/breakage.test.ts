import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder } from '../../suites/self/folders.ts';
import { contract } from '../../suites/support/cases.ts';
import { maskAll, ownText } from '../secrets/mask.ts';
import { fitsSchema } from '../yaml/schema.ts';
import { compareSides, pairedSides, type Side } from './compare.ts';
import { writeComparison } from './compare-reports.ts';
import { compareText } from './compare-text.ts';

const side: Side = { name: 'side', calls: [], tickets: [], results: null };
const options = { bindings: undefined, narrowed: false, accepted: [], strict: false, probes: 'all' } as const;
const { comparison } = compareSides(pairedSides([side, side], contract, options), contract, options);
const masked = maskAll(
  {
    ...{ ...comparison, compared: 1 },
    wouldBreak: [
      { who: 'gSOAP, zeep', because: 'port  A -> B', gates: false },
      { who: 'xml2js', because: 'prefixes  soap -> s', gates: true },
    ],
  },
  ownText,
);

it('counts no reader of the user where no pair of replies was tried', () => {
  const yours = { readers: ['node read.mjs'], breakages: [] };
  const untried = compareSides(pairedSides([side, side], contract, options), contract, options, yours);
  expect(untried.comparison.readers).toEqual({ old: 0, broken: 0 });
});

it('tells who would break at the end of the lines, before the outcome', () => {
  expect(compareText(masked)).toMatch(
    /\nwould break {3}gSOAP, zeep: port {2}A -> B\n {14}xml2js: prefixes {2}soap -> s\noutcome /,
  );
});

it('tells who would break in every report, and in JUnit as skipped unless it gates', async () => {
  const folder = newFolder();
  await writeComparison(folder, masked);
  const text = (name: string) => readFileSync(join(folder, name), 'utf8');
  expect(fitsSchema('compare', JSON.parse(text('compare.json')))).toBe(true);
  expect(text('compare.md')).toContain('gSOAP, zeep: port  A -> B\n');
  expect(text('compare.html').split('Who would break</h2>')).toHaveLength(2);
  expect(text('compare.html').split('<dt>xml2js</dt><dd>prefixes  soap -&gt; s</dd>')).toHaveLength(2);
  expect(text('compare.xml')).toMatch(
    /name="port {2}A -&gt; B" time="[^"]*"><skipped message="gSOAP, zeep: /,
  );
  expect(text('compare.xml')).toMatch(/name="prefixes [^>]*><failure type="would-break" message="xml2js: /);
});
