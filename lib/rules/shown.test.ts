import { expect, it } from 'vitest';
import { counted, shownList, shownPair, shownText } from './shown.ts';

it('what cannot be seen is written as an escape', () => {
  expect(shownText(' a\u00A0\u200B\r\n"e\u0301 ')).toBe('" a\\u{A0}\\u{200B}\\r\\n\\"e\\u{301} "');
});

it('a long text says how much of it is shown', () => {
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

it('counts and lists read as they are spoken', () => {
  expect([counted(0, 'step'), counted(1, 'step'), counted(2, 'step')]).toEqual([
    '0 steps',
    '1 step',
    '2 steps',
  ]);
  expect([shownList([]), shownList(['a', 'b'])]).toEqual(['none', '"a", "b"']);
});
