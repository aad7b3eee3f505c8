import { describe, expect, it } from 'vitest';
import type { ResultRequirement, Results } from '../../model/running/results.ts';
import { compared, exchange, finding, idsIn, notRun, requirement, results } from './testing.ts';

const A = 'SendBulkSms/a/soap11';
const B = 'SendBulkSms/b/soap11';
const passing = [exchange(A), exchange(B)];
const OK = results(passing);

describe('a requirement', () => {
  const broken = (changed: Partial<ResultRequirement> = {}) =>
    requirement('r', 'broken', { brokenBy: [{ exchange: A, finding: 0 }], ...changed });
  const diffOf = (
    before: readonly ResultRequirement[],
    now: readonly ResultRequirement[],
    one = exchange(A),
  ) =>
    compared(results(passing, { requirements: before }), results([one, exchange(B)], { requirements: now }));
  const failed = exchange(A, 'failed', [finding()]);

  it.each(['held', 'untested', 'excluded'] as const)('that was %s and is broken is newly broken', (state) => {
    const diff = diffOf([requirement('r', state)], [broken()], failed);
    expect(idsIn(diff.requirements)).toEqual({ newlyBroken: ['r'] });
  });

  it('that is broken where it was not known before is newly broken', () => {
    expect(idsIn(diffOf([], [broken()], failed).requirements)).toEqual({ newlyBroken: ['r'] });
  });

  it('that is broken only by what does not count is told and does not count', () => {
    const warned = exchange(A, 'warned', [finding({ level: 'should' })]);
    const diff = diffOf([requirement('r', 'held')], [broken()], warned);
    expect(idsIn(diff.requirements)).toEqual({ tolerated: ['r'] });
    expect(diff.exitCode).toBe(0);
  });

  it('that only a missing response breaks is unanswered', () => {
    const silent = exchange(A, 'transport-error', [finding({ rule: 'http/response' })]);
    expect(idsIn(diffOf([requirement('r', 'held')], [broken()], silent).requirements)).toEqual({
      unanswered: ['r'],
    });
  });

  it.each([
    ['broken', 'held', 'newlyHeld'],
    ['untested', 'held', 'newlyHeld'],
    ['held', 'untested', 'lost'],
    ['held', 'excluded', 'lost'],
    ['broken', 'untested', 'lost'],
  ] as const)('that was %s and is %s is %s', (before, now, kind) => {
    const diff = diffOf([requirement('r', before)], [requirement('r', now)]);
    expect(idsIn(diff.requirements)).toEqual({ [kind]: ['r'] });
    expect(diff.less).toBe(kind === 'lost');
  });

  it('of one run only is gone or new', () => {
    expect(idsIn(diffOf([requirement('r', 'held')], []).requirements)).toEqual({ gone: ['r'] });
    expect(idsIn(diffOf([], [requirement('r', 'held')]).requirements)).toEqual({ new: ['r'] });
  });
});

describe('a rule', () => {
  const ruled = (exchanges: number, findings = 0): Results =>
    results(findings > 0 ? [exchange(A, 'failed', [finding({ rule: 'x/y' })]), exchange(B)] : passing, {
      rules: [{ id: 'x/y', exchanges, findings }],
    });
  const ofRule = (old: Results, now: Results) => idsIn(compared(old, now).rules);

  it('that had no say any more is gone, and is noticed', () => {
    expect(ofRule(ruled(2), ruled(0))).toEqual({ gone: ['x/y'] });
    expect(ofRule(ruled(2), results(passing))).toEqual({ gone: ['x/y'] });
    expect(compared(ruled(2), ruled(0))).toMatchObject({ outcome: 'less', less: true, exitCode: 0 });
  });

  it('that was evaluated less often is noticed, more often is not', () => {
    expect(ofRule(ruled(2), ruled(1))).toEqual({ lost: ['x/y'] });
    expect(ofRule(ruled(1), ruled(2))).toEqual({});
    expect(ofRule(ruled(0), ruled(2))).toEqual({ new: ['x/y'] });
  });

  it('is newly broken by its findings, and newly held without them', () => {
    expect(ofRule(ruled(2), ruled(2, 1))).toEqual({ newlyBroken: ['x/y'] });
    expect(ofRule(ruled(2, 1), ruled(2))).toEqual({ newlyHeld: ['x/y'] });
  });

  it('is not held where the exchange that it was broken in is gone', () => {
    const rest = results([exchange(B)], { rules: [{ id: 'x/y', exchanges: 2, findings: 0 }] });
    expect(ofRule(ruled(2, 1), rest)).toEqual({});
  });

  it('that judges less and is broken by what is left stands in both places', () => {
    expect(ofRule(ruled(2), ruled(1, 1))).toEqual({ newlyBroken: ['x/y'], lost: ['x/y'] });
  });

  it('is compared by findings alone where a run does not tell which were evaluated', () => {
    const { rules: _, ...silent } = ruled(2, 1);
    const diff = compared(silent, ruled(1));
    expect(idsIn(diff.rules)).toEqual({ newlyHeld: ['x/y'] });
    expect(diff.old.rules).toBeNull();
    expect(diff.notes).toEqual([
      'OLD cannot tell which rules were evaluated: rules are compared by findings',
    ]);
  });
});

describe('a comparison ends', () => {
  const ending = (old: Results, now: Results, failOnLess = false) => {
    const { outcome, exitCode, why } = compared(old, now, failOnLess);
    return [outcome, exitCode, why];
  };
  const broken = results([exchange(A, 'failed', [finding()]), exchange(B)], {
    outcome: 'deviates',
    exitCode: 1,
  });

  it('with 0 where nothing changed, whatever was broken before', () => {
    expect(ending(OK, OK)).toEqual(['held', 0, 'nothing broke that did not before']);
    expect(ending(broken, broken)).toEqual(['held', 0, 'nothing broke that did not before']);
    expect(ending(broken, OK)[1]).toBe(0);
  });

  it('with 1 where something broke', () => {
    expect(ending(OK, broken)).toEqual(['newly-broken', 1, 'something broke that did not before']);
  });

  it('with 0 where less was judged, or with 1 where that is asked for', () => {
    const less = results([exchange(A)]);
    const why = 'nothing broke of what was judged, but less was judged than before';
    expect(ending(OK, less)).toEqual(['less', 0, why]);
    expect(ending(OK, less, true)).toEqual(['less', 1, why]);
    expect(ending(less, OK, true)[1]).toBe(0);
    const refused = results([exchange(A)], { notRun: [notRun(B)], outcome: 'partial', exitCode: 4 });
    expect(ending(OK, refused, true)).toEqual(['less', 1, why]);
  });

  it.each([
    ['the harness failed', { outcome: 'error', exitCode: 5 }, 'NEW ended with exit code 5 (error)'],
    ['it was interrupted', { outcome: 'partial', exitCode: 5 }, 'NEW ended with exit code 5 (partial)'],
    ['its code says so alone', { outcome: 'partial', exitCode: 3 }, 'NEW ended with exit code 3 (partial)'],
    ['its outcome says so alone', { outcome: 'error', exitCode: 0 }, 'NEW ended with exit code 0 (error)'],
    ['nobody answered', { outcome: 'error', exitCode: 3 }, 'NEW ended with exit code 3 (error)'],
  ] as const)('with 5 where nothing could be said of the new run: %s', (_, changed, why) => {
    const [outcome, exitCode, said] = ending(OK, results(passing, changed));
    expect([outcome, exitCode]).toEqual(['not-comparable', 5]);
    expect(said).toContain(why);
  });

  it('with 5 where there is nothing to compare', () => {
    const none = results([]);
    const others = results([exchange('SendBulkSms/c/soap11')]);
    const some = { ...OK, summary: { ...OK.summary, planned: 3 } };
    expect(ending(none, none)).toEqual(['not-comparable', 5, 'NEW judged no exchange']);
    expect(ending(none, OK)).toEqual(['not-comparable', 5, 'OLD judged no exchange']);
    const silent = results([exchange(A, 'transport-error'), exchange(B, 'harness-error')]);
    expect(ending(silent, OK)).toEqual(['not-comparable', 5, 'OLD judged no exchange']);
    expect(ending(OK, results([exchange(A, 'transport-error'), exchange(B)]))[0]).toBe('newly-broken');
    const faulty = results([exchange(A), exchange(B, 'harness-error')], { outcome: 'partial', exitCode: 4 });
    const why = 'NEW met a fault of the harness in 1 of 2 exchanges';
    expect(ending(OK, faulty)).toEqual(['not-comparable', 5, why]);
    expect(ending(OK, others)).toEqual(['not-comparable', 5, 'OLD and NEW judged no exchange in common']);
    expect(ending(OK, some)).toEqual(['not-comparable', 5, 'NEW has no verdict on 1 of 3 exchanges']);
  });
});

describe('notes', () => {
  it('say what else differs, and none of it is an error', () => {
    const now = results(passing, {
      ...{ gate: 'should', startedAt: '2025-01-01T00:00:00.000Z', outcome: 'partial', exitCode: 4 },
      suite: { name: 'postsms-conformance', version: '0.2.0' },
      target: { baseUrl: 'http://s3cret.example', namespace: 'urn:y' },
      calibration: null,
    });
    const diff = compared(OK, now);
    expect(diff.notes).toEqual([
      'another version of the suite: postsms-conformance 0.1.0 before, postsms-conformance 0.2.0 now',
      'another target: http://127.0.0.1:1 before, http://***.example now',
      'another namespace: urn:x before, urn:y now',
      'another gate, and that of NEW counts: must before, should now',
      'replies the judge was calibrated with: 2 before, none now',
      'NEW began before OLD: are they the wrong way round?',
      'NEW ended with exit code 4 (partial)',
    ]);
    expect(diff.exitCode).toBe(0);
  });

  it('say of a shard that what it lacks may be in another, unless there is no other', () => {
    const digest = '0'.repeat(64);
    const shard = (total: number) => ({
      ...{ index: 1, total, plan: { exchanges: 9, digest, known: digest, budget: null } },
      ...{ places: { exchanges: [], notRun: [] }, permission: null },
      ...{ answered: true, gatingJudged: true, overBudget: false },
    });
    const old = results(passing);
    expect(compared(old, results(passing, { shard: shard(3) })).notes).toEqual([
      'NEW is shard 1 of 3, so what it lacks may be in another: merge them first',
    ]);
    expect(compared(old, results(passing, { shard: shard(1) })).notes).toEqual([]);
  });

  it('are none between two runs of the reference, which has another port each time', () => {
    const reference = (baseUrl: string) => results(passing, { target: { kind: 'reference', baseUrl } });
    expect(compared(reference('http://127.0.0.1:1'), reference('http://127.0.0.1:2')).notes).toEqual([]);
  });
});
