import { expect, it } from 'vitest';
import { endsAtSmsLimit, smsParts } from './sms.ts';

it.each<[string, string, number]>([
  ['nothing', '', 1],
  ['160 of the GSM alphabet', 'a'.repeat(160), 1],
  ['161 of the GSM alphabet', 'a'.repeat(161), 2],
  ['306 of the GSM alphabet', 'ü'.repeat(306), 2],
  ['307 of the GSM alphabet', 'a'.repeat(307), 3],
  ['80 that are written as two', '€'.repeat(80), 1],
  ['153 that are written as two, 76 in each part', '€'.repeat(153), 3],
  ['153 of which one is written as two', `${'a'.repeat(305)}€`, 3],
  ['70 of another alphabet', 'ş'.repeat(70), 1],
  ['71 of another alphabet', 'ş'.repeat(71), 2],
  ['134 of another alphabet', 'ş'.repeat(134), 2],
  ['one of another alphabet among 134', `${'a'.repeat(134)}ğ`, 3],
  ['35 of two code units', '😀'.repeat(35), 1],
  ['67 of two code units, 33 in each part', '😀'.repeat(67), 3],
])('a text of %s takes its parts', (_, text, parts) => {
  expect(smsParts(text)).toBe(parts);
});

it.each<[string, string, number, boolean]>([
  ['one part of the GSM alphabet', 'a'.repeat(161), 160, true],
  ['a part of several', 'a'.repeat(161), 153, true],
  ['six parts', 'a'.repeat(1000), 918, true],
  ['no part', 'a'.repeat(1000), 255, false],
  ['nothing', 'a'.repeat(161), 0, false],
  ['one short of a part', 'a'.repeat(161), 159, false],
  ['the last unit of a part, which a character of two does not fit', `${'a'.repeat(159)}€`, 159, true],
  ['one part of another alphabet', 'ş'.repeat(71), 70, true],
  ['two parts of another alphabet', 'ş'.repeat(200), 134, true],
  ['a part of the GSM alphabet, where it is another', 'ş'.repeat(161), 160, false],
  ['two parts of pairs, 33 in each', '😀'.repeat(67), 132, true],
])('a text may be cut on purpose after %s: %s', (_, text, length, isLimit) => {
  expect(endsAtSmsLimit(text, text.slice(0, length))).toBe(isLimit);
});
