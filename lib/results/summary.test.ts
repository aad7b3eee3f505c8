import { describe, expect, it } from 'vitest';
import type { Gate } from '../model/contract.ts';
import type { Exchange } from '../model/exchange.ts';
import { type Verdict, verdicts } from '../model/judging/verdict.ts';
import type { ExchangeRecord } from '../model/running/results.ts';
import { plannedExchanges, recordOf, runOf } from '../report/testing.ts';
import { type Ending, endingBy, type Limited } from './ending.ts';
import { endingOfRun, factsOf } from './summary.ts';
import { countVerdicts, isRed, summarize } from './verdict-counts.ts';

const record = (verdict: Verdict, reached: 'reply' | 'outcome' = 'reply'): ExchangeRecord => ({
  id: verdict,
  verdict,
  findings: [],
  durationMs: 1,
  status: reached === 'outcome' ? null : 200,
  steps: [{ operation: 'SendBulkSms', binding: 'soap11', reached, evaluated: '' }],
  evaluated: '',
  repeat: null,
});
const unlimited: Limited = { notRun: 0, permission: null, overBudget: false, gatingJudged: true };

/** How a whole run ends that has these records of its exchanges. */
function endingOf(
  planned: number,
  records: readonly ExchangeRecord[],
  gate: Gate,
  limited = unlimited,
): Ending {
  return endingBy({ ...factsOf(planned, records, gate), ...limited, shard: null });
}

const green = { outcome: 'conforms', exitCode: 0 };
const red = { outcome: 'deviates', exitCode: 1 };

it('every verdict is counted once', () => {
  const { planned, notRun, ...counts } = summarize(
    9,
    verdicts.map((verdict) => record(verdict)),
    3,
  );
  expect({ planned, notRun }).toEqual({ planned: 12, notRun: 3 });
  expect(Object.values(counts)).toEqual(verdicts.map(() => 1));
});

it('a verdict is red unless it is known to be none', () => {
  const reds = (gate: 'must' | 'should') => verdicts.filter((verdict) => isRed(verdict, gate));
  expect(reds('must')).toEqual([
    'failed',
    'blocked',
    'not-read',
    'fixed',
    'transport-error',
    'harness-error',
  ]);
  expect(reds('should')).toEqual([
    'failed',
    'warned',
    'blocked',
    'not-read',
    'fixed',
    'transport-error',
    'harness-error',
  ]);
});

describe('a run', () => {
  it.each<[Verdict, object, object]>([
    ['passed', green, green],
    ['observed', green, green],
    ['known-failure', green, green],
    ['warned', green, red],
    ['failed', red, red],
    ['blocked', red, red],
    ['fixed', red, red],
    ['transport-error', red, red],
  ])('with one %s ends as it says, by gate', (verdict, must, should) => {
    const records = [record('passed'), record(verdict)];
    expect(endingOf(2, records, 'must')).toEqual(must);
    expect(endingOf(2, records, 'should')).toEqual(should);
  });

  it('is never green without exchanges or with one missing', () => {
    expect(endingOf(0, [], 'must')).toMatchObject({ outcome: 'partial', exitCode: 5 });
    expect(endingOf(2, [record('passed')], 'must')).toEqual({
      outcome: 'partial',
      exitCode: 5,
      why: '1 of 2 exchanges have no verdict',
    });
  });

  it('has a fault of the harness before all else, and silence before what deviates', () => {
    const silent = record('transport-error', 'outcome');
    expect(endingOf(2, [record('harness-error'), silent], 'must')).toMatchObject({
      outcome: 'error',
      exitCode: 5,
    });
    expect(endingOf(2, [silent, silent], 'must')).toMatchObject({
      exitCode: 3,
      why: 'the target never answered',
    });
    expect(endingOf(2, [silent, record('passed')], 'must')).toEqual(red);
  });

  it('that left exchanges out says so, and ends for safety unless somebody decided it', () => {
    const end = (permission: 'allow' | 'refuse' | null, verdict: Verdict = 'passed') =>
      endingOf(1, [record(verdict)], 'must', {
        ...{ notRun: 2, permission, overBudget: false, gatingJudged: true },
      });
    const why = expect.stringMatching(/^2 exchanges were not run/);
    expect(end(null)).toEqual({ outcome: 'partial', exitCode: 4, why });
    expect(end(null)).toMatchObject({ why: expect.stringContaining('--sends refuse') });
    expect(end('allow')).toEqual({ outcome: 'partial', exitCode: 4, why });
    expect(end('refuse')).toEqual({ outcome: 'partial', exitCode: 0, why });
    expect(end('refuse', 'failed')).toEqual({ outcome: 'partial', exitCode: 1, why });
    expect(end('refuse', 'harness-error')).toMatchObject({ exitCode: 5 });
  });

  it.each([
    [null, '--sends refuse'],
    ['allow', '--recipients'],
  ] as const)(
    'that left exchanges out under permission %s says that the rest deviates, the worse news',
    (permission, advice) => {
      const limited = { notRun: 8, permission, overBudget: false, gatingJudged: true };
      const end = (verdict: Verdict, gate: Gate = 'must', more: Partial<Limited> = {}) =>
        endingOf(2, [record('passed'), record(verdict)], gate, { ...limited, ...more });
      const both = {
        outcome: 'partial',
        exitCode: 1,
        why: expect.stringMatching(`^the target deviates, and 8 exchanges were not run; .*${advice}`),
      };
      expect(end('failed')).toEqual(both);
      expect(end('warned', 'should')).toEqual(both);
      expect(end('warned')).toMatchObject({ exitCode: 4, why: expect.stringMatching(/^8 exchanges/) });
      expect(end('failed', 'must', { overBudget: true })).toMatchObject({ exitCode: 4 });
      expect(end('harness-error')).toMatchObject({ exitCode: 5 });
    },
  );

  it('that judged no exchange of a level that gates is no conformance, whoever decided what to leave out', () => {
    const limited = { notRun: 2, permission: 'refuse', overBudget: false, gatingJudged: false } as const;
    expect(endingOf(1, [record('observed')], 'must', limited)).toEqual({
      outcome: 'partial',
      exitCode: 4,
      why: expect.stringMatching(
        /^2 exchanges were not run, and no exchange of a gating level .*--packet-ids/,
      ),
    });
    expect(endingOf(1, [record('blocked')], 'must', limited)).toMatchObject({ exitCode: 1 });
    expect(endingOf(1, [record('observed')], 'must', { ...limited, notRun: 0 })).toEqual({
      outcome: 'partial',
      exitCode: 4,
      why: expect.stringMatching(/^no exchange of a gating level .*--gate should/),
    });
    expect(endingOf(1, [record('transport-error')], 'must', { ...limited, notRun: 0 })).toEqual(red);
  });

  it('is asked for a level that gates by the plan, and by what was judged of it', () => {
    const [gap, must] = ['ReportSmsWithPacketId/unknown-packet', 'ReportSmsWithPacketId/canonical'].map(
      plannedExchanges,
    );
    const end = (exchanges: readonly Exchange[]) => {
      const notRun = [{ id: 'a', level: 'must', reason: 'it is refused' }] as const;
      const run = { ...runOf(exchanges), notRun, permission: 'refuse' } as const;
      return endingOfRun(
        run,
        exchanges.map((exchange) => recordOf(exchange)),
      );
    };
    expect(gap?.length).toBeGreaterThan(0);
    expect(end(gap ?? [])).toMatchObject({ exitCode: 4 });
    expect(end([...(gap ?? []), ...(must ?? [])])).toMatchObject({ exitCode: 0 });
  });

  it('that would have passed its budget ends for safety, whatever else was', () => {
    const limited = { notRun: 0, permission: 'allow', overBudget: true, gatingJudged: true } as const;
    expect(endingOf(2, [record('harness-error')], 'must', limited)).toEqual({
      outcome: 'partial',
      exitCode: 4,
      why: 'the run reached the budget of messages (--max-messages)',
    });
  });

  it('is no silence where a response began: one that broke off, or was too large to be read', () => {
    const cut = { ...record('transport-error', 'outcome'), status: 200 };
    expect(endingOf(1, [cut], 'must')).toEqual(red);
  });

  it('is silence although every case is of a level that does not gate', () => {
    expect(endingOf(1, [record('observed', 'outcome')], 'must')).toMatchObject({ exitCode: 3 });
  });
});

it('counts the same verdicts to the same text, in whichever order they came', () => {
  const counted = [
    ['passed', 2],
    ['failed', 1],
    ['passed', 3],
    ['observed', 4],
  ] as const;
  const text = (all: readonly (readonly [string, number])[]) => JSON.stringify(countVerdicts(all));
  expect(JSON.parse(text(counted))).toEqual({ passed: 5, failed: 1, observed: 4 });
  expect(text(counted.toReversed())).toBe(text(counted));
});
