import { describe, expect, it } from 'vitest';
import { maskFor } from '../mask.ts';

const numbers = ['905001112233', '905321112244', '4915112345678'];
const mask = maskFor([], numbers);

describe('a number is masked', () => {
  it.each([
    ['905001112233'],
    ['+905001112233'],
    ['00905001112233'],
    ['05001112233'],
    ['5001112233'],
    ['+90 500 111 22 33'],
    ['+90 (500) 111-22-33'],
    ['0500.111.22.33'],
    ['0500/1112233'],
    ['%2B905001112233'],
    ['+90&#53;001112233'],
    ['\\u0039\\u00305001112233'],
    ['<b>90</b><i>500</i>1112233'],
    ['9\u00000\u00005\u00000\u00000\u00001\u00001\u00001\u00002\u00002\u00003\u00003'],
  ])('written %j', (written) => {
    expect(mask(`to ${written}.`).replaceAll('<b>', '').replaceAll('\0', '')).toMatch(
      /^to (?:%2B)?\*\*\*01\.$/,
    );
  });

  it('in base64 and in hexadecimal digits', () => {
    expect(mask(Buffer.from('..905001112233..').toString('base64'))).toContain('***01');
    expect(mask(Buffer.from('905001112233').toString('hex'))).toContain('***01');
  });

  it('by a label of its own each, so that a report still says which is which', () => {
    expect(mask('4915112345678, 905321112244 and 905001112233')).toBe('***03, ***02 and ***01');
    expect(mask('905001112233,905321112244;0905001112233')).toBe('***01,***02;***01');
  });
});

it.each(['905001112234', '2024-11-21 10:22:33', '111 22 33', 'P000001', '15.11.2026 12:00'])(
  'what is none of them stays: %s',
  (text) => {
    expect(mask(text)).toBe(text);
  },
);

it('no number is masked that nobody named, and the ticket is masked beside numbers', () => {
  expect(maskFor(['s3cret-ticket'])('905001112233 s3cret-ticket')).toBe('905001112233 ***');
  expect(maskFor(['s3cret-ticket'], numbers)('905001112233 s3cret-ticket')).toBe('***01 ***');
});

it('a number is masked where a report cut a text in the middle of it', () => {
  for (let kept = 6; kept < 12; kept += 1) {
    expect(mask(`"x 905001112233 ${'905001112233'.slice(0, kept)}"… (of 300)`)).not.toContain('9050');
    expect(mask(`…"${'905001112233'.slice(-kept)} x"`)).not.toContain('2233');
  }
  expect(mask('0500111… +90500111… …1112233')).toBe('***01… +***01… …***01');
  expect(mask('905001 x… 123456… 905001')).toBe('905001 x… 123456… 905001');
});
