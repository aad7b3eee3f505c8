import { describe, expect, it } from 'vitest';
import {
  builtOf,
  type ChangedRecord,
  findingOf,
  leftOf,
  plannedExchanges,
  recordOf,
  runOf,
} from '../../suites/support/report.ts';
import type { Gate } from '../model/contract.ts';
import type { Exchange } from '../model/exchange.ts';
import { type Verdict, verdicts } from '../model/judging/verdict.ts';
import type { Shard } from '../model/running/prepared-run.ts';
import type { EndingFacts } from '../model/running/results.ts';
import { endingOf } from './ending.ts';
import { countVerdicts, isRed, summarize } from './verdict-counts.ts';

type Limited = Partial<EndingFacts> & { readonly notRun?: number; readonly shard?: Shard };

/** How a whole run of a target that answered ends with these verdicts. */
function endingWith(
  planned: number,
  judged: readonly Verdict[],
  gate: Gate,
  { notRun = 0, shard, ...changed }: Limited = {},
) {
  const facts = { permission: null, answered: true, gatingJudged: true, overBudget: false, ...changed };
  return endingOf({ gate, shard, summary: summarize(planned, judged, notRun) }, facts);
}

const green = { outcome: 'conforms', exitCode: 0 };
const outdated = { outcome: 'known failures out of date', exitCode: 1 };
const red = { outcome: 'deviates', exitCode: 1 };

it('every verdict is counted once, in whichever order they came', () => {
  const { planned, notRun, ...counts } = summarize(9, verdicts, 3);
  expect({ planned, notRun }).toEqual({ planned: 12, notRun: 3 });
  expect(Object.values(counts)).toEqual(verdicts.map(() => 1));
  const text = (...all: readonly (readonly [Verdict, number])[]) => JSON.stringify(countVerdicts(all));
  expect(text(['failed', 2], ['passed', 1], ['failed', 1])).toBe('{"passed":1,"failed":3}');
});

it('a verdict is red unless it is known to be none', () => {
  const reds = (gate: Gate) => verdicts.filter((verdict) => isRed(verdict, gate)).join(' ');
  expect(reds('must')).toBe('failed blocked not-read fixed transport-error harness-error');
  expect(reds('should')).toBe('failed warned blocked not-read fixed transport-error harness-error');
});

describe('a run', () => {
  it.each<[Verdict, object, object]>([
    ['passed', green, green],
    ['warned', green, red],
    ['failed', red, red],
    ['fixed', outdated, outdated],
  ])('with one %s ends as it says, by gate', (verdict, must, should) => {
    expect(endingWith(2, ['passed', verdict], 'must')).toEqual(must);
    expect(endingWith(2, ['passed', verdict], 'should')).toEqual(should);
  });

  it('of what failed before alone is never a whole judgement', () => {
    const of = (verdict: Verdict) => endingWith(1, [verdict], 'must', { lastFailed: true });
    const why = expect.stringContaining('(--last-failed)');
    expect(of('passed')).toEqual({ outcome: 'partial', exitCode: 4, why });
    expect(of('failed')).toEqual({ outcome: 'partial', exitCode: 1, why });
  });

  const out = { notRun: 8 };
  const allowed = { ...out, permission: 'allow' } as const;
  const refused = { notRun: 2, permission: 'refuse' } as const;
  const open = { ...refused, gatingJudged: false };
  const silent = { answered: false };
  const third = { shard: { index: 1, total: 3 } };
  const joins = 'shard 1 of 3; `merge` joins the shards into one verdict';

  it.each<[string, number, readonly Verdict[], Limited, string, number, string?]>([
    ['without exchanges', 0, [], {}, 'partial', 5, 'no exchange was chosen'],
    ['with one missing', 2, ['passed'], {}, 'partial', 5, '1 of 2 exchanges have no verdict'],
    ['with a fault beside silence', 1, ['harness-error'], silent, 'error', 5, '1 exchange met a fault'],
    ['that was never answered', 1, ['transport-error'], silent, 'error', 3, 'the target never answered'],
    ['undecided', 1, ['passed'], { notRun: 2 }, 'partial', 4, '--sends refuse'],
    ['under a permission', 1, ['passed'], allowed, 'partial', 4, '--recipients'],
    ['whose user left some out', 1, ['passed'], refused, 'partial', 0, '2 exchanges were not run'],
    [
      'that deviates, with some left out',
      1,
      ['failed'],
      refused,
      'partial',
      1,
      'deviates, and 2 exchanges were',
    ],
    ['with a fault, with some left out', 1, ['harness-error'], refused, 'error', 5],
    ['deviating, undecided', 1, ['failed'], out, 'partial', 1, 'the target deviates, and 8 exchanges'],
    ['deviating, under a permission', 1, ['failed'], allowed, 'partial', 1, 'not run; add --recipients'],
    ['that warns, undecided', 1, ['warned'], out, 'partial', 4, '8 exchanges were not run'],
    ['with a fault, undecided', 1, ['harness-error'], out, 'error', 5],
    [
      'with a call that was kept back',
      2,
      ['passed', 'blocked'],
      { kept: 1 },
      'partial',
      4,
      '1 exchange was not forwarded',
    ],
    [
      'with one beside a deviation',
      2,
      ['failed', 'blocked'],
      { kept: 1 },
      'partial',
      1,
      'deviates, and 1 exchange',
    ],
    [
      'with one of two that are blocked',
      2,
      ['blocked', 'blocked'],
      { kept: 1 },
      'partial',
      1,
      'deviates, and 1',
    ],
    ['with one, and never answered', 2, ['transport-error', 'blocked'], { ...silent, kept: 1 }, 'error', 3],
    ['over its budget', 1, ['failed'], { ...out, overBudget: true }, 'partial', 4, '--max-messages'],
    ['over its budget, with a fault', 2, ['harness-error'], { overBudget: true }, 'partial', 4],
    ['that judged nothing that gates', 1, ['observed'], open, 'partial', 4, '--packet-ids'],
    ['that judged nothing that gates, but is blocked', 1, ['blocked'], open, 'partial', 1],
    ['of cases that do not gate', 1, ['observed'], { ...open, notRun: 0 }, 'partial', 4, '--gate should'],
    ['as one of three shards', 1, ['passed'], third, 'partial', 0, joins],
    ['as one of three shards, that deviates', 1, ['failed'], third, 'partial', 1, joins],
    ['as the only shard', 1, ['failed'], { shard: { index: 1, total: 1 } }, 'deviates', 1],
    ['of such cases without an answer', 1, ['transport-error'], { ...open, notRun: 0 }, 'deviates', 1],
  ])('%s ends so', (_, planned, judged, limited, outcome, exitCode, why) => {
    const ended = endingWith(planned, judged, 'must', limited);
    expect(ended).toMatchObject({ outcome, exitCode });
    expect(ended.why ?? '').toContain(why ?? '');
    if (outcome === 'deviates') expect(ended).not.toHaveProperty('why');
  });

  it('of recorded calls says that a call deviates, which may be the fault of its client', () => {
    const why = 'a call or its reply deviates, and 8 exchanges were not run; record them to the byte';
    expect(endingWith(1, ['failed'], 'must', { ...out, recorded: true }).why).toContain(why);
  });

  it('that warns at gate should deviates, which is worse news than what was not run', () => {
    const ended = endingWith(1, ['warned'], 'should', out);
    expect(ended).toMatchObject({ exitCode: 1, why: expect.stringMatching(/^the target deviates, and 8/) });
  });

  const [gap = [], must = []] = ['unknown-packet', 'canonical'].map((name) =>
    plannedExchanges(`ReportSmsWithPacketId/${name}`),
  );
  const none = { verdict: 'transport-error', status: null, steps: [] } as const;
  it.each<[string, readonly Exchange[], ChangedRecord, number]>([
    ['without a level that gates', gap, {}, 4],
    ['with one', [...gap, ...must], {}, 0],
    ['without an answer', must, none, 3],
    ['with a response that broke off', must, { ...none, status: 200 }, 1],
  ])('%s is one by what was judged and answered', (_, exchanges, changed, exitCode) => {
    const notRun = [leftOf('a')];
    const records = exchanges.map((exchange) => recordOf(exchange, changed));
    const run = { ...runOf(exchanges), notRun, permission: 'refuse' } as const;
    expect(builtOf(run, records)).toMatchObject({ exitCode });
  });

  it.each<[string, ChangedRecord, number]>([
    ['kept back, but right', { ...none, verdict: 'blocked', kept: true }, 4],
    ['kept back, and wrong', { ...none, verdict: 'failed', kept: true }, 1],
    [
      'kept back, with a finding that gates',
      { ...none, verdict: 'blocked', kept: true, findings: [findingOf()] },
      1,
    ],
    ['handed on', none, 3],
  ])('of clients whose calls were %s is one that nobody had to answer, or not', (_, changed, exitCode) => {
    const recordings = { calls: new Map(), requestsOnly: false, own: false, answers: 'forwards' };
    const records = must.map((exchange) => recordOf(exchange, changed));
    expect(builtOf({ ...runOf(must), recordings }, records)).toMatchObject({ exitCode });
  });
});
