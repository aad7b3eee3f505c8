import { expect, it } from 'vitest';
import { plainJson } from './printable.ts';

it('nothing in it acts on a terminal or turns text around, and it means the same', () => {
  const value = { a: ['\u001B[31m \u009B31m \u007F', '\u202Eabc\u2066 ş 😀'] };
  const written = plainJson(value);
  expect(written).toBe('{"a":["\\u001b[31m \\u009b31m \\u007f","\\u202eabc\\u2066 ş 😀"]}');
  expect(JSON.parse(written)).toEqual(value);
});
