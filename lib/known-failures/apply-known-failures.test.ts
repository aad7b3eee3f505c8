import { describe, expect, it } from 'vitest';
import type { Level } from '../model/contract.ts';
import type { Need } from '../model/judging/evidence.ts';
import type { Finding } from '../model/judging/finding.ts';
import type { JudgedExchange, StepRecord } from '../model/judging/verdict.ts';
import type { PlannedKnownFailure } from '../model/running/known-failure.ts';
import { withKnownFailures } from './apply-known-failures.ts';
import { listableRules } from './known-failures.ts';

function finding(rule: string, level: Level = 'must'): Finding {
  return { rule, level, requirements: [], path: '', expected: '', actual: '', step: 0, more: 0 };
}

function judged(verdict: JudgedExchange['verdict'], ...findings: readonly Finding[]): JudgedExchange {
  return readAs('reply', {
    id: 'A/b/soap11',
    verdict,
    findings,
    steps: [],
    evaluated: [],
    durationMs: 1,
    startedAt: 0,
  });
}

/** An exchange of one step whose reply could be read so far. */
function readAs(reached: Need, exchange: JudgedExchange): JudgedExchange {
  const wire = { request: {}, outcome: { kind: 'response', response: {} } } as Pick<
    StepRecord,
    'request' | 'outcome'
  >;
  const times = { startedAt: 0, endedAt: 1 };
  return {
    ...exchange,
    steps: [{ operation: 'A', binding: 'soap11', reached, evaluated: listableRules, ...times, ...wire }],
  };
}

function entry(changes: Partial<PlannedKnownFailure> = {}): PlannedKnownFailure {
  return {
    place: 'known.yaml:2',
    patterns: ['A/**'],
    exchanges: ['A/b/soap11'],
    rules: ['http/charset'],
    reason: 'the old gateway never named one',
    expires: '2027-01-31',
    expired: false,
    ...changes,
  };
}

const charset = finding('http/charset');
const echo = finding('delivery/echo');
const order = finding('result/field-order', 'should');

describe('an exchange that breaks what is listed for it', () => {
  it('is a known failure, with its findings and the entry', () => {
    const before = judged('failed', charset);
    expect(withKnownFailures(before, [entry()], 'must')).toEqual({
      ...before,
      verdict: 'known-failure',
      known: [entry()],
    });
  });

  it('is one by several entries', () => {
    const both = [entry(), entry({ rules: ['delivery/echo'] })];
    expect(withKnownFailures(judged('failed', charset, echo), both, 'must').verdict).toBe('known-failure');
  });

  it.each([
    ['must', 'known-failure'],
    ['should', 'failed'],
  ] as const)('and something else of level should is %s: %s', (gate, verdict) => {
    expect(withKnownFailures(judged('failed', charset, order), [entry()], gate).verdict).toBe(verdict);
  });

  it.each(['must', 'should'] as const)('is a known failure at gate %s if it is of level should', (gate) => {
    const known = [entry({ rules: ['result/field-order'] })];
    expect(withKnownFailures(judged('warned', order), known, gate).verdict).toBe('known-failure');
  });

  it('and the contract leaves it open is observed as before', () => {
    const known = [entry({ rules: ['delivery/echo'] })];
    expect(
      withKnownFailures(judged('observed', finding('delivery/echo', 'gap')), known, 'must').verdict,
    ).toBe('observed');
  });
});

it('what the contract leaves open makes no known failure of what is warned for something else', () => {
  const known = [entry({ rules: ['delivery/echo'] })];
  const before = judged('warned', order, finding('delivery/echo', 'gap'));
  expect(withKnownFailures(before, known, 'must').verdict).toBe('warned');
});

it('an exchange of which nothing is known stays as it is', () => {
  const before = judged('failed', charset);
  expect(withKnownFailures(before, [], 'must')).toBe(before);
});

it.each(['must', 'should'] as const)(
  'a finding of another rule keeps it failed at gate %s, and all findings are shown',
  (gate) => {
    const { verdict, findings, note } = withKnownFailures(judged('failed', charset, echo), [entry()], gate);
    expect({ verdict, rules: findings.map(({ rule }) => rule), note }).toEqual({
      verdict: 'failed',
      rules: ['http/charset', 'delivery/echo'],
    });
  },
);

describe('an exchange that does not break what is listed for it', () => {
  it('is fixed, and says where to take it out', () => {
    const { verdict, note } = withKnownFailures(judged('passed'), [entry()], 'must');
    expect(verdict).toBe('fixed');
    expect(note).toBe(
      'http/charset: known to be broken (known.yaml:2), and not broken any more; take it out of the entry, or this exchange out of its patterns',
    );
  });

  it('is fixed if some of several rules are kept now, and names these', () => {
    const known = [entry({ rules: ['http/charset', 'delivery/echo', 'http/status'] })];
    const { verdict, note } = withKnownFailures(judged('failed', charset), known, 'must');
    expect(verdict).toBe('fixed');
    expect(note).toMatch(/^delivery\/echo, http\/status: .*; take them out of the entry, /);
  });

  it('is fixed where the contract leaves open what it breaks instead', () => {
    const before = judged('observed', finding('delivery/echo', 'gap'));
    expect(withKnownFailures(before, [entry()], 'must').verdict).toBe('fixed');
  });

  it('is fixed only by rules that were evaluated', () => {
    const before = readAs('response', judged('failed', charset));
    const known = [entry({ rules: ['http/charset', 'result/field-order'] })];
    expect(withKnownFailures(before, known, 'must').verdict).toBe('known-failure');
    const both = [entry({ rules: ['http/charset', 'result/field-order', 'http/status'] })];
    const { verdict, note } = withKnownFailures(before, both, 'must');
    expect(verdict).toBe('fixed');
    expect(note).toMatch(/^http\/status: known to be broken /);
  });

  it('is fixed also by an entry that has expired: it has to be taken away', () => {
    expect(withKnownFailures(judged('passed'), [entry({ expired: true })], 'must').verdict).toBe('fixed');
  });
});

it('an entry that has expired excuses nothing, and says since when', () => {
  const { verdict, note } = withKnownFailures(judged('failed', charset), [entry({ expired: true })], 'must');
  expect(verdict).toBe('failed');
  expect(note).toBe(
    'http/charset: known until 2027-01-31 (known.yaml:2: the old gateway never named one); that day is over',
  );
});

it('an entry that has expired says nothing of rules that are kept', () => {
  const known = [entry({ expired: true, rules: ['http/charset', 'result/field-order', 'delivery/echo'] })];
  const { note } = withKnownFailures(judged('failed', charset, echo), known, 'must');
  expect(note).toMatch(/^http\/charset, delivery\/echo: known until /);
});

it.each(['transport-error', 'harness-error', 'blocked'] as const)(
  '%s is never the expected failure',
  (verdict) => {
    const before = judged(verdict, charset);
    expect(withKnownFailures(before, [entry()], 'must')).toBe(before);
  },
);

it.each(['warned', 'observed', 'blocked', 'passed'] as const)(
  'an exchange that did not come to its end stays %s: neither the expected failure, nor fixed, nor expired',
  (verdict) => {
    const note = 'step 2 was not sent: there is no PacketID';
    const before = { ...judged(verdict, finding('http/charset', 'should')), note };
    expect(withKnownFailures(before, [entry(), entry({ expired: true })], 'should')).toBe(before);
    const kept = { ...judged(verdict), note };
    expect(withKnownFailures(kept, [entry()], 'should')).toBe(kept);
  },
);

describe('an exchange that was blocked by a rule', () => {
  const blocked = (...findings: readonly Finding[]) => ({
    ...judged('blocked', ...findings),
    note: 'step 2 was not sent: there is no PacketID',
    blockedBy: 'send/packet-id',
  });
  const empty = finding('send/packet-id', 'should');
  const listed = entry({ rules: ['send/packet-id'] });

  it('is a known failure where that rule is listed, and keeps its note', () => {
    const told = withKnownFailures(blocked(empty), [listed], 'must');
    expect(told).toMatchObject({ verdict: 'known-failure', known: [listed] });
    expect(told.note).toMatch(/^step 2 was not sent/);
  });

  it('stays blocked where it is not listed, or has expired', () => {
    for (const one of [entry(), entry({ rules: ['send/packet-id'], expired: true })]) {
      expect(withKnownFailures(blocked(empty), [one], 'must').verdict).toBe('blocked');
    }
  });

  it('stays blocked where it breaks something that is not listed', () => {
    expect(withKnownFailures(blocked(empty, charset), [listed], 'must').verdict).toBe('blocked');
  });

  it('is never fixed by what it could not show', () => {
    const known = [entry({ rules: ['send/packet-id', 'report/packet'] })];
    expect(withKnownFailures(blocked(empty), known, 'must').verdict).toBe('known-failure');
  });

  it('is a known failure at gate should where its case is of that level', () => {
    const warned = { ...blocked(empty), verdict: 'warned' as const };
    expect(withKnownFailures(warned, [listed], 'should').verdict).toBe('known-failure');
  });
});
