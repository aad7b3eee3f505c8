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

  it('is a harness-error before all else', () => {
    const findings = [finding('must', 'http/response'), finding('must')];
    expect(verdictOf(findings, { harness: true, blocked: true, level: 'gap' })).toBe('harness-error');
    expect(verdictOf([], { ...calm, harness: true })).toBe('harness-error');
  });

  it('is blocked where a must has no prerequisite, even after findings', () => {
    expect(verdictOf([], { ...calm, blocked: true })).toBe('blocked');
    expect(verdictOf([finding('must')], { ...calm, blocked: true })).toBe('blocked');
  });

  it('is not-read rather than blocked where the earlier reply was not read', () => {
    expect(verdictOf([finding('must', 'http/limits')], { ...calm, blocked: true })).toBe('not-read');
  });

  it('is a transport-error rather than blocked where the earlier step was never answered', () => {
    expect(verdictOf([finding('must', 'http/response')], { ...calm, blocked: true })).toBe('transport-error');
  });

  it.each([
    ['should', 'warned'],
    ['gap', 'observed'],
  ] as const)('of a case of level %s is no stronger than %s', (level, verdict) => {
    expect(verdictOf([finding(level)], { harness: false, blocked: true, level })).toBe(verdict);
    expect(verdictOf([], { harness: false, blocked: true, level })).toBe(verdict);
    expect(verdictOf([finding(level, 'http/response')], { harness: false, blocked: false, level })).toBe(
      verdict,
    );
  });
});

const foundBy = (rule: string, changed: Partial<Finding> = {}) => ({ ...finding('must', rule), ...changed });

describe('the rule that blocks a later step', () => {
  it.each([
    ['the status where the reply is a refusal', ['http/status'], 'response', 'http/status'],
    [
      'what stopped the reading, not the header',
      ['http/charset', 'result/field-once'],
      'payload',
      'result/field-once',
    ],
    ['what is in a whole reply', ['http/charset', 'send/packet-id'], 'reply', 'send/packet-id'],
    [
      'the innermost of those at one depth',
      ['http/charset', 'xml/well-formed'],
      'success',
      'xml/well-formed',
    ],
    ['what there is, where nothing is at that depth', ['http/charset'], 'reply', 'http/charset'],
    ['nothing where nothing was found', [], 'reply', undefined],
  ] as const)('is %s', (_, rules, reached, rule) => {
    expect(
      blockingRule(
        rules.map((one) => foundBy(one)),
        0,
        reached,
      ),
    ).toBe(rule);
  });

  it('is the gravest at that depth', () => {
    const findings = [foundBy('result/field-once'), foundBy('result/only-fields', { level: 'should' })];
    expect(blockingRule(findings, 0, 'payload')).toBe('result/field-once');
  });

  it('is about the step that gave too little', () => {
    const findings = [foundBy('http/status'), foundBy('send/packet-id', { step: 1 })];
    expect(blockingRule(findings, 1, 'reply')).toBe('send/packet-id');
  });
});
