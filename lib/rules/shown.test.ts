import { expect, it } from 'vitest';
import { parseXml } from '../xml/parse.ts';
import { allText, counted, shownList, shownPair, shownText } from './shown.ts';

it('what cannot be seen is written as an escape', () => {
  expect(shownText(' a\u00A0\u200B\r\n"e\u0301 ')).toBe('" a\\u{A0}\\u{200B}\\r\\n\\"e\\u{301} "');
});

it('a long text says how much of it is shown', () => {
  expect(shownText('a'.repeat(200))).toBe(`"${'a'.repeat(200)}"`);
  expect(shownText('a'.repeat(300))).toBe(`"${'a'.repeat(200)}"… (characters 1 to 200 of 300)`);
});

it('two short texts are shown whole', () => {
  expect(shownPair('abc', 'abd')).toEqual({ expected: '"abc"', actual: '"abd"' });
});

it('two long texts are shown from shortly before they differ, so that the difference is seen', () => {
  const start = '0123456789'.repeat(50);
  expect(shownPair(`${start}x`, `${start}y`)).toEqual({
    expected: '…"01234567890123456789x" (characters 481 to 501 of 501)',
    actual: '…"01234567890123456789y" (characters 481 to 501 of 501)',
  });
});

it('two texts of which one is long are shown from the same place', () => {
  const start = 'a'.repeat(50);
  expect(shownPair(`${start}${'b'.repeat(151)}`, `${start}c`)).toEqual({
    expected: `…"${'a'.repeat(20)}${'b'.repeat(151)}" (characters 31 to 201 of 201)`,
    actual: `…"${'a'.repeat(20)}c" (characters 31 to 51 of 51)`,
  });
  expect(shownPair(`${start}${'b'.repeat(150)}`, `${start}c`)).toEqual({
    expected: `"${start}${'b'.repeat(150)}"`,
    actual: `"${start}c"`,
  });
});

it('two long texts that differ early are shown from their beginning', () => {
  const tail = 'b'.repeat(300);
  expect(shownPair(`a${tail}`, `c${tail}`)).toEqual({
    expected: `"a${'b'.repeat(199)}"… (characters 1 to 200 of 301)`,
    actual: `"c${'b'.repeat(199)}"… (characters 1 to 200 of 301)`,
  });
});

it('a text that is the beginning of a longer one is shown with its end', () => {
  const start = 'a'.repeat(300);
  expect(shownPair(`${start}b`, start)).toEqual({
    expected: `…"${'a'.repeat(20)}b" (characters 281 to 301 of 301)`,
    actual: `…"${'a'.repeat(20)}" (characters 281 to 300 of 300)`,
  });
});

it('two long texts that do not differ are shown with their ends', () => {
  const text = 'a'.repeat(300);
  const shown = `…"${'a'.repeat(20)}" (characters 281 to 300 of 300)`;
  expect(shownPair(text, text)).toEqual({ expected: shown, actual: shown });
});

it('all text of an element stands on one line, and is cut where it grows long', () => {
  const text = (inside: string) => textOf(`<a>${inside}</a>`);
  expect(text(' \n1  <b>2<c>3</c></b>\t4<d/> ')).toBe('1 2 3 4');
  expect(text('x'.repeat(160))).toBe('x'.repeat(160));
  expect(text('x'.repeat(161))).toBe(`${'x'.repeat(160)}…`);
});

it('counts and lists read as they are spoken', () => {
  expect([counted(0, 'step'), counted(1, 'step'), counted(2, 'step')]).toEqual([
    '0 steps',
    '1 step',
    '2 steps',
  ]);
  expect([shownList([]), shownList(['a', 'b'])]).toEqual(['none', '"a", "b"']);
});

it('texts of an element are told apart, also where one stands behind an element', () => {
  expect(textOf('<a>0<b>1</b>2<b/>3</a>')).toBe('0 1 2 3');
});

it('white space without an end is not looked at to its end', () => {
  const space = ' '.repeat(10_001);
  expect(textOf(`<a>${space}x</a>`)).toBe('');
  expect(textOf(`<a>${space}<b>x</b></a>`)).toBe('');
  expect(textOf(`<a>${' '.repeat(9_000)}x</a>`)).toBe('x');
});

function textOf(document: string): string {
  const reading = parseXml(document);
  if (reading.kind !== 'document') throw new Error(reading.kind);
  return allText(reading.root);
}
