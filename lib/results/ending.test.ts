import { describe, expect, it } from 'vitest';
import type { Gate } from '../model/contract.ts';
import type { Exchange } from '../model/exchange.ts';
import { type Verdict, verdicts } from '../model/judging/verdict.ts';
import type { ExchangeRecord } from '../model/running/results.ts';
import { plannedExchanges, recordOf, runOf } from '../report/testing.ts';
import { type Ending, type EndingFacts, endingBy, endingFacts, endingOfRun } from './ending.ts';
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
const canonical = plannedExchanges('SendBulkSms/canonical');
type Limited = Partial<Pick<EndingFacts, 'notRun' | 'permission' | 'overBudget' | 'gatingJudged'>>;

/** How a whole run ends that has these records of its exchanges. */
function endingOf(
  planned: number,
  records: readonly ExchangeRecord[],
  gate: Gate,
  limited: Limited = {},
): Ending {
  const run = { ...runOf(canonical.slice(0, planned)), gate };
  return endingBy({ ...endingFacts(run, records), gatingJudged: true, ...limited });
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
  const reds = (gate: Gate) => verdicts.filter((verdict) => isRed(verdict, gate)).join(' ');
  expect(reds('must')).toBe('failed blocked not-read fixed transport-error harness-error');
  expect(reds('should')).toBe('failed warned blocked not-read fixed transport-error harness-error');
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

  const silent = record('transport-error', 'outcome');
  const cut = { ...silent, status: 200 };
  const of = (...own: readonly Verdict[]) => own.map((verdict) => record(verdict));
  const out = { notRun: 8 };
  const allowed = { ...out, permission: 'allow' } as const;
  const refused = { notRun: 2, permission: 'refuse' } as const;
  const open = { ...refused, gatingJudged: false };

  it.each<[string, number, readonly ExchangeRecord[], Limited, string, number, string?]>([
    ['without exchanges', 0, [], {}, 'partial', 5, 'no exchange was chosen'],
    ['with one missing', 2, of('passed'), {}, 'partial', 5, '1 of 2 exchanges have no verdict'],
    ['with a fault beside silence', 2, [...of('harness-error'), silent], {}, 'error', 5],
    ['that was never answered', 2, [silent, silent], {}, 'error', 3, 'the target never answered'],
    ['that was never asked for what gates', 1, [record('observed', 'outcome')], {}, 'error', 3],
    ['that was answered once', 2, [silent, ...of('passed')], {}, 'deviates', 1],
    ['where a response broke off', 1, [cut], {}, 'deviates', 1],
    ['undecided', 1, of('passed'), { notRun: 2 }, 'partial', 4, '--sends refuse'],
    ['under a permission', 1, of('passed'), allowed, 'partial', 4, '--recipients'],
    ['whose user left some out', 1, of('passed'), refused, 'partial', 0, '2 exchanges were not run'],
    ['that deviates, with some left out', 1, of('failed'), refused, 'partial', 1, '2 exchanges were not run'],
    ['with a fault, with some left out', 1, of('harness-error'), refused, 'error', 5],
    ['deviating, undecided', 1, of('failed'), out, 'partial', 1, 'the target deviates, and 8 exchanges'],
    ['deviating, under a permission', 1, of('failed'), allowed, 'partial', 1, 'not run; add --recipients'],
    ['that warns, undecided', 1, of('warned'), out, 'partial', 4, '8 exchanges were not run'],
    ['with a fault, undecided', 1, of('harness-error'), out, 'error', 5],
    ['over its budget', 1, of('failed'), { ...out, overBudget: true }, 'partial', 4, '--max-messages'],
    ['over its budget, with a fault', 2, of('harness-error'), { overBudget: true }, 'partial', 4],
    ['that judged nothing that gates', 1, of('observed'), open, 'partial', 4, '--packet-ids'],
    ['that judged nothing that gates, but is blocked', 1, of('blocked'), open, 'partial', 1],
    ['of cases that do not gate', 1, of('observed'), { ...open, notRun: 0 }, 'partial', 4, '--gate should'],
    ['of such cases without an answer', 1, of('transport-error'), { ...open, notRun: 0 }, 'deviates', 1],
  ])('%s ends so', (_, planned, records, limited, outcome, exitCode, why) => {
    const ended = endingOf(planned, records, 'must', limited);
    expect(ended).toMatchObject({ outcome, exitCode });
    expect(ended.why ?? '').toContain(why ?? '');
    if (outcome === 'deviates') expect(ended).not.toHaveProperty('why');
  });

  it('that warns at gate should deviates, which is worse news than what was not run', () => {
    const ended = endingOf(1, of('warned'), 'should', out);
    expect(ended).toMatchObject({ exitCode: 1, why: expect.stringMatching(/^the target deviates, and 8/) });
  });

  it('is asked for a level that gates by the plan, and by what was judged of it', () => {
    const [gap, must] = ['ReportSmsWithPacketId/unknown-packet', 'ReportSmsWithPacketId/canonical'].map(
      plannedExchanges,
    );
    const end = (exchanges: readonly Exchange[]) => {
      const notRun = [{ id: 'a', level: 'must', reason: 'it is refused' }] as const;
      const run = { ...runOf(exchanges), notRun, permission: 'refuse' } as const;
      const records = exchanges.map((exchange) => recordOf(exchange));
      return endingOfRun(run, records);
    };
    expect(gap?.length).toBeGreaterThan(0);
    expect(end(gap ?? [])).toMatchObject({ exitCode: 4 });
    expect(end([...(gap ?? []), ...(must ?? [])])).toMatchObject({ exitCode: 0 });
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
