import type { Mistake } from './case-mistakes.ts';

const sound = {
  exchanges: '"SendBulkSms/*/http-get/**"',
  rules: '[http/charset]',
  reason: 'the old gateway never named one',
  expires: '2027-01-31',
};

/** A file whose only entry is sound but for these keys; one that is null is left out. */
function entry(title: string, changed: Readonly<Record<string, string | null>>): Mistake {
  const lines = Object.entries({ ...sound, ...changed })
    .filter(([, value]) => value !== null)
    .map(([key, value], index) => `  ${index === 0 ? '-' : ' '} ${key}: ${value}\n`);
  return { title, text: `known-failures:\n${lines.join('')}` };
}

/** What can be wrong in a file of known failures by itself. */
export const knownFailureMistakes: readonly Mistake[] = [
  { title: 'an empty file', text: '' },
  { title: 'a list where the file is a mapping', text: '- exchanges: "**"\n' },
  { title: 'another key', text: 'known_failures: []\n' },
  { title: 'nothing behind the key', text: 'known-failures:\n' },
  { title: 'a glob without quotes', text: 'known-failures:\n  - exchanges: */canonical/*\n' },
  entry('an unknown key', { exchange: '"**"' }),
  entry('no expiry', { expires: null }),
  entry('no reason', { reason: null }),
  entry('nothing behind the reason', { reason: '' }),
  entry('nothing behind the exchanges', { exchanges: '' }),
  entry('no rules', { rules: '[]' }),
  entry('one rule that is no list', { rules: 'http/charset' }),
  entry('no exchanges', { exchanges: '[]' }),
  entry('exchanges that are a number', { exchanges: '7' }),
  entry('an empty pattern', { exchanges: '""' }),
  entry('a pattern twice', { exchanges: '["A/**", "A/**"]' }),
  entry('a rule twice', { rules: '[http/charset, http/charset]' }),
  entry('a rule that there is not', { rules: '[http/charest]' }),
  entry('a rule about no answer', { rules: '[http/charset, http/response]' }),
  entry('a reason that is too short', { reason: 'a bug' }),
  entry('a link that is none', { link: 'SMS-42' }),
  entry('an expiry that is no day', { expires: '31.01.2027' }),
  entry('an expiry on a day that there is not', { expires: '2027-02-32' }),
  entry('an expiry with a time', { expires: '2027-01-31T12:00:00Z' }),
];
