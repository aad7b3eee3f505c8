import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Survivor } from './compare.ts';
import { onOneLine } from './report.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const survivors = JSON.parse(read('survivors.json')) as readonly Survivor[];

it.each(survivors)('$file holds what is listed of it, for a reason: $original', (survivor) => {
  const { file, original, times = 1, reason } = survivor;
  const places = onOneLine(read(`../../${file}`)).split(original).length - 1;
  expect(places).toBeGreaterThanOrEqual(times);
  expect(reason).toMatch(/^.{20,}\.$/);
});

it('no mutant is listed twice', () => {
  const keys = survivors.map(({ file, original, replacement }) =>
    JSON.stringify([file, original, replacement]),
  );
  expect(new Set(keys).size).toBe(keys.length);
});
