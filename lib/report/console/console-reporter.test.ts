import { expect, it } from 'vitest';
import { typed } from './console-reporter.ts';

it.each([['SendBulkSms/canonical'], ['canonical/soap1[12]$'], [String.raw`a\d+/b\.c`], [String.raw`a\\/b`]])(
  'a pattern is told as it was typed: %s',
  (pattern) => {
    expect(typed(new RegExp(pattern))).toBe(pattern);
  },
);
