import { describe, expect, it } from 'vitest';
import type { Level } from '../model/contract.ts';
import type { Finding } from '../model/judging/finding.ts';
import { blockingRule, verdictOf } from './verdict.ts';

const finding = (level: Level, rule = 'result/field-once'): Finding => ({
  rule,
  level,
  requirements: [],
  path: '/a',
  expected: 'one',
  actual: 'none',
  step: 0,
  more: 0,
});
const calm = { harness: false, blocked: false, level: 'must' } as const;

describe('verdictOf', () => {
  it.each([
    ['passed', []],
    ['observed', [finding('gap')]],
    ['warned', [finding('gap'), finding('should')]],
    ['failed', [finding('should'), finding('gap'), finding('must')]],
    ['not-read', [finding('should'), finding('must', 'xml/limits')]],
    ['not-read', [finding('must', 'http/limits')]],
    ['warned', [finding('should', 'xml/limits')]],
    ['observed', [finding('gap', 'http/limits')]],
    ['failed', [finding('must'), finding('must', 'xml/limits')]],
    ['transport-error', [finding('must'), finding('must', 'http/response')]],
  ] as const)('is %s by the strongest finding', (verdict, findings) => {
    expect(verdictOf(findings, calm)).toBe(verdict);
    expect(verdictOf(findings.toReversed(), calm)).toBe(verdict);
  });

  it.each([
    ['harness-error', [finding('must', 'http/response'), finding('must')], { harness: true, level: 'gap' }],
    ['harness-error', [], { harness: true, blocked: false }],
    ['blocked', [], {}],
    ['blocked', [finding('must')], {}],
    ['not-read', [finding('must', 'http/limits')], {}],
    ['transport-error', [finding('must', 'http/response')], {}],
    ['warned', [], { level: 'should' }],
    ['warned', [finding('should')], { level: 'should' }],
    ['warned', [finding('should', 'http/response')], { level: 'should', blocked: false }],
    ['observed', [], { level: 'gap' }],
    ['observed', [finding('gap')], { level: 'gap' }],
    ['observed', [finding('gap', 'http/response')], { level: 'gap', blocked: false }],
  ] as const)('is %s by what became of the exchange too: %j, %j', (verdict, findings, circumstances) => {
    expect(verdictOf(findings, { ...calm, blocked: true, ...circumstances })).toBe(verdict);
  });
});

describe('the rule that blocks a later step', () => {
  it.each([
    ['the status where the reply is a refusal', ['http/status'], 'response', 'http/status'],
    ['what stopped the reading', ['http/charset', 'result/field-once'], 'payload', 'result/field-once'],
    ['what is in a whole reply', ['http/charset', 'send/packet-id'], 'reply', 'send/packet-id'],
    ['the innermost at one depth', ['http/charset', 'xml/well-formed'], 'success', 'xml/well-formed'],
    ['what there is, where nothing is at that depth', ['http/charset'], 'reply', 'http/charset'],
    ['nothing where nothing was found', [], 'reply', undefined],
  ] as const)('is %s', (_, rules, reached, rule) => {
    const findings = rules.map((one) => finding('must', one));
    expect(blockingRule(findings, 0, reached)).toBe(rule);
  });

  it('is the gravest at that depth', () => {
    const findings = [finding('must', 'result/field-once'), finding('should', 'result/only-fields')];
    expect(blockingRule(findings, 0, 'payload')).toBe('result/field-once');
  });

  it('is about the step that gave too little', () => {
    const findings = [finding('must', 'http/status'), { ...finding('must', 'send/packet-id'), step: 1 }];
    expect(blockingRule(findings, 1, 'reply')).toBe('send/packet-id');
  });
});
