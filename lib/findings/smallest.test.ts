import { expect, it } from 'vitest';
import type { SmallestInput } from '../model/judging/finding.ts';
import { smallestText } from './value-text.ts';

const list = Array.from({ length: 21 }, (_, place) => `90500000000${place}`);

it.each<[string, readonly SmallestInput[]]>([
  ['any input', []],
  ['KeyID "007"', [{ parameter: 'KeyID', value: '007' }]],
  ['Message "\\u{80}"', [{ parameter: 'Message', value: '\u0080' }]],
  [
    'Message of 161 characters: right up to 160, wrong from 161',
    [{ parameter: 'Message', value: 'a'.repeat(161), rightUpTo: 160 }],
  ],
  [
    'Message of 3 characters, such as "İaa": right up to 2, wrong at 3 alone',
    [{ parameter: 'Message', value: 'İaa', rightUpTo: 2, isSingle: true }],
  ],
  [
    'GsmNumbers of 21 recipients: right up to 20, wrong from 21',
    [{ parameter: 'GsmNumbers', value: list, rightUpTo: 20 }],
  ],
  ['GsmNumbers ["1", "1"]', [{ parameter: 'GsmNumbers', value: ['1', '1'] }]],
  [
    'Message "&", with PostType "2"',
    [
      { parameter: 'Message', value: '&' },
      { parameter: 'PostType', value: '2' },
    ],
  ],
])('%s', (text, inputs) => {
  expect(smallestText(inputs)).toBe(text);
});
