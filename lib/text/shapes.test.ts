import { expect, it } from 'vitest';
import { dateShape, identifierShape, shapeOf, shapePattern, steadyTimeShape, withShapes } from './shapes.ts';

it.each([
  ['2026-01-02T03:04:05', 'yyyy-MM-ddTHH:mm:ss'],
  ['2026-01-02T03:04:05.123Z', 'yyyy-MM-ddTHH:mm:ss.fffZ'],
  ['2026-01-02 03:04:05+03:00', 'yyyy-MM-dd HH:mm:sszzz'],
  ['02.01.2026 03:04', 'dd.MM.yyyy HH:mm'],
  ['28.11.26 10:00', 'dd.MM.yy HH:mm'],
  ['2026-01-02', 'yyyy-MM-dd'],
  ['7f1c2a3b-0000-4000-8000-00805f9b34fb', 'GUID'],
  ['123456', '6 digits'],
  ['٢٠٢٦-٠١-٠٢ ٠٣:٠٤', 'Arabic digits yyyy-MM-dd HH:mm'],
  ['۲۰۲۶-۰۱-۰۲', 'Arabic digits yyyy-MM-dd'],
  ['2026-27-11', undefined],
  ['Completed', undefined],
])('the shape of %s is %s', (text, shape) => {
  expect(shapeOf(text)).toBe(shape);
});

it.each([
  ['01/02/2026', '<dd/MM/yyyy>'],
  ['27/11/2026 10:00', '<dd/MM/yyyy HH:mm>'],
  ['11/27/2026 10:00', '<MM/dd/yyyy HH:mm>'],
  ['1/27/2026', '<MM/dd/yyyy>'],
  ['2026-11-27', '<yyyy-MM-dd>'],
  ['1970-01-01T00:00:00', '1970-01-01T00:00:00'],
  ['2026-27-11', '2026-27-11'],
  ['11/28/2026 2:04:05 PM', '<MM/dd/yyyy H:mm:ss tt>'],
  ['Sun, 29 Nov 2026 12:15:32 GMT', '<EEE, d MMM yyyy HH:mm:ss> GMT'],
  ['Sun Nov 29 12:15:32 UTC 2026', '<EEE MMM d HH:mm:ss> UTC <yyyy>'],
  ['29-NOV-26', '<d-MMM-d>'],
  ['29-Nov-2026', '<d-MMM-yyyy>'],
  ['9:04:05', '<HH:mm:ss>'],
  ['12:04:05.123 AM', '<HH:mm:ss.fff tt>'],
  ['12:04:05,123', '<HH:mm:ss,fff>'],
  ['00:00', '00:00'],
  ['00:00:00.000', '00:00:00.000'],
  ['12:00 AM', '12:00 AM'],
  ['Sun, 29 Nov 2026 12:15:32 +0300', '<EEE, d MMM yyyy HH:mm:ss zzz>'],
  ['Declined 3 times', 'Declined 3 times'],
  ['Sunday', 'Sunday'],
])('the date %s has the shape %s', (text, shape) => {
  expect(dateShape(text)).toBe(shape);
});

it.each([
  ['P000009', 'P<6 digits>'],
  ['42', '<2 digits>'],
  ['9f86d081884c7d65', '<16 hexadecimal digits>'],
  ['7f1c2a3b-0000-4000-8000-00805f9b34fb', '<GUID>'],
  ['a-1-b-2', 'a-1-b-2'],
])('the identifier %s has the shape %s', (text, shape) => {
  expect(identifierShape(text)).toBe(shape);
});

it.each([
  ['2026-01-02T03:04:05', ['2031-12-31T23:59:59'], ['2031-12-31', '2031-12-31T23:59:59Z']],
  ['2026-01-02 03:04:05.12+03:00', ['2031-12-31 23:59:59.5-0130'], ['2031-12-31 23:59:59.5']],
  ['02.01.2026 03:04', ['2.1.2027 3:04'], ['2.1.27 3:04', '2027-01-02 03:04']],
  ['to 7f1c2a3b-0000-4000-8000-00805f9b34fb', ['to 00000000-0000-4000-8000-00805F9B34FB'], ['to ']],
  ['٢٠٢٦-٠١-٠٢', ['٢٠٣١-١٢-٣١'], ['soon']],
  ['no 12345678?', ['no 1?'], ['no ?', 'no 1', 'yes, no 1?']],
])('the pattern of %s takes what has its shape', (text, same, others) => {
  const pattern = new RegExp(shapePattern(withShapes(text)), 'u');
  expect([text, ...same].filter((sample) => !pattern.test(sample))).toEqual([]);
  expect(others.filter((sample) => pattern.test(sample))).toEqual([]);
});

it.each([
  ['11/28/2026 2:04:05 PM', ['1/2/2027 10:04:05 AM'], ['11/28/2026 14:04:05', '11/28/2026 2:04:05 XM']],
  ['Sun, 29 Nov 2026 12:15:32 GMT', ['Mon, 1 Feb 2027 00:00:00 GMT'], ['Sun, 29 Nov 2026 12:15 GMT']],
  ['Sun, 29 Nov 2026 12:15:32 +0300', ['Mon, 1 Feb 2027 00:00:00 -0500'], ['Mon, 1 Feb 2027 00:00:00']],
  ['9:04:05 AM', ['10:00:59 PM'], ['9:04:05', '9:04 AM']],
  ['12:04:05,123', ['13:04:05,1'], ['13:04:05.1', '13:04:05']],
  ['Sun Nov 29 12:15:32 UTC 2026', ['Mon Feb 01 00:00:00 UTC 2027'], ['Sun Nov 29 2026', 'soon']],
])('the pattern of the date %s takes other hours and days', (text, same, others) => {
  const pattern = new RegExp(shapePattern(dateShape(text)), 'u');
  expect([text, ...same].filter((sample) => !pattern.test(sample))).toEqual([]);
  expect(others.filter((sample) => pattern.test(sample))).toEqual([]);
});

it('the steady shape of a time is the same in the morning and in the evening', () => {
  const times = ['1/2/2026 9:04 AM', '11/12/2026 10:04 PM'];
  expect(times.map((time) => steadyTimeShape(time, true, 'Mdy'))).toEqual(
    Array(2).fill('MM/dd/yyyy HH:mm tt'),
  );
});
