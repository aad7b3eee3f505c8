import { describe, expect, it } from 'vitest';
import {
  builtOf,
  type ChangedRecord,
  findingOf,
  plannedExchanges,
  recordOf,
  runOf,
  stepOf,
} from '../../report/testing.ts';
import { remarksOf } from './remarks.ts';

const exchanges = plannedExchanges('SendBulkSms/canonical');

function resultsOf(changed: readonly ChangedRecord[], gate: 'must' | 'should' = 'must') {
  const records = exchanges.map((exchange, index) => recordOf(exchange, changed[index]));
  return builtOf({ ...runOf(exchanges), gate }, records);
}

const told = (results: ReturnType<typeof resultsOf>) => [results.outcome, ...remarksOf(results)].join('; ');

const order = findingOf({ requirements: ['packet-result.field-order'], level: 'should' });
const once = findingOf({ requirements: ['packet-result.packet-id'] });

describe('the outcome', () => {
  it('stands alone where nothing is broken', () => {
    expect(told(resultsOf([]))).toBe('conforms');
    expect(resultsOf([])).not.toHaveProperty('remarks');
  });

  it('says what is broken below the gate', () => {
    const results = resultsOf([{ verdict: 'warned', findings: [order] }]);
    expect(told(results)).toBe('conforms; 1 should requirement broken (--gate should fails)');
    expect(results.remarks).toEqual(['1 should requirement broken (--gate should fails)']);
  });

  it('says what is broken by known failures, how many there are, and what they leave untested', () => {
    const known = { verdict: 'known-failure', findings: [once, order] } as const;
    const results = resultsOf([known]);
    const untested = results.requirements.filter(({ state }) => state === 'untested').length;
    expect(untested).toBeGreaterThan(1);
    expect(told(results)).toBe(
      `conforms; 1 must requirement broken (by known failures); 1 should requirement broken (by known failures); 1 exchange is a known failure, with ${untested} requirements untested`,
    );
    const tested = results.requirements.filter(({ state }) => state !== 'untested');
    expect(remarksOf({ ...resultsOf([known, known]), requirements: tested }).at(-1)).toBe(
      '2 exchanges are known failures',
    );
  });

  it('says why a run is red that found no must broken', () => {
    const blocked = { verdict: 'blocked', findings: [order], note: 'step 2 was not sent' } as const;
    expect(remarksOf(resultsOf([blocked]))).toContain('1 exchange of level must is blocked');
    expect(remarksOf(resultsOf([blocked, blocked]))).toContain('2 exchanges of level must are blocked');
    expect(remarksOf(resultsOf([blocked, { verdict: 'failed', findings: [once] }])).join()).not.toContain(
      'blocked',
    );
  });

  it('leaves out what a run that deviates breaks: the findings say it', () => {
    expect(told(resultsOf([{ verdict: 'failed', findings: [once] }]))).toBe('deviates');
  });
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
    expect(remarksOf(resultsOf([...steps(0).slice(1), ...steps(1).slice(0, 1)]))).toEqual([]);
    expect(remarksOf(resultsOf(steps(0, 'response')))).toEqual([]);
  });
});
