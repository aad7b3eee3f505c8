import { describe, expect, it } from 'vitest';
import { timeFact } from './call-time.ts';

const clock = Date.UTC(2026, 0, 2, 3, 4, 5);

/** Joins the shape and the offset of a time. */
function wordsOf(fact: ReturnType<typeof timeFact>): string | undefined {
  return fact && [fact.shape, fact.offset || []].flat().join(', ');
}

describe('a time', () => {
  it.each([
    ['2026-01-02T03:04:09', 'yyyy-MM-ddTHH:mm:ss'],
    ['2026-01-02T06:04:05+03:00', 'yyyy-MM-ddTHH:mm:sszzz, +03:00'],
    // A wrong zone.
    ['2026-01-02T06:04:05Z', 'yyyy-MM-ddTHH:mm:ssZ, 3 h ahead of the clock'],
    ['2026-01-02T03:04:05+03:00', 'yyyy-MM-ddTHH:mm:sszzz, +03:00, 3 h behind the clock'],
    ['2026-01-02 06:04', 'yyyy-MM-dd HH:mm, 3 h ahead of UTC'],
    ['2026-01-03T03:04:05', 'yyyy-MM-ddTHH:mm:ss, 1 d ahead of UTC'],
    ['2026-01-02', 'yyyy-MM-dd'],
    ['2026-01-01', 'yyyy-MM-dd'],
    ['2026-1-2', 'yyyy-M-d'],
    ['2026-01-03T23:04:05', 'yyyy-MM-ddTHH:mm:ss, 1 d 20 h ahead of UTC'],
    ['/Date(1767323045000+0300)/', '/Date(<13 digits>+0300)/'],
    // Whatever the culture, on every day and at every hour.
    ['1/2/2026 6:04:05 AM', 'MM/dd/yyyy HH:mm:ss tt, 3 h ahead of UTC'],
    ['1/2/2026 11:04:05 PM', 'MM/dd/yyyy HH:mm:ss tt, 20 h ahead of UTC'],
    ['02.1.2026 03:04', 'dd.MM.yyyy HH:mm'],
    ['01.02.2026 03:04', 'MM.dd.yyyy HH:mm'],
    ['02.01.26 03:04', 'dd.MM.yy HH:mm'],
    ['26-01-02', 'yy-MM-dd'],
    ['02.01.26 06:04', 'dd.MM.yy HH:mm, 3 h ahead of UTC'],
    ['26/01/02 06:04', 'yy/MM/dd HH:mm, 3 h ahead of UTC'],
    ['01/02/26 06:04', 'MM/dd/yy HH:mm, 3 h ahead of UTC'],
    ['٢٠٢٦-٠١-٠٢', 'Arabic digits yyyy-MM-dd'],
    // In digits alone.
    ['20260102030405', '14 digits'],
    ['20260102', '8 digits'],
    ['1767323045', '10 digits'],
    ['1767323045000', '13 digits'],
    ['1767323', undefined],
    ['no 20260102', undefined],
    ['20260102 03', undefined],
    ['x1767323045000', undefined],
    ['17673230450001', undefined],
    ['20260102060405', '14 digits, 3 h ahead of UTC'],
    ['1767333845', '10 digits, 3 h ahead of the clock'],
    ['1767333845000', '13 digits, 3 h ahead of the clock'],
    // With a month as a word, or a zone behind a space.
    ['Fri, 02 Jan 2026 03:04:05 GMT', 'EEE, d MMM yyyy HH:mm:ss GMT'],
    ['Fri, 02 Jan 2026 06:04:05 GMT', 'EEE, d MMM yyyy HH:mm:ss GMT, 3 h ahead of the clock'],
    ['Jan  2 2026  3:04AM', 'MMM d yyyy HH:mm tt'],
    ['Jan  2 2026  3:04PM', 'MMM d yyyy HH:mm tt, 12 h ahead of UTC'],
    ['2-Jan-2026', 'd-MMM-yyyy'],
    ['Fri Jan  2 06:04:05 2026', 'EEE MMM d HH:mm:ss yyyy, 3 h ahead of UTC'],
    ['Fri Jan 02 03:04:05 UTC 2026', 'EEE MMM d HH:mm:ss UTC yyyy'],
    ['02 Jan 2025 03:04:05', undefined],
    // Neither a month nor a time alone.
    ['Reference 12 2026', undefined],
    [' 2026-01-02T03:04:05', undefined],
    ['2026-01-02T03:04:05\n', undefined],
    ['02.01.2026 06:04:05 +03:00', 'dd.MM.yyyy HH:mm:ss zzz, +03:00'],
    ['2026-01-02 06:04:05 UTC', 'yyyy-MM-dd HH:mm:ss UTC, 3 h ahead of the clock'],
    // Without a date.
    ['03:04:07', 'HH:mm:ss'],
    ['6:04', 'HH:mm, 3 h ahead of UTC'],
    ['6:04:05 AM', 'HH:mm:ss tt, 3 h ahead of UTC'],
    ['22:04:05.123', 'HH:mm:ss.fff, 5 h behind UTC'],
    ['03:10', undefined],
    ['00:00:00', undefined],
    ['25:04:05', undefined],
    // None that a calendar or a clock has, or has on some days and hours alone.
    ['2026-02-01T03:04:05', 'yyyy-dd-MMTHH:mm:ss'],
    ['2026-04-02T03:04:05', 'yyyy-mm-ddTHH:mm:ss'],
    ['02.45.2026 03:45', 'dd.mm.yyyy HH:mm'],
    ['02.01.2026 25:00', 'impossible dd.MM.yyyy HH:mm'],
    ['2026-01-02T24:30:00', 'impossible yyyy-MM-ddTHH:mm:ss'],
    ['2026-27-11T10:00:00', 'impossible yyyy-MM-ddTHH:mm:ss'],
    ['2026-01-32', 'impossible yyyy-MM-dd'],
    // Of another day, in every zone.
    ['2026-01-04', undefined],
    ['2025-12-31', undefined],
    ['04.01.26 03:04', undefined],
    ['20260104', undefined],
    ['1767495845', undefined],
    // Constants.
    ['2025-13-45T00:00:00', undefined],
    ['0000-00-00', undefined],
    ['2026-04-02T03:05:05', undefined],
    ['0001-01-01T00:00:00', undefined],
    ['2025-11-21T14:30:05', undefined],
  ])('that reads %s is compared as %s', (text, shape) => {
    expect(wordsOf(timeFact(text, { clock, sentAt: clock }))).toBe(shape);
  });

  it('has no offset where its send was not seen', () => {
    const fact = timeFact('2026-01-02 06:04', { clock, sentAt: undefined });
    expect(fact).toEqual({ kind: 'time', shape: 'yyyy-MM-dd HH:mm', offset: undefined });
    expect(timeFact('2026-01-02 03:04', { clock, sentAt: clock })).toMatchObject({ offset: '' });
  });
});

it('a day that no calendar has is one of the year of the clock, in any zone', () => {
  const shapeAt = (text: string, time: string) => {
    const clock = Date.parse(time);
    return timeFact(text, { clock, sentAt: clock })?.shape;
  };
  expect(shapeAt('2025-12-32', '2026-01-01T00:30Z')).toBe('impossible yyyy-MM-dd');
  expect(shapeAt('2026-01-32', '2025-12-31T23:30Z')).toBe('impossible yyyy-MM-dd');
  expect(shapeAt('2025-12-32', '2026-06-01T00:30Z')).toBeUndefined();
});

it('two digits of the year are those of a zone where the year is another', () => {
  const wordsAt = (text: string, time: string) => {
    const clock = Date.parse(time);
    return wordsOf(timeFact(text, { clock, sentAt: clock }));
  };
  expect(wordsAt('01.01.27 01:30', '2026-12-31T22:30Z')).toBe('dd.MM.yy HH:mm, 3 h ahead of UTC');
  expect(wordsAt('26/12/31 21:30', '2027-01-01T00:30Z')).toBe('yy/MM/dd HH:mm, 3 h behind UTC');
});

it('a time of day is read whatever the clock of a recording says', () => {
  const clock = Date.parse('+275760-09-13T00:00:00Z');
  expect(timeFact('01:00', { clock, sentAt: clock })?.shape).toBe('HH:mm');
});

it('a number of a recording without times is no time', () => {
  const unknown = { clock: 0, sentAt: undefined };
  expect(
    ['123456', '5', '0x1F', '1767323045', '1970-01-01', '01/01/1970 00:00'].map((text) =>
      timeFact(text, unknown),
    ),
  ).toEqual(Array(6).fill(undefined));
});
