import { expect, it } from 'vitest';
import type { Finding } from '../model/judging/finding.ts';
import { blockingRule } from './blocking-rule.ts';

const finding = (rule: string, changed: Partial<Finding> = {}): Finding => ({
  ...{ rule, requirements: [], level: 'must', path: '', expected: '', actual: '', step: 0, more: 0 },
  ...changed,
});

it.each([
  ['the status where the reply is a refusal', ['http/status'], 'response', 'http/status'],
  [
    'what stopped the reading, not the header',
    ['http/charset', 'result/field-once'],
    'payload',
    'result/field-once',
  ],
  ['what is in a whole reply', ['http/charset', 'send/packet-id'], 'reply', 'send/packet-id'],
  ['the innermost of those at one depth', ['http/charset', 'xml/well-formed'], 'success', 'xml/well-formed'],
  ['what there is, where nothing is at that depth', ['http/charset'], 'reply', 'http/charset'],
  ['nothing where nothing was found', [], 'reply', undefined],
] as const)('is %s', (_, rules, reached, rule) => {
  expect(
    blockingRule(
      rules.map((one) => finding(one)),
      0,
      reached,
    ),
  ).toBe(rule);
});

it('is the gravest at that depth', () => {
  const findings = [finding('result/field-once'), finding('result/only-fields', { level: 'should' })];
  expect(blockingRule(findings, 0, 'payload')).toBe('result/field-once');
});

it('is about the step that gave too little', () => {
  const findings = [finding('http/status'), finding('send/packet-id', { step: 1 })];
  expect(blockingRule(findings, 1, 'reply')).toBe('send/packet-id');
});
