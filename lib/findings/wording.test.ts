import { expect, it } from 'vitest';
import { rules } from '../rules/index.ts';
import { adviceFor, sentenceOf, wordedRules } from './wording.ts';

it('every rule has a sentence, and there is none for a rule that is not', () => {
  expect([...wordedRules].sort()).toEqual(rules.map(({ id }) => id).sort());
});

const names = {
  field: 'PacketID',
  parent: 'EmPostSmsResult',
  item: 'EmSmsDeliveryResult',
  parameter: 'Message',
  binding: 'soap11',
  other: 'http-get',
};

it.each(rules.map(({ id }) => id))('%s is worded without a hole and without a full stop', (rule) => {
  const sentence = sentenceOf({ rule, names });
  expect(sentence).not.toMatch(/undefined|\.$/);
  expect(sentence).toMatch(/^[\p{L}]/u);
  // Lists of rules have no names to put in.
  expect(sentenceOf({ rule })).not.toContain('undefined');
});

it.each(rules.map(({ id }) => id))('%s says what to do about it', (rule) => {
  expect(adviceFor({ rule })).toMatch(/^\p{Ll}.*[^.]$/u);
});

it.each([
  ['must', 'the body must not contain a document type declaration'],
  ['should', 'the body should not contain a document type declaration'],
] as const)('the sentence of a finding of level %s is: %s', (level, sentence) => {
  expect(sentenceOf({ rule: 'xml/no-dtd', level })).toBe(sentence);
});

it('there is no advice for a rule that is not', () => {
  expect(adviceFor({ rule: 'http/other' })).toBeUndefined();
});

it('a server that asked to slow down is met with the flags that do so', () => {
  expect(adviceFor({ rule: 'http/status', names: { slower: 'true' } })).toContain('--rate N');
  expect(adviceFor({ rule: 'http/status' })).not.toContain('--rate');
});
