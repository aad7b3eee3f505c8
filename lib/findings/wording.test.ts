import { expect, it } from 'vitest';
import { rules } from '../judge/rules/index.ts';
import texts from './texts.json' with { type: 'json' };
import { adviceFor, sentenceOf } from './wording.ts';

it('there is no text about a rule that is none; one that is missing does not compile', () => {
  const ids = rules.map(({ id }) => id);
  const keys = [...Object.keys(texts.sentences), ...Object.keys(texts.advice)];
  expect(
    keys.filter((key) => !['beside', 'foreign'].includes(key) && !ids.includes(key.split(' ', 1).join())),
  ).toEqual([]);
});

const names = {
  ...{ field: 'PacketID', parent: 'EmPostSmsResult', item: 'EmSmsDeliveryResult' },
  ...{ parameter: 'Message', binding: 'soap11', other: 'http-get' },
};

it.each(rules.map(({ id }) => id))(
  '%s is worded without a hole and a full stop, and says what to do',
  (rule) => {
    const sentence = sentenceOf({ rule, names });
    expect(sentence).not.toMatch(/undefined|\.$/);
    expect(sentence).toMatch(/^[\p{L}]/u);
    // Lists of rules have no names to put in.
    expect(sentenceOf({ rule })).not.toContain('undefined');
    expect(adviceFor({ rule })).toMatch(/^\p{Ll}.*[^.]$/u);
  },
);

// How sentences and advice read: suites/self/golden/messages.txt.
it('a finding below must is worded with should, and a rule that is not has no advice', () => {
  expect(sentenceOf({ rule: 'xml/no-dtd', level: 'must' })).toContain('must not contain');
  expect(sentenceOf({ rule: 'xml/no-dtd', level: 'should' })).toContain('should not contain');
  expect(adviceFor({ rule: 'http/other' })).toBeUndefined();
});

it('a server that asked to slow down is met with the flags that do so', () => {
  expect(adviceFor({ rule: 'http/status', names: { slower: 'true' } })).toContain('--rate N');
  expect(adviceFor({ rule: 'http/status' })).not.toContain('--rate');
});
