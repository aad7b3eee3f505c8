import { describe, expect, it } from 'vitest';
import { correctText, edited, judge, told } from '../testing.ts';

describe('http/charset', () => {
  it('is broken by a missing charset', () => {
    expect(told(judge({ headers: [['Content-Type', 'text/xml']] }))).toEqual([
      `http/charset must Content-Type: expected charset=utf-8; actual no charset`,
    ]);
  });

  it('is broken by an empty charset', () => {
    expect(told(judge({ headers: [['Content-Type', 'text/xml; charset=']] }))).toEqual([
      `http/charset must Content-Type: expected charset=utf-8; actual no charset`,
    ]);
  });

  it('is broken by another charset, even where the bytes keep it', () => {
    expect(
      told(
        judge({
          headers: [['Content-Type', 'text/xml; charset=ISO-8859-9']],
          body: Buffer.from(
            edited(correctText('SendBulkSms', 'soap11'), [
              ['encoding="utf-8"', 'encoding="iso-8859-9"'],
              ['ş', '&#351;'],
              ['İ', '&#304;'],
            ]),
            'latin1',
          ),
        }),
      ),
    ).toEqual([`http/charset must Content-Type: expected charset=utf-8; actual charset=ISO-8859-9`]);
  });

  it('is broken by a label that is no registered name', () => {
    expect(told(judge({ headers: [['Content-Type', 'text/xml; charset=utf8']] }))).toEqual([
      `http/charset must Content-Type: expected charset=utf-8; actual charset=utf8`,
    ]);
  });

  it('is broken by a second charset that says something else, whichever comes first', () => {
    for (const rest of ['; Charset="iso-8859-9"', ';charset=iso-8859-9', ';\t charset=iso-8859-9']) {
      expect(told(judge({ headers: [['Content-Type', `text/xml; charset=utf-8${rest}`]] }))).toEqual([
        `http/charset must Content-Type: expected charset=utf-8; actual charset=utf-8 and charset=iso-8859-9`,
      ]);
    }
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
