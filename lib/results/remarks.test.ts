import { expect, it } from 'vitest';
import {
  builtOf,
  type ChangedRecord,
  findingOf,
  plannedExchanges,
  recordOf,
  runOf,
  stepOf,
} from '../../suites/support/report.ts';

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
const steps = (deliveries: number, reached: 'reply' | 'response' = 'reply') =>
  exchanges.map(({ operation, binding }) => {
    const step = stepOf(operation, binding, reached);
    const kept = step.evaluated.split(' ').filter((id) => deliveries > 0 || !id.startsWith('delivery/'));
    return { steps: [{ ...step, evaluated: kept.join(' ') }] };
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
    'conforms; N requirements untested: no reply contained a delivery result',
  ],
  ['one reply did', [...steps(0).slice(1), ...steps(1).slice(0, 1)], 'conforms'],
  ['there was no packet result at all', steps(0, 'response'), 'conforms'],
])('the outcome says so where %s', (_, changed, said) => {
  const { outcome, remarks = [] } = resultsOf(changed);
  expect([outcome, ...remarks].join('; ').replace(/\d+(?= requirements untested)/, 'N')).toBe(said);
});

it('a server that tells no delivery result leaves the requirements about them untested', () => {
  const { requirements } = resultsOf(steps(0));
  const untested = requirements.filter(({ state }) => state === 'untested').map(({ id }) => id);
  expect(untested.filter((id) => id.startsWith('delivery-result.')).length).toBeGreaterThan(20);
  expect(untested).toContain('delivery-result.gsm-number');
});
