import { describe, expect, it } from 'vitest';
import { shortestText, smallestList } from './shrink.ts';

/** Counts how often it is asked. */
function counting<T>(shows: (value: T) => boolean) {
  const asked: T[] = [];
  return { asked, shows: async (value: T) => asked.push(value) > 0 && shows(value) };
}

const long = 'The quick brown fox jumps over the lazy dog. '.repeat(20);

describe('a text becomes the smallest that still shows it', () => {
  it.each<[string, string, (text: string) => boolean, string, number?]>([
    ['its length', long, (text) => text.length > 160, 'a'.repeat(161), 160],
    ['its length alone, at one value', 'x'.repeat(70), (text) => text.length === 70, 'a'.repeat(70), 69],
    ['one character', `${long}<${long}`, (text) => text.includes('<'), '<'],
    ['a character of a plane', `ab😀cd`, (text) => /[\u{10000}-\u{10ffff}]/u.test(text), '😀'],
    ['two characters in their order', 'x&y;z', (text) => /&.*;/.test(text), '&;'],
    ['a word', 'say null, please', (text) => text.includes('null'), 'null'],
    ['a character in front of any other', `${long}+1`, (text) => /\+./.test(text), '+a'],
    ['the end', 'no end ', (text) => text.endsWith(' '), ' '],
    [
      'a long text with a letter',
      `${long}İ${long}`,
      (text) => text.length > 160 && text.includes('İ'),
      `İ${'a'.repeat(160)}`,
      160,
    ],
    ['being nothing', '', (text) => text === '', ''],
  ])('%s', async (_, text, isWrong, value, rightUpTo) => {
    const { asked, shows } = counting(isWrong);
    expect(await shortestText(text, shows)).toEqual({
      value,
      ...(rightUpTo !== undefined && { rightUpTo }),
      ...(rightUpTo === 69 && { isSingle: true }),
    });
    expect(asked.length).toBeLessThan(120);
  });
});

describe('a list becomes the smallest that still shows it', () => {
  const numbered = (count: number) => Array.from({ length: count }, (_, place) => String(9000 + place));
  it.each<[string, readonly string[], (list: readonly string[]) => boolean, readonly string[], number?]>([
    ['its count', numbered(256), (list) => list.length > 20, numbered(21), 20],
    ['a repetition', ['1', '2', '3', '1', '2', '3'], (list) => new Set(list).size < list.length, ['3', '3']],
    [
      'a repetition of each item',
      ['1', '2', '3', '1', '2', '3'],
      (list) => list.length === 2 * new Set(list).size,
      ['3', '3'],
    ],
    ['one item', ['a', '<b>', 'c'], (list) => list.some((item) => item.includes('<')), ['<']],
  ])('%s', async (_, list, isWrong, value, rightUpTo) => {
    const { asked, shows } = counting(isWrong);
    expect(await smallestList(list, numbered, shows)).toEqual({
      value,
      ...(rightUpTo !== undefined && { rightUpTo }),
    });
    expect(asked.length).toBeLessThan(60);
  });
});
