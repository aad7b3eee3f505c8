import { describe, expect, it } from 'vitest';
import type { NumberFormat } from '../../model/contract.ts';
import { notations } from './generate.ts';
import { internationalNumber, listedNumber, subscriberNumber } from './subscriber-number.ts';

describe('a subscriber number', () => {
  it('is digits with country code, whatever separates them', () => {
    expect(subscriberNumber(' +90 (532) 111-22.33 ')).toBe('905321112233');
  });

  it.each<NumberFormat>(['country', 'plus', 'double-zero', 'zero', 'bare'])(
    'is the same again, however a case writes it: %s',
    (format) => {
      expect(subscriberNumber(notations[format]('905321112233'))).toBe('905321112233');
    },
  );

  it('of another country keeps its code', () => {
    expect(subscriberNumber('+4915112345678')).toBe('4915112345678');
    expect(subscriberNumber('004915112345678')).toBe('4915112345678');
  });

  const few = ['', '+', '12', 'gateway', '9053211122x3', 'x905321112233', '++905321112233'];
  it.each([...few, '905+321112233', '+0905321112233', '1234567890123456', '٩٠٥٣٢١١١٢٢٣٣'])(
    '"%s" is none',
    (text) => {
      expect(subscriberNumber(text)).toBeUndefined();
    },
  );
});

describe('a number of an allow-list', () => {
  it.each([
    ['4712345678', '4712345678'],
    ['+4712345678', '4712345678'],
    ['00 47 12 34 56 78', '4712345678'],
    ['905321112233', '905321112233'],
    ['4700123456', '4700123456'],
  ])('%s has its country code and gets no other', (text, digits) => {
    expect(internationalNumber(text)).toBe(digits);
  });

  it.each(['', '05321112233', '471+2345678', 'nobody', '+0471234567', '123456', '1234567890123456'])(
    '"%s" is none',
    (text) => {
      expect(internationalNumber(text)).toBeUndefined();
    },
  );

  it.each<[string, readonly string[], string | undefined]>([
    ['5321112233', ['905321112233'], undefined],
    ['05321112233', ['905321112233'], '905321112233'],
    ['5321112233', ['5321112233', '905321112233'], '5321112233'],
    ['4712345678', ['4712345678'], '4712345678'],
    ['+4712345678', ['4712345678'], '4712345678'],
    ['904712345678', ['4712345678'], undefined],
    ['04712345678', ['4712345678'], undefined],
    ['+4712345678', ['904712345678'], undefined],
    ['004712345678', ['904712345678'], undefined],
    ['nobody', ['905321112233'], undefined],
  ])('is meant by %s where the list is %j: %s', (text, list, meant) => {
    expect(listedNumber(text, new Set(list))).toBe(meant);
  });
});
