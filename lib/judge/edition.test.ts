import { describe, expect, it } from 'vitest';
import type { Finding } from '../model/judging/finding.ts';
import type { JudgedExchange, Verdict } from '../model/judging/verdict.ts';
import { isLater, withEdition } from './edition.ts';

it.each([
  ['0.2', '0.1', true],
  ['0.10', '0.9', true],
  ['1.0', '0.9', true],
  ['0.1', '0.1', false],
  ['0.9', '1.0', false],
  [undefined, '0.1', false],
])('%s is later than %s: %s', (version, edition, later) => expect(isLater(version, edition)).toBe(later));

const finding = (rule: string, level: Finding['level'] = 'must'): Finding => {
  return { rule, level, requirements: [], path: '', expected: '', actual: '', step: 0, more: 0 };
};
const judged = (verdict: Verdict, ...findings: readonly Finding[]) =>
  ({ id: 'A/b/soap11', verdict, findings, steps: [], evaluated: [] }) as unknown as JudgedExchange;
const rules = new Map([['a/new', '0.2']]);
const of = (before: JudgedExchange, edition: string | null, since?: string) =>
  withEdition(before, { level: 'must', ...(since !== undefined && { since }) }, edition, rules);

describe('at an edition', () => {
  const both = judged('failed', finding('a/new'), finding('a/old'));

  it('findings of later rules say since when, and others decide the verdict', () => {
    expect(of(both, '0.1')).toEqual({
      ...both,
      findings: [{ ...finding('a/new'), since: '0.2' }, finding('a/old')],
    });
    expect(of(judged('failed', finding('a/new')), '0.1').verdict).toBe('observed');
    expect(of(judged('failed', finding('a/new'), finding('a/old', 'should')), '0.1').verdict).toBe('warned');
  });

  it('an exchange of a later case is observed whatever it finds, but a fault of the harness is one', () => {
    const note = 'new in 0.2, so it does not gate at edition 0.1';
    for (const verdict of ['failed', 'blocked', 'transport-error'] as const)
      expect(of(judged(verdict, finding('a/old')), '0.1', '0.2')).toMatchObject({
        verdict: 'observed',
        note,
        findings: [{ since: '0.2' }],
      });
    for (const verdict of ['passed', 'harness-error'] as const)
      expect(of(judged(verdict), '0.1', '0.2').verdict).toBe(verdict);
  });

  it('what came with it or before, and everything without one, is judged as ever', () => {
    for (const edition of ['0.2', null]) expect(of(both, edition, '0.2')).toEqual(both);
  });
});
