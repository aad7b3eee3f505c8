import { expect, it } from 'vitest';
import { counted } from '../../text/counted.ts';
import { parseXml } from '../../wire/xml/parse.ts';
import { allText, shownList, shownPair, shownText } from './shown.ts';

it('what cannot be seen is written as an escape', () => {
  expect(shownText(' a\u00A0\u200B\r\n"e\u0301 ')).toBe('" a\\u{A0}\\u{200B}\\r\\n\\"e\\u{301} "');
});

it('a long text says how much of it is shown', () => {
  expect(shownText('a'.repeat(200))).toBe(`"${'a'.repeat(200)}"`);
  expect(shownText('a'.repeat(300))).toBe(`"${'a'.repeat(200)}"… (characters 1 to 200 of 300)`);
});

const a = 'a'.repeat(20);
const b = (count: number) => 'b'.repeat(count);

it.each<[string, one: string, other: string, expected: string, actual: string]>([
  ['two short texts are shown whole', 'abc', 'abd', '"abc"', '"abd"'],
  [
    'two long texts are shown from shortly before they differ',
    `${'0123456789'.repeat(50)}x`,
    `${'0123456789'.repeat(50)}y`,
    '…"01234567890123456789x" (characters 481 to 501 of 501)',
    '…"01234567890123456789y" (characters 481 to 501 of 501)',
  ],
  [
    'two texts of which one is long are shown from the same place',
    `${'a'.repeat(50)}${b(151)}`,
    `${'a'.repeat(50)}c`,
    `…"${a}${b(151)}" (characters 31 to 201 of 201)`,
    `…"${a}c" (characters 31 to 51 of 51)`,
  ],
  ['a text of the most characters is shown whole', `${a}${b(180)}`, `${a}c`, `"${a}${b(180)}"`, `"${a}c"`],
  [
    'two long texts that differ early are shown from their beginning',
    `a${b(300)}`,
    `c${b(300)}`,
    `"a${b(199)}"… (characters 1 to 200 of 301)`,
    `"c${b(199)}"… (characters 1 to 200 of 301)`,
  ],
  [
    'a text that is the beginning of a longer one is shown with its end',
    `${'a'.repeat(300)}b`,
    'a'.repeat(300),
    `…"${a}b" (characters 281 to 301 of 301)`,
    `…"${a}" (characters 281 to 300 of 300)`,
  ],
  [
    'two long texts that do not differ are shown with their ends',
    'a'.repeat(300),
    'a'.repeat(300),
    `…"${a}" (characters 281 to 300 of 300)`,
    `…"${a}" (characters 281 to 300 of 300)`,
  ],
])('%s', (_, one, other, expected, actual) => {
  expect(shownPair(one, other)).toEqual({ expected, actual });
});

it.each([
  ['on one line', ' \n1  <b>2<c>3</c></b>\t4<d/> ', '1 2 3 4'],
  ['told apart, also behind an element', '0<b>1</b>2<b/>3', '0 1 2 3'],
  ['whole where it is just not too long', 'x'.repeat(160), 'x'.repeat(160)],
  ['cut where it grows long', 'x'.repeat(161), `${'x'.repeat(160)}…`],
  ['looked for behind much white space', `${' '.repeat(49_998)}x`, 'x'],
  ['not looked for behind more', `${' '.repeat(50_001)}x`, ''],
])('all text of an element is %s', (_, inside, text) => {
  const reading = parseXml(`<a>${inside}</a>`);
  if (reading.kind !== 'document') throw new Error(reading.kind);
  expect(allText(reading.root)).toBe(text);
});

it('counts and lists read as they are spoken', () => {
  expect([0, 1, 2].map((count) => counted(count, 'step'))).toEqual(['0 steps', '1 step', '2 steps']);
  expect([shownList([]), shownList(['a', 'b'])]).toEqual(['none', '"a", "b"']);
});
