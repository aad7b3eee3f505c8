import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../model/judging/verdict.ts';
import { compared, exchange, finding, findingsIn, idsIn, notRun, requirement, results } from './testing.ts';

const A = 'SendBulkSms/a/soap11';
const B = 'SendBulkSms/b/soap11';

/** What became of an exchange with these verdicts; null where a run does not have it. */
function ofExchange(before: Verdict | null, now: Verdict | null, gate = 'must') {
  const one = (verdict: Verdict | null) => (verdict === null ? [] : [exchange(A, verdict)]);
  return idsIn(
    compared(results([...one(before), exchange(B)]), results([...one(now), exchange(B)], { gate })).exchanges,
  );
}

describe('an exchange', () => {
  it.each([
    ['passed', 'failed', 'newlyBroken'],
    ['passed', 'blocked', 'newlyBroken'],
    ['warned', 'failed', 'newlyBroken'],
    ['known-failure', 'failed', 'newlyBroken'],
    [null, 'failed', 'newlyBroken'],
    ['passed', 'transport-error', 'unanswered'],
    ['failed', 'transport-error', 'unanswered'],
    [null, 'transport-error', 'unanswered'],
    ['passed', 'warned', 'tolerated'],
    ['passed', 'observed', 'tolerated'],
    ['passed', 'known-failure', 'tolerated'],
    ['failed', 'passed', 'newlyHeld'],
    ['failed', 'warned', 'newlyHeld'],
    ['transport-error', 'passed', 'newlyHeld'],
    ['known-failure', 'fixed', 'newlyHeld'],
    ['passed', 'harness-error', 'lost'],
    ['passed', null, 'gone'],
    ['failed', null, 'gone'],
    [null, 'passed', 'new'],
  ] as const)('that was %s and is %s is %s', (before, now, kind) => {
    expect(ofExchange(before, now)).toEqual({ [kind]: [A] });
  });

  it.each([
    ['passed', 'passed'],
    ['failed', 'failed'],
    ['transport-error', 'transport-error'],
    ['blocked', 'failed'],
    ['failed', 'known-failure'],
    ['passed', 'fixed'],
  ] as const)('that was %s and is %s did not change', (before, now) => {
    expect(ofExchange(before, now)).toEqual({});
  });

  it('is weighed at the gate of the new run, before and now', () => {
    expect(ofExchange('passed', 'warned', 'should')).toEqual({ newlyBroken: [A] });
    expect(ofExchange('warned', 'warned', 'should')).toEqual({});
    expect(ofExchange('failed', 'warned', 'should')).toEqual({});
  });

  it('that is not run any more is lost with its reason, and new where it was not run before', () => {
    const left = results([exchange(B)], { notRun: [notRun(A)] });
    const ran = results([exchange(A), exchange(B)]);
    expect(compared(ran, left).exchanges.lost).toEqual([
      { id: A, was: 'passed', is: 'not-run', reason: 'nobody allowed it' },
    ]);
    expect(compared(left, ran).exchanges.new).toEqual([{ id: A, was: 'not-run', is: 'passed' }]);
    expect(idsIn(compared(left, left).exchanges)).toEqual({});
  });
});

it('an exchange without a response at another step than before is unanswered anew', () => {
  const silent = (step: number) =>
    results([exchange(A, 'transport-error', [finding({ rule: 'http/response', step })]), exchange(B)]);
  expect(idsIn(compared(silent(0), silent(1)).exchanges)).toEqual({ unanswered: [A] });
  expect(compared(silent(0), silent(1)).exitCode).toBe(1);
  expect(compared(silent(0), silent(0)).exitCode).toBe(0);
});

describe('a finding', () => {
  const failed = (...findings: ReturnType<typeof finding>[]) => results([exchange(A, 'failed', findings)]);
  const of = (before: ReturnType<typeof finding>[], now: ReturnType<typeof finding>[]) =>
    compared(failed(...before), failed(...now));

  it('in an exchange that was broken already is new breakage', () => {
    const diff = of([finding()], [finding(), finding({ rule: 'http/charset' })]);
    expect(findingsIn(diff)).toEqual({ newlyBroken: ['http/charset null must'] });
    expect(idsIn(diff.exchanges)).toEqual({ newlyBroken: [A] });
    expect(diff.exitCode).toBe(1);
  });

  it('about another field in the same place is new breakage', () => {
    const other = finding({ message: 'PacketStatus must occur exactly once in EmPostSmsResult' });
    expect(findingsIn(of([finding()], [finding(), other]))).toEqual({
      newlyBroken: ['result/field-once null must'],
    });
  });

  it('in another step is new breakage', () => {
    expect(of([finding()], [finding({ step: 1 })]).exitCode).toBe(1);
  });

  it('is the same whatever was there, expected, counted, and which item of a list it was', () => {
    const before = finding({ path: '/a/b[1]/c', expected: '4711', actual: '12:00', more: 1 });
    const now = finding({ path: '/a/b[3]/c', expected: '4712', actual: '12:01', more: 9 });
    expect(findingsIn(of([before], [now]))).toEqual({});
    const place = (path: string) => finding({ rule: 'xml/well-formed', path });
    expect(findingsIn(of([place('line 1, column 733')], [place('line 2, column 7')]))).toEqual({});
  });

  it('that weighs more than before is new breakage, one that weighs less is not', () => {
    const should = finding({ level: 'should' });
    expect(findingsIn(of([should], [finding()]))).toEqual({ newlyBroken: ['result/field-once should must'] });
    expect(findingsIn(of([finding()], [should]))).toEqual({});
  });

  it('below the gate is told and does not count', () => {
    const diff = of([finding()], [finding(), finding({ rule: 'result/field-order', level: 'should' })]);
    expect(findingsIn(diff)).toEqual({ tolerated: ['result/field-order null should'] });
    expect(idsIn(diff.exchanges)).toEqual({ tolerated: [A] });
    expect(diff.exitCode).toBe(0);
  });

  it('of a known failure is told and does not count', () => {
    const diff = compared(results([exchange(A)]), results([exchange(A, 'known-failure', [finding()])]));
    expect(findingsIn(diff)).toEqual({ tolerated: ['result/field-once null must'] });
    expect(diff.exitCode).toBe(0);
  });

  it('of a fixed exchange, which breaks another rule that is listed for it, is told and does not count', () => {
    const broken = (verdict: Verdict, ...findings: ReturnType<typeof finding>[]) =>
      results([exchange(A, verdict, findings)], {
        rules: [{ id: 'result/field-once', exchanges: 1, findings: findings.length }],
        requirements: [
          requirement('packet-result.packet-id', findings.length > 0 ? 'broken' : 'held', {
            brokenBy: findings.map((_, place) => ({ exchange: A, finding: place })),
          }),
        ],
      });
    const diff = compared(broken('passed'), broken('fixed', finding()));
    expect(findingsIn(diff)).toEqual({ tolerated: ['result/field-once null must'] });
    expect(idsIn(diff.exchanges)).toEqual({ tolerated: [A] });
    expect(idsIn(diff.rules)).toEqual({ tolerated: ['result/field-once'] });
    expect(idsIn(diff.requirements)).toEqual({ tolerated: ['packet-result.packet-id'] });
    expect(diff.exitCode).toBe(0);
    expect(findingsIn(compared(broken('failed', finding()), broken('fixed', finding())))).toEqual({});
  });

  it('that is not found any more is held where its exchange is, else perhaps only not looked for', () => {
    const other = finding({ rule: 'http/charset' });
    expect(findingsIn(of([finding(), other], [other]))).toEqual({ lost: ['result/field-once must null'] });
    const mended = compared(failed(finding()), results([exchange(A)]));
    expect(findingsIn(mended)).toEqual({ newlyHeld: ['result/field-once must null'] });
    const silent = results([exchange(A, 'transport-error', [finding({ rule: 'http/response' })])]);
    const diff = compared(failed(finding()), silent);
    expect(findingsIn(diff)).toEqual({
      unanswered: ['http/response null must'],
      lost: ['result/field-once must null'],
    });
    expect(diff.exitCode).toBe(1);
  });

  it('is known again in the words of another version, one for one', () => {
    const now = (...findings: ReturnType<typeof finding>[]) =>
      results([exchange(A, 'failed', findings)], {
        suite: { name: 'postsms-conformance', version: '0.2.0' },
      });
    const worded = finding({ message: 'there must be one PacketID' });
    expect(findingsIn(compared(failed(finding()), now(worded)))).toEqual({});
    expect(findingsIn(of([finding()], [worded]))).toEqual({
      newlyBroken: ['result/field-once null must'],
      lost: ['result/field-once must null'],
    });
    const further = finding({ message: 'there must be one PacketStatus' });
    expect(findingsIn(compared(failed(finding()), now(worded, further)))).toEqual({
      newlyBroken: ['result/field-once null must'],
    });
  });

  it('passes the mask once more', () => {
    const leak = { path: 'a s3cret', expected: 'b s3cret', actual: 'c s3cret', message: 'd s3cret' };
    const diff = of([], [finding(leak)]);
    expect(diff.findings.newlyBroken).toMatchObject([{ path: 'a ***', expected: 'b ***', actual: 'c ***' }]);
    expect(JSON.stringify(diff)).not.toContain('s3cret');
  });
});
