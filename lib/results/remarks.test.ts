import { describe, expect, it } from 'vitest';
import {
  builtOf,
  type ChangedRecord,
  findingOf,
  plannedExchanges,
  recordOf,
  runOf,
  stepOf,
} from '../report/testing.ts';

const exchanges = plannedExchanges('SendBulkSms/canonical');

function resultsOf(changed: readonly ChangedRecord[]) {
  const records = exchanges.map((exchange, index) => recordOf(exchange, changed[index]));
  return builtOf(runOf(exchanges), records);
}

const told = (results: ReturnType<typeof resultsOf>) =>
  [results.outcome, ...(results.remarks ?? [])].join('; ');

const order = findingOf({ requirements: ['packet-result.field-order'], level: 'should' });
const once = findingOf({ requirements: ['packet-result.packet-id'] });

const failed = { verdict: 'failed', findings: [once] } as const;
const known = { verdict: 'known-failure', findings: [once, order] } as const;

it.each<[string, readonly ChangedRecord[], string | RegExp]>([
  ['nothing is broken', [], 'conforms'],
  [
    'something is broken below the gate',
    [{ verdict: 'warned', findings: [order] }],
    'conforms; 1 should requirement broken (--gate should fails)',
  ],
  [
    'known failures break it, and leave something untested',
    [known],
    /^conforms; 1 must requirement broken \(by known failures\); 1 should requirement broken \(by known failures\); 1 exchange is a known failure, with \d+ requirements untested$/,
  ],
  ['there are several', [known, known], /; 2 exchanges are known failures, with/],
  // What a run that deviates breaks, the findings say.
  ['one was', [failed], 'deviates'],
])('the outcome says so where %s', (_, changed, said) => {
  const results = resultsOf(changed);
  if (typeof said === 'string') expect(told(results)).toBe(said);
  else expect(told(results)).toMatch(said);
});

describe('a server that tells no delivery result', () => {
  const steps = (deliveries: number, reached: 'reply' | 'response' = 'reply') =>
    exchanges.map(({ operation, binding }) => {
      const step = stepOf(operation, binding, reached);
      const evaluated = step.evaluated
        .split(' ')
        .filter((id) => deliveries > 0 || !id.startsWith('delivery/'));
      return { steps: [{ ...step, evaluated: evaluated.join(' ') }] };
    });

  it('leaves the requirements about delivery results untested, and the outcome says so', () => {
    const results = resultsOf(steps(0));
    const untested = results.requirements.filter(({ state }) => state === 'untested').map(({ id }) => id);
    expect(untested.filter((id) => id.startsWith('delivery-result.')).length).toBeGreaterThan(20);
    expect(untested).toContain('delivery-result.gsm-number');
    expect(told(results)).toMatch(
      /^conforms; \d+ requirements untested: no reply contained a delivery result$/,
    );
  });

  it('is another one than a server that told one once, or that gave no packet result at all', () => {
    expect(told(resultsOf([...steps(0).slice(1), ...steps(1).slice(0, 1)]))).toBe('conforms');
    expect(told(resultsOf(steps(0, 'response')))).toBe('conforms');
  });
});
