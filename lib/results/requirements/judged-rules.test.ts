import { expect, it } from 'vitest';
import { type ChangedRecord, findingOf, plannedExchanges, recordOf, runOf } from '../../report/testing.ts';
import { rules } from '../../rules/index.ts';
import { judgedRules } from './judged-rules.ts';

const [exchange] = plannedExchanges('SendBulkSms/canonical/soap11');
if (!exchange) throw new Error('the suite has no such exchange');

function judgedIn(changed: ChangedRecord): ReadonlySet<string> {
  if (!exchange) return new Set();
  const judged = judgedRules(runOf([exchange]), [recordOf(exchange, changed)]);
  return new Set(judged.filter(({ exchanges }) => exchanges > 0).map(({ id }) => id));
}

const step = { operation: 'SendBulkSms', binding: 'soap11', reached: 'reply', deliveries: 1 } as const;

it('every rule is listed, in its order, those that had no say too', () => {
  expect(judgedRules(runOf([exchange]), []).map(({ id }) => id)).toEqual(rules.map(({ id }) => id));
  expect(judgedRules(runOf([exchange]), []).every(({ exchanges }) => exchanges === 0)).toBe(true);
});

it('a rule was evaluated where it applies and the reply could be read so far', () => {
  const whole = judgedIn({});
  expect(whole).toContain('soap/envelope');
  expect(whole).toContain('delivery/field-once');
  expect(whole).not.toContain('plain/root');
  expect(whole).not.toContain('request/no-body');
  const unread = judgedIn({ steps: [{ ...step, reached: 'outcome', deliveries: 0 }] });
  expect(unread).toContain('http/response');
  expect(unread).not.toContain('soap/envelope');
});

it('without a delivery result no rule about one was evaluated', () => {
  const empty = judgedIn({ steps: [{ ...step, deliveries: 0 }] });
  expect(empty).toContain('result/field-once');
  expect([...empty].filter((id) => id.startsWith('delivery/'))).toEqual([]);
});

it('packets are told apart only where two sends were answered', () => {
  expect(judgedIn({})).not.toContain('send/distinct-packets');
  expect(judgedIn({ steps: [step, step] })).toContain('send/distinct-packets');
});

it('the same packet is compared only where two replies could be read', () => {
  const [one] = plannedExchanges('ReportSingleShotSms/same-over-every-binding');
  if (!one) throw new Error('the suite has no such exchange');
  const sayOf = (record: ReturnType<typeof recordOf>) =>
    judgedRules(runOf([one]), [record]).find(({ id }) => id === 'report/same-content')?.exchanges;
  const { steps } = recordOf(one);
  expect(sayOf(recordOf(one))).toBe(1);
  expect(sayOf(recordOf(one, { steps: steps.slice(0, 1) }))).toBe(0);
});

it('expected texts were evaluated only where there was something that could have them', () => {
  const expecting = (
    eachDelivery: Readonly<Record<string, string>>,
    changed: Partial<typeof step> = {},
    steps = exchange.steps,
  ) => {
    const planned = { ...exchange, steps, expect: { sameContent: false, packet: {}, eachDelivery } };
    const records = [recordOf(planned, { steps: [{ ...step, ...changed }] })];
    const judged = judgedRules(runOf([planned]), records);
    return judged.find(({ id }) => id === 'case/expectation')?.exchanges;
  };
  expect(expecting({ KeyID: '' })).toBe(1);
  expect(expecting({})).toBe(0);
  expect(expecting({ KeyID: '' }, { deliveries: 0 as never })).toBe(0);
  expect(expecting({ KeyID: '' }, { reached: 'payload' as never })).toBe(0);
  const [first] = exchange.steps;
  if (!first) throw new Error('the exchange has no step');
  // Of the last step nothing came back, and the case is about the first as well.
  expect(expecting({ KeyID: '' }, {}, [{ ...first, expected: true }, first])).toBe(1);
  expect(expecting({ KeyID: '' }, {}, [first, first])).toBe(0);
});

it('exchanges count once, findings each', () => {
  const found = recordOf(exchange, { verdict: 'failed', findings: [findingOf(), findingOf()] });
  const judged = judgedRules(runOf([exchange]), [found]);
  expect(judged.find(({ id }) => id === 'result/field-once')).toEqual({
    ...{ id: 'result/field-once', exchanges: 1, findings: 2 },
  });
});
