import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { copied, remembered, rememberedFor } from './remembered.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Returns the bytes that stay in memory for what is kept of 20 texts of a million characters. */
function bytesFor(keep: (part: string, index: number) => unknown): number {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const kept = Array.from({ length: 20 }, (_, index) => {
    const whole = Buffer.alloc(1_000_000, `text ${index} `).toString();
    return keep(whole.slice(10, 60), index);
  });
  collectGarbage();
  const bytes = process.memoryUsage().heapUsed - before;
  expect(kept).toHaveLength(20);
  return bytes;
}

it('remembers short texts, and keeps no long text of which they are a part', () => {
  const length = remembered((text) => ({ text, length: text.length }));
  expect(bytesFor((part) => part)).toBeGreaterThan(10e6);
  expect(bytesFor((part) => length(part))).toBeLessThan(2e6);
  expect(length('abc')).toBe(length('abc'));
  const long = 'x'.repeat(300);
  expect(length(long)).not.toBe(length(long));
});

it('remembers what it said of an object, and nothing of an equal one', () => {
  const keys = rememberedFor((given: object) => ({ keys: Object.keys(given) }));
  const given = { a: 1 };
  expect(keys(given)).toBe(keys(given));
  expect(keys(given)).toEqual({ keys: ['a'] });
  expect(keys({ ...given })).not.toBe(keys(given));
});

it('copies texts in values', () => {
  expect(bytesFor((part, index) => copied({ index, names: { field: part } }))).toBeLessThan(2e6);
  expect(copied({ a: ['\uD800 ü', undefined] })).toEqual({ a: ['\uD800 ü', undefined] });
});
