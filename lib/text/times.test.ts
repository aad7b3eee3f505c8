import { describe, expect, it } from 'vitest';
import { isNoTime, isOffClock, isUnset, offsetOf, offsetText, orderOf, readTime } from './times.ts';

describe('what is no time', () => {
  it.each([
    ...[
      '2026-27-11',
      '2026-11-31',
      '2026-02-29',
      '2026-00-10',
      '2026-45-27T10:45:12',
      '31/11/2026',
      '32.13.26',
    ],
    ...['2026-11-27T25:00:00', '2026-11-27 10:60', '11/31/2026 10:00', '٢٠٢٦-٢٧-١١', '2026-11-2027'],
    ...['Invalid Date', 'Invalid date', 'Invalid DateTime', 'NaN-NaN-NaN', 'NaN', 'aN-aN-NaN', 'undefined'],
    ...['/Date(NaN)/', '[object Object]', 'yyyy-MM-dd', 'dd.MM.yyyy HH:mm', '%Y-%m-%d'],
  ])('is %s', (text) => {
    expect([isNoTime(text), readTime(text)]).toEqual([true, undefined]);
  });

  it.each([
    ...[
      '',
      '-',
      'null',
      'N/A',
      'soon',
      'not delivered',
      'Today 10:00',
      '27 Nisan 2026',
      'Fri, 27 Nov 2026 10:00:00 GMT',
    ],
    ...[
      '20261127',
      '1795773600',
      '2026-11-27',
      '27.11.2026',
      '11.27.2026',
      '27/11/26',
      '26-11-27',
      '11/27/2026 1:05 PM',
    ],
    ...['2026-11-27T24:00:00', '2026-12-31T23:59:60Z', '2028-02-29', '2026-11-27T10:00:00.1234567+03:00'],
    ...[
      '0000-00-00 00:00:00',
      '0001-01-01T00:00:00',
      '1448-02-30',
      '1405-02-31',
      '2083-08-32',
      '2569-11-27',
      '٢٠٢٦-١١-٢٧',
    ],
  ])('is not %j', (text) => {
    expect(isNoTime(text)).toBe(false);
  });
});

it.each([
  ['2026-11-27T10:00:00', false],
  // A message that waits for the morning; the next day.
  ['2026-11-28T08:59:00', false],
  ['2026-11-28T10:00:00', true],
  // The zone that is furthest behind; the day before, in Turkey.
  ['2026-11-26T21:00:00', false],
  ['2026-11-26T20:59:00', true],
  ['2026-11-26T13:00:00', true],
  // The day alone, in zones of either side of the world.
  ['2026-11-26', false],
  ['2026-11-28', false],
  ['2026-11-29', true],
  ['2026-11-25', true],
  ['11/27/2026', false],
  ['27.11.2026', false],
  ['12/11/2026', true],
  ['1448-06-07T10:00:00', true],
  ['1970-01-21T18:49:33', true],
])('%s is off a clock of 2026-11-27T10:00: %s', (text, isOff) => {
  const time = readTime(text);
  expect(time && isOffClock(time, Date.parse('2026-11-27T10:00:00Z'))).toBe(isOff);
});

const order = (first: string, second: string) => {
  const [a, b] = [readTime(first), readTime(second)];
  return a && b ? orderOf(a, b) : 'unread';
};

describe('the order of two times', () => {
  it.each([
    ['2026-11-21T14:30:05', '2026-11-21T14:30:07', -1],
    ['2026-11-21 14:30:07', '2026-11-21T14:30:05', 1],
    // Another format, zone or precision of the same.
    ['21.11.2026 14:30:05', '2026-11-21T14:30:05', 0],
    ['2026-11-21T14:30:05Z', '2026-11-21T17:30:05+0300', 0],
    ['2026-11-21T11:30:05Z', '2026-11-21T14:30:05.1234567+03:00', 0],
    ['/Date(1795271405000+0300)/', '2026-11-21T14:30:05Z', 0],
    ['11/21/2026 2:30:05 PM', '2026-11-21T14:30:05', 0],
    ['11/21/2026 12:30:05 AM', '2026-11-21T00:30:05', 0],
    ['2026-11-21', '2026-11-21T14:30:05', 0],
    ['2026-11-21 14:30', '2026-11-21T14:30:59', 0],
    // Rounded up.
    ['2026-11-21 14:31', '2026-11-21T14:30:31', 0],
    ['2026-11-21T14:30:05.003', '2026-11-21T14:30:05.000', 0],
    ['2026-11-21T14:30:05.103', '2026-11-21T14:30:05.000', 1],
    // A date is no other for being one day off.
    ['2026-11-20', '2026-11-21', -1],
    ['2026-11-20 14:30', '2026-11-21 14:30', -1],
    // Ambiguous, and yet in an order.
    ['01/02/2026 10:00', '01/02/2026 09:00', 1],
    ['01/12/2026', '30/11/2026', 1],
    ['0001-01-01T00:00:00', '2026-11-21T14:30:05', -1],
  ])('of %s and %s is %j', (first, second, expected) => {
    expect(order(first, second)).toBe(expected);
  });

  it.each([
    ['2026-11-21T14:30:05Z', '2026-11-21T17:30:05'],
    ['01/02/2026', '02/01/2026'],
    ['01/02/2026', '2026-02-01'],
    ['21/11/2026', '11/21/2026'],
  ])('of %s and %s is not known', (first, second) => {
    expect(order(first, second)).toBeUndefined();
  });

  it.each([
    '',
    'Delivered',
    '21.11.26 14:30',
    '2026-13-01',
    '14:30:05',
    '20261121143005',
    '2026-11-21 at noon',
  ])('is not looked for in "%s"', (text) => {
    expect(readTime(text)).toBeUndefined();
  });
});

it('the dates that stand for none are known', () => {
  const unset = [
    '0001-01-01T00:00:00',
    '1/1/0001 12:00:00 AM',
    '1900-01-01',
    '1970-01-01T00:00:00Z',
    '2026-01-01',
  ];
  expect(unset.map((text) => isUnset(readTime(text) as never))).toEqual([true, true, true, true, false]);
});

describe('an offset to a clock', () => {
  const clock = Date.UTC(2026, 10, 21, 11, 30, 5);
  it.each([
    ['2026-11-21T11:31:00', 'none'],
    ['2026-11-21T14:30:05+03:00', 'none'],
    ['2026-11-21 14:29', '3 h ahead of UTC'],
    ['2026-11-21T17:00:07', '5 h 30 min ahead of UTC'],
    ['21.11.2026 11:16:00', '15 min behind UTC'],
    ['2026-11-20T10:30:05Z', '1 d 1 h behind UTC'],
  ])('of %s is %s', (text, expected) => {
    const time = readTime(text);
    expect(offsetText((time && offsetOf(time, clock)) ?? Number.NaN)).toBe(expected);
  });

  it.each(['2026-11-21', '01/02/2026 10:00'])('of %s is not known', (text) => {
    const time = readTime(text);
    expect(time && offsetOf(time, clock)).toBeUndefined();
    expect(time).toBeDefined();
  });
});
