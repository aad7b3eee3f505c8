import { expect, it } from 'vitest';
import type { SmallestInput, Value } from '../model/judging/finding.ts';
import { maskFor } from '../secrets/mask.ts';
import { listed, messageOf, nameOf, numberOf, quoted, words } from '../text/finding-value.ts';
import { commonText, pairText, smallestText, valueText } from './value-text.ts';

it('what cannot be seen is written as an escape', () => {
  expect(valueText(quoted(' a\u00A0\u202F\u3000\u200B\r\n"e\u0301 '))).toBe(
    '" a\\u{A0}\\u{202F}\\u{3000}\\u{200B}\\r\\n\\"e\\u{301} "',
  );
});

it('a long text says how much of it is shown', () => {
  expect(valueText(quoted('a'.repeat(200)))).toBe(`"${'a'.repeat(200)}"`);
  expect(valueText(quoted('a'.repeat(300)))).toBe(`"${'a'.repeat(200)}"… (characters 1 to 200 of 300)`);
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
  expect(pairText({ expected: quoted(one), actual: quoted(other) })).toEqual({ expected, actual });
});

it('only texts that are all of a value are shown from where they differ', () => {
  const [expected, actual] = [`${'a'.repeat(300)}b`, `${'a'.repeat(300)}c`].map(quoted) as [Value, Value];
  const begin = `"${'a'.repeat(200)}"… (characters 1 to 200 of 301)`;
  expect(pairText({ expected: words`not ${expected}`, actual }).actual).toBe(begin);
  expect(pairText({ expected, actual: listed([actual, 'b']) }).expected).toBe(begin);
});

const packet = nameOf({ uri: 'urn:x', local: 'PacketID' });

it.each<[Value, text: string, common: string]>([
  ['200 OK', '200 OK', '200 OK'],
  [words`one ${packet}`, 'one {urn:x}PacketID', 'one {urn:x}PacketID'],
  [nameOf({ uri: '', local: 'SendBulkSmsResult' }), 'SendBulkSmsResult', '<operation>Result'],
  [listed([quoted('a'), quoted('b')]), '"a", "b"', '"…", "…"'],
  [listed([]), 'none', 'none'],
  [words`${numberOf(3)} of them`, '3 of them', '# of them'],
  [numberOf(1, 'recipient'), '1 recipient', '# recipients'],
  [numberOf(2, 'recipient'), '2 recipients', '# recipients'],
  [messageOf('no  packet P-1 in "x\\"y"'), 'no  packet P-1 in "x\\"y"', 'no packet # in "…"'],
  [messageOf('the text "cut off…'), 'the text "cut off…', 'the text "…"'],
  [messageOf('the text "a" cut off…'), 'the text "a" cut off…', 'the text "…" cut off'],
  [messageOf('&uuml; is none'), '&uuml; is none', '& is none'],
  [messageOf('FC 3F at byte 9'), 'FC 3F at byte 9', '# # at byte #'],
  [messageOf('x'.repeat(60)), 'x'.repeat(60), 'x'.repeat(60)],
  [messageOf('x'.repeat(61)), 'x'.repeat(61), `${'x'.repeat(60)}…`],
])('%j reads %s, of which its causes share %s', (value, text, common) => {
  expect(valueText(value)).toBe(text);
  expect(commonText(value, maskFor([]), 'SendBulkSms')).toBe(common);
});

it('a cause holds no part of a secret, wherever it is cut', () => {
  const mask = maskFor(['secret-ticket']);
  const cut = messageOf(`${'x '.repeat(26)}secret-ticket`);
  expect(commonText(cut, mask)).toBe(`${'x '.repeat(26)}***`);
  expect(commonText(nameOf({ uri: '', local: 'secret-ticket' }), mask)).toBe('***');
  expect(commonText('secret-ticket', mask)).toBe('***');
});

const list = Array.from({ length: 21 }, (_, place) => `90500000000${place}`);

it.each<[string, readonly SmallestInput[]]>([
  ['any input', []],
  ['KeyID "007"', [{ parameter: 'KeyID', value: '007' }]],
  ['Message "\\u{80}"', [{ parameter: 'Message', value: '\u0080' }]],
  [
    'Message of 161 characters: right up to 160, wrong from 161',
    [{ parameter: 'Message', value: 'a'.repeat(161), rightUpTo: 160 }],
  ],
  [
    'Message of 3 characters, such as "İaa": right up to 2, wrong at 3 alone',
    [{ parameter: 'Message', value: 'İaa', rightUpTo: 2, isSingle: true }],
  ],
  [
    'GsmNumbers of 21 recipients: right up to 20, wrong from 21',
    [{ parameter: 'GsmNumbers', value: list, rightUpTo: 20 }],
  ],
  ['GsmNumbers ["1", "1"]', [{ parameter: 'GsmNumbers', value: ['1', '1'] }]],
  [
    'Message "&", with PostType "2"',
    [
      { parameter: 'Message', value: '&' },
      { parameter: 'PostType', value: '2' },
    ],
  ],
])('%s', (text, inputs) => {
  expect(smallestText(inputs)).toBe(text);
});
