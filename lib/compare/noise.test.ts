import { describe, expect, it } from 'vitest';
import { sampleNamed } from '../bindings/testing.ts';
import { meaningsOf, withoutNoise } from './noise.ts';

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

  it('is not seen in short values, which appear in other words by accident', () => {
    expect(withoutNoise('type 1 of 10', meanings)).toBe('type 1 of 10');
  });

  it('knows an echo by its field alone', () => {
    const known = [...meanings.values].filter(([key]) => / (?:905000000000|P000009)$/.test(key));
    expect(known).toEqual([
      ['GsmNumber 905000000000', 'as sent'],
      ['PacketID P000009', 'packet 1'],
    ]);
  });
});
