import { describe, expect, it } from 'vitest';
import { sampleNamed } from '../bindings/testing.ts';
import { meaningsOf, shapeOf, withoutNoise } from './noise.ts';

describe('the shape of a value', () => {
  it.each([
    ['2026-01-02T03:04:05', 'yyyy-MM-ddTHH:mm:ss'],
    ['2026-01-02T03:04:05.123Z', 'yyyy-MM-ddTHH:mm:ss.fffZ'],
    ['2026-01-02 03:04:05+03:00', 'yyyy-MM-dd HH:mm:sszzz'],
    ['02.01.2026 03:04', 'dd.MM.yyyy HH:mm'],
    ['2026-01-02', 'yyyy-MM-dd'],
    ['7f1c2a3b-0000-4000-8000-00805f9b34fb', 'GUID'],
    ['123456', '6 digits'],
    ['1', undefined],
    ['Completed', undefined],
  ])('of %s is %s', (text, shape) => {
    expect(shapeOf(text)).toBe(shape);
  });
});

describe('noise in a text', () => {
  const meanings = meaningsOf(
    [sampleNamed('SingleShotSmsWithTypeAndKeyID', 'soap11')],
    ['P000009'],
    'PacketID',
  );

  it('is replaced by what it stands for', () => {
    expect(withoutNoise('packet P000009 of 905000000000 at 2026-01-02T03:04:05, no 12345678', meanings)).toBe(
      'packet <packet 1> of <GsmNumber> at <yyyy-MM-ddTHH:mm:ss>, no <8 digits>',
    );
  });

  it('is not seen in short values, which stand in other words by accident', () => {
    expect(withoutNoise('type 1 of 10', meanings)).toBe('type 1 of 10');
  });

  it('knows an echo by its field alone', () => {
    expect(meanings.values.get('905000000000')).toEqual([{ field: 'GsmNumber', meaning: 'as sent' }]);
    expect(meanings.values.get('P000009')).toEqual([{ field: 'PacketID', meaning: 'packet 1' }]);
  });
});
