import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder } from '../../suites/self/folders.ts';
import { sampleNamed } from '../../suites/support/calls.ts';
import { contract } from '../../suites/support/cases.ts';
import { maskAll, ownText } from '../secrets/mask.ts';
import { compareSides, pairedSides, type Side } from './compare.ts';
import { writeComparison } from './compare-reports.ts';
import { compareText } from './compare-text.ts';
import { factText } from './facts.ts';
import type { Pair } from './replies.ts';

const side: Side = { name: 'side', calls: [], tickets: [], results: null };
const options = { bindings: undefined, narrowed: false, accepted: [], strict: false, probes: 'all' } as const;
const request = { method: 'GET', path: '/', headers: [], body: new Uint8Array() };
const either = {
  ...{ exchange: 'SendBulkSms/canonical/soap11', step: 0, call: sampleNamed('SendBulkSms', 'soap11') },
  recorded: { origin: 'http://127.0.0.1:1', request },
} as unknown as Pair['either'];

/** Compares two sides each of whose replies has another text in one of these fields. */
function comparisonOf(fields: number, values: number) {
  const texts = Array.from({ length: fields * values }, (_, place) => {
    return [`${place % fields} ${'漢'.repeat(200)}`, `${place} ${'漢'.repeat(200)}`] as const;
  });
  const compared = texts.map(([field, to]): Pair => {
    const changes = [{ kind: 'meaning', field, from: to.toLowerCase(), to }] as const;
    return { either, old: undefined, now: undefined, isExact: false, changes };
  });
  const paired = { ...pairedSides([side, side], contract, options), compared };
  return maskAll(compareSides(paired, contract, options).comparison, ownText);
}

it('a long value is its beginning, its length and its digest', () => {
  const [short, long] = [1_000, 1_001].map((length) => factText('x'.repeat(length)));
  expect(short).toBe('x'.repeat(1_000));
  expect(long).toMatch(/^x{1000}… \(1001 characters, \w+\)$/);
});

it('further changes of a field are one difference', () => {
  const { differences } = comparisonOf(1, 300);
  expect(differences).toHaveLength(201);
  expect(differences).toContainEqual(
    expect.objectContaining({ from: 'other values', to: 'other values', replies: 100 }),
  );
});

const many = comparisonOf(20, 150);

it('further differences of a kind are one of each field', () => {
  const merged = many.differences.filter(({ from }) => from === 'other values');
  expect([many.differences.length, merged.length]).toEqual([2_000 + 20, 20]);
});

it('the console shows the first differences of meaning', () => {
  expect(compareText(many)).toMatch(/^meaning .*(?:\n {14}.*){19}\n {14}and 2000 more in compare\.html\n/);
});

it('the Markdown fits the job summary of GitHub, of a megabyte', async () => {
  const folder = newFolder();
  await writeComparison(folder, many);
  const markdown = readFileSync(join(folder, 'compare.md'));
  expect(markdown.length).toBeLessThan(1_048_576);
  expect(String(markdown)).toMatch(/^_There is no room for \d+ more: compare\.json has them\._$/m);
});
