import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../model/exchange.ts';
import { needs } from '../../model/judging/evidence.ts';
import { verdicts } from '../../model/judging/verdict.ts';
import type { Handoff, MaskedRun } from '../../model/running/handoff.ts';
import type { ExchangeRecord } from '../../model/running/results.ts';
import { findingOf, plannedExchanges, recordOf, runOf } from '../../report/testing.ts';
import { ownText } from '../../secrets/mask.ts';
import { mergeResults } from './merge-results.ts';
import { calibration, shardsOf, written } from './testing.ts';

const exchanges = plannedExchanges('*/canonical');
const [first] = exchanges as [Exchange, ...Exchange[]];
const requirements = runOf([]).register.map(({ id }) => id);

const finding = fc.record({
  rule: fc.constantFrom('http/charset', 'result/field-once', 'delivery/recipients'),
  level: fc.constantFrom('must', 'should', 'gap'),
  requirements: fc.subarray(requirements, { maxLength: 3 }),
});

/** Verdicts of a run, so that not only those come up in which a fault of the harness decides everything. */
const moods = { any: verdicts, judged: verdicts.slice(0, -2), green: verdicts.slice(0, 1) };

/** What can become of an exchange. */
const record = (exchange: Exchange, mood: keyof typeof moods) =>
  fc
    .record({
      verdict: fc.constantFrom(...moods[mood]),
      status: fc.constantFrom(200, 500, null),
      reached: fc.constantFrom(...needs),
      deliveries: fc.nat(2),
      findings: fc.array(finding, { maxLength: 2 }),
    })
    .map(({ reached, deliveries, findings, ...rest }) =>
      recordOf(exchange, {
        ...rest,
        findings: findings.map((one) => findingOf(one)),
        steps: exchange.steps.map(({ operation, binding }) => ({ operation, binding, reached, deliveries })),
      }),
    );

/** A target that never answers says nothing to any shard. */
function silenced(one: ExchangeRecord): ExchangeRecord {
  return { ...one, status: null, steps: one.steps.map((step) => ({ ...step, reached: 'outcome' })) };
}

const anyRun = fc.constantFrom('any' as const, 'judged' as const, 'green' as const).chain((mood) =>
  fc.record({
    records: fc.tuple(...exchanges.map((exchange) => record(exchange, mood))),
    lost: fc.subarray([...exchanges], { maxLength: mood === 'any' ? 1 : 0 }),
    silent: fc.boolean(),
    notRun: fc.nat(3),
    permission: fc.constantFrom(null, 'allow' as const, 'refuse' as const),
    gate: fc.constantFrom('must' as const, 'should' as const),
    total: fc.constantFrom(1, 2, 3, 7),
  }),
);

describe('merged shards', () => {
  it('say what one run of the whole plan says, whatever became of it', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(anyRun, ({ records: all, lost, silent, notRun, permission, gate, total }) => {
        const run: MaskedRun<Handoff> = {
          ...runOf(exchanges.slice(notRun)),
          notRun: exchanges.slice(0, notRun).map(({ id, level }) => ({ id, level, reason: 'it may not' })),
          permission,
          gate,
        };
        const records = all
          .slice(notRun)
          .filter(({ id }) => lost.every((one) => one.id !== id))
          .map((one) => (silent ? silenced(one) : one));
        const whole = written(run, { records, calibration });
        const merged = mergeResults(shardsOf(run, records, total));
        expect(merged).toEqual(whole);
        expect(Object.keys(merged)).toEqual(Object.keys(whole));
      }),
      { numRuns: 60 },
    );
  });

  const records = exchanges.map((exchange) => recordOf(exchange));
  const run = runOf(exchanges);

  it('lasted from the first start to the last end', () => {
    const [one, two] = shardsOf(run, records, 2);
    if (!two) throw new Error('one shard only');
    const later = { ...two, startedAt: '1970-01-01T00:00:03.000Z', durationMs: 500 };
    expect(mergeResults([later, one])).toMatchObject({
      startedAt: '1970-01-01T00:00:00.000Z',
      durationMs: 3500,
    });
  });

  it.each(['partial', 'error'] as const)('are %s where something ended one of them so', (outcome) => {
    const [one, ...others] = shardsOf(run, records, 3);
    const why = ownText('interrupted');
    const spoilt = { ...one, exitCode: 5, outcome, shard: { ...one.shard, spoilt: { outcome, why } } };
    expect(mergeResults([spoilt, ...others])).toMatchObject({
      ...{ outcome, exitCode: 5, why: 'shard 1 of 3: interrupted' },
      summary: { passed: exchanges.length },
    });
  });

  it('are judged by what must hold where one of them was', () => {
    const left = { id: 'SendBulkSms/left/soap11', level: 'must' as const, reason: 'it may not' };
    const refused: MaskedRun<Handoff> = { ...run, notRun: [left], permission: 'refuse' };
    const [one, two] = shardsOf(refused, records, 2);
    if (!two) throw new Error('one shard only');
    const without = (shard: typeof one) => ({ ...shard, shard: { ...shard.shard, gatingJudged: false } });
    const ending = (...all: readonly [typeof one, typeof one]) => {
      const { outcome, exitCode } = mergeResults(all);
      return { outcome, exitCode };
    };
    expect(ending(one, without(two))).toEqual({ outcome: 'partial', exitCode: 0 });
    expect(ending(without(one), without(two))).toEqual({ outcome: 'partial', exitCode: 4 });
  });

  it('that ran over the budget in one of them end as a run does that did', () => {
    const [one, ...others] = shardsOf(run, records, 3);
    const over = { ...one, shard: { ...one.shard, overBudget: true } };
    expect(mergeResults([over, ...others])).toMatchObject({ outcome: 'partial', exitCode: 4 });
  });

  it('have no calibrated judge where one of them had none', () => {
    const [one, ...others] = shardsOf(run, records, 3);
    expect(mergeResults([one, ...others]).calibration).toEqual({ accepted: 16, rejected: 68, wrong: 0 });
    expect(mergeResults([{ ...one, calibration: null }, ...others]).calibration).toBeNull();
  });

  it('have the budget that all of them share', () => {
    const [one, ...others] = shardsOf(run, records, 2);
    const limited = [one, ...others].map((shard, place) => ({
      ...shard,
      messages: { planned: 4, sent: 3 + place, budget: 4 },
      shard: { ...shard.shard, plan: { ...shard.shard.plan, budget: 20 } },
    }));
    const [a, ...rest] = limited;
    if (!a) throw new Error('no shards');
    expect(mergeResults([a, ...rest]).messages).toEqual({ planned: 8, sent: 7, budget: 20 });
  });
});

describe('a shard', () => {
  const ending = (verdict: 'passed' | 'failed', total: number) => {
    const records = exchanges.map((exchange) => recordOf(exchange, { verdict }));
    const [{ outcome, exitCode, why }] = shardsOf(runOf(exchanges), records, total);
    return { outcome, exitCode, why };
  };

  it('is partial by itself, also where nothing is wrong, and red where something is', () => {
    const why = 'shard 1 of 3; `merge` joins the shards into one verdict';
    expect(ending('passed', 3)).toEqual({ outcome: 'partial', exitCode: 0, why });
    expect(ending('failed', 3)).toEqual({ outcome: 'partial', exitCode: 1, why });
  });

  it('that is the only one is a whole run', () => {
    expect(ending('passed', 1)).toEqual({ outcome: 'conforms', exitCode: 0, why: undefined });
    expect(ending('failed', 1)).toEqual({ outcome: 'deviates', exitCode: 1, why: undefined });
  });

  it('is told on its own behalf only of what it has judged', () => {
    const [one] = shardsOf(runOf([first]), [], 1);
    expect(one.shard).toMatchObject({ places: { exchanges: [], notRun: [] }, gatingJudged: false });
  });
});
