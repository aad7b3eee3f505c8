import { describe, expect, it } from 'vitest';
import {
  builtOf,
  type ChangedRecord,
  findingOf,
  leftOf,
  plannedExchanges,
  recordOf,
  runOf,
  stepOf,
} from '../../suites/support/report.ts';
import type { MaskedRun } from '../model/running/prepared-run.ts';
import type { Results } from '../model/running/results.ts';
import { neverShown } from './ending.ts';

const exchanges = plannedExchanges('SendBulkSms/canonical');

function resultsOf(changed: readonly ChangedRecord[]) {
  const records = exchanges.map((exchange, index) => recordOf(exchange, changed[index]));
  return builtOf(runOf(exchanges), records);
}

const order = findingOf({ requirements: ['packet-result.field-order'], level: 'should' });
const once = findingOf({ requirements: ['packet-result.packet-id'] });

const failed = { verdict: 'failed', findings: [once] } as const;
const known = { verdict: 'known-failure', findings: [once, order] } as const;

/** Steps of which every rule was evaluated, those about delivery results where there were some. */
const steps = (deliveries: number, reached: 'reply' | 'response' = 'reply', without = /^$/) =>
  exchanges.map(({ operation, binding }) => {
    const step = stepOf(operation, binding, reached);
    const evaluated = step.evaluated.filter(
      (id) => !without.test(id) && (deliveries > 0 || !id.startsWith('delivery/')),
    );
    return { steps: [{ ...step, evaluated }] };
  });

it.each<[string, readonly ChangedRecord[], string]>([
  ['nothing is broken', [], 'conforms'],
  [
    'something is broken below the gate',
    [{ verdict: 'warned', findings: [order] }],
    'conforms; 1 thing that follows from it is broken (--gate should fails)',
  ],
  [
    'known failures break it, and leave something untested',
    [known],
    'conforms; 1 must requirement broken (by known failures); 1 should requirement broken (by known failures); 1 exchange is a known failure, with N requirements untested',
  ],
  [
    'there are several',
    [known, known],
    'conforms; 1 must requirement broken (by known failures); 1 should requirement broken (by known failures); 2 exchanges are known failures, with N requirements untested',
  ],
  // What a run that deviates breaks, the findings say.
  ['it deviates', [failed], 'deviates'],
  [
    'no reply told a delivery result',
    steps(0),
    'conforms; 1 thing that follows from it is broken (--gate should fails); N requirements untested: no reply contained a delivery result',
  ],
  [
    'no reply told a date of sending that can be compared',
    steps(1, 'reply', /^delivery\/(?:send-date|time-order)$/),
    'conforms; N requirements untested: no reply had a SendDate that can be compared',
  ],
  ['one reply did', [...steps(0).slice(1), ...steps(1).slice(0, 1)], 'conforms'],
  ['there was no packet result at all', steps(0, 'response'), 'conforms'],
])('the outcome says so where %s', (_, changed, said) => {
  const { outcome, remarks = [] } = resultsOf(changed);
  expect([outcome, ...remarks].join('; ').replace(/\d+(?= requirements untested)/, 'N')).toBe(said);
});

describe('a whole run in which no reply lists a delivery result', () => {
  const found = ({ exchanges: judged }: Results) =>
    judged.flatMap(({ id, verdict, findings }) => findings.map(({ rule }) => [id, verdict, rule]));
  const told = [['SendBulkSms/canonical/soap11', 'warned', 'run/delivery-results']];
  const records = exchanges.map((exchange, index) => recordOf(exchange, steps(0)[index]));

  it('is told once, first, and breaks what follows from the contract', () => {
    const results = resultsOf(steps(0));
    expect([found(results), results.exitCode]).toEqual([told, 0]);
    expect(neverShown(results)).toBe('no reply of the run lists a delivery result');
    const broken = results.requirements.filter(({ state }) => state === 'broken').map(({ id }) => id);
    expect(broken).toEqual(['service.delivery-outcome']);
    expect(results.causes).toMatchObject([{ rule: 'run/delivery-results', level: 'should', exchanges: 1 }]);
  });

  it('fails at the gate should', () => {
    const { outcome, exitCode } = builtOf({ ...runOf(exchanges), gate: 'should' }, records);
    expect([outcome, exitCode]).toEqual(['deviates', 1]);
  });

  it.each<[string, Partial<MaskedRun>]>([
    ['a filter', { scope: '*/canonical: 4 of 1259 exchanges' }],
    ['sends that were not permitted', { permission: 'refuse', notRun: [leftOf('a')] }],
    [
      'a shard',
      {
        shard: {
          index: 1,
          total: 2,
          runId: null,
          places: {},
          plan: { exchanges: 8, digest: '', known: '', budget: null },
        },
      },
    ],
    ['a recording', { recordings: { calls: new Map(), requestsOnly: false, own: true } }],
    ['clients', { recordings: { calls: new Map(), requestsOnly: false, own: false } }],
    [
      'an exchange that was not judged',
      { exchanges: plannedExchanges('SendBulkSms/{canonical,message-xml}') },
    ],
  ])('is not told where %s may be why', (_, run) => {
    expect(found(builtOf({ ...runOf(exchanges), ...run }, records))).toEqual([]);
  });

  it('is not told where some reply lists one, or none is a packet result', () => {
    expect(found(resultsOf([...steps(0).slice(1), ...steps(1).slice(0, 1)]))).toEqual([]);
    expect(found(resultsOf(steps(0, 'response')))).toEqual([]);
  });
});

it('a server that tells no delivery result leaves the requirements about them untested', () => {
  const { requirements } = resultsOf(steps(0));
  const untested = requirements.filter(({ state }) => state === 'untested').map(({ id }) => id);
  expect(untested.filter((id) => id.startsWith('delivery-result.')).length).toBeGreaterThan(20);
  expect(untested).toContain('delivery-result.gsm-number');
});
