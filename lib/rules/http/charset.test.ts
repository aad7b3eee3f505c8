import { describe, expect, it } from 'vitest';
import { correctText, edited, found, judge } from '../testing.ts';

const wrong = (actual: string) => [
  `http/charset must Content-Type: expected charset=utf-8; actual ${actual}`,
];

describe('http/charset', () => {
  it.each([
    ['text/xml', 'no charset'],
    ['text/xml; charset=', 'no charset'],
    ['text/xml; charset=utf8', 'charset=utf8'],
    ['text/xml; charset=utf-8; Charset="iso-8859-9"', 'charset=utf-8 and charset=iso-8859-9'],
    ['text/xml; charset=utf-8;charset=iso-8859-9', 'charset=utf-8 and charset=iso-8859-9'],
    ['text/xml; charset=utf-8;\t charset=iso-8859-9', 'charset=utf-8 and charset=iso-8859-9'],
  ])('is broken by %s', (value, actual) => {
    expect(found({ headers: [['Content-Type', value]] })).toEqual(wrong(actual));
  });

  it('is broken by another charset, even where the bytes keep it', () => {
    const text = edited(correctText('SendBulkSms', 'soap11'), [
      ['encoding="utf-8"', 'encoding="iso-8859-9"'],
      ['ş', '&#351;'],
      ['İ', '&#304;'],
    ]);
    const headers = [['Content-Type', 'text/xml; charset=ISO-8859-9']] as const;
    expect(found({ headers, body: Buffer.from(text, 'latin1') })).toEqual(wrong('charset=ISO-8859-9'));
  });

  it.each([
    'text/xml; charset=utf-8; charset=UTF-8',
    'text/xml; charset=utf-8; charset="utf-8"',
    'text/xml; charset=utf-8 ; charset=utf-8',
    'text/xml; charset=utf-8; note="a; charset=iso-8859-9"',
  ])('keeps silent on %s', (value) => {
    expect(judge({ headers: [['Content-Type', value]] })).toEqual([]);
  });
});
