import { expect, it } from 'vitest';
import { smsParts } from './sms-parts.ts';

it.each<[string, string, number]>([
  ['nothing', '', 1],
  ['160 of the GSM alphabet', 'a'.repeat(160), 1],
  ['161 of the GSM alphabet', 'a'.repeat(161), 2],
  ['306 of the GSM alphabet', 'ü'.repeat(306), 2],
  ['307 of the GSM alphabet', 'a'.repeat(307), 3],
  ['80 that are written as two', '€'.repeat(80), 1],
  ['153 that are written as two, 76 in each part', '€'.repeat(153), 3],
  ['70 of another alphabet', 'ş'.repeat(70), 1],
  ['71 of another alphabet', 'ş'.repeat(71), 2],
  ['134 of another alphabet', 'ş'.repeat(134), 2],
  ['one of another alphabet among 134', `${'a'.repeat(134)}ğ`, 3],
  ['35 of two code units', '😀'.repeat(35), 1],
  ['67 of two code units, 33 in each part', '😀'.repeat(67), 3],
])('a text of %s takes its parts', (_, text, parts) => {
  expect(smsParts(text)).toBe(parts);
});
