import { expect, it } from 'vitest';
import { maskFor } from './mask.ts';

const numbers = ['905001112233', '905321112244', '4915112345678'];
const mask = maskFor([], numbers);

it.each([
  ['905001112233', '***01'],
  ['+905001112233', '+***01'],
  ['00905001112233', '00***01'],
  ['0 0905001112233', '0 0***01'],
  ['05001112233', '***01'],
  ['5001112233', '***01'],
  ['+90 500 111 22 33', '+***01'],
  ['+90 (500) 111-22-33', '+***01'],
  ['0500.111.22.33', '***01'],
  ['0500/1112233', '***01'],
  ['%2B905001112233', '%2B***01'],
  ['\\u0039\\u00305001112233', '***01'],
  ['4915112345678, 905321112244 and 905001112233', '***03, ***02 and ***01'],
  ['905001112233,905321112244;5001112233', '***01,***02;***01'],
  ['"x 905001112233 905001"… (of 300)', '"x ***01 ***"… (of 300)'],
  ['500111… +90500111…', '***… +***…'],
])('a number written %s is masked by its label: %s', (written, masked) => {
  expect(mask(`to ${written}.`)).toBe(`to ${masked}.`);
});

it('a number is masked in base64 and in hexadecimal digits, and beside a ticket', () => {
  expect(mask(Buffer.from('..905001112233..').toString('base64'))).toContain('***01');
  expect(mask(Buffer.from('905001112233').toString('hex'))).toContain('***01');
  expect(maskFor(['s3cret-ticket'], numbers)('905001112233 s3cret-ticket')).toBe('***01 ***');
});

it.each([
  '905001112234',
  '2024-11-21 10:22:33',
  '111 22 33',
  'P000001',
  '15.11.2026 12:00',
  '905001 x… 123456… 905001',
])('what is no known number stays: %s', (text) => {
  expect(mask(text)).toBe(text);
  expect(maskFor(['s3cret-ticket'])(`905001112233 ${text}`)).toBe(`905001112233 ${text}`);
});
