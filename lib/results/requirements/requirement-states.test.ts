import { expect, it } from 'vitest';
import { defects } from '../../defects/index.ts';
import type { ExchangeRecord } from '../../model/running/results.ts';
import { withGivenPackets } from '../../plan/given-packets.ts';
import { findingOf, plannedExchanges, recordOf, runOf } from '../../report/testing.ts';
import { register } from '../../rules/testing.ts';
import { requirementStates } from './requirement-states.ts';

const exchanges = plannedExchanges('SendBulkSms/canonical');

function statesOf(records: readonly ExchangeRecord[]) {
  const states = requirementStates(runOf(exchanges), records);
  return new Map(states.map((state) => [state.id, state]));
}

/** A requirement of the server that every reply is judged by. */
const tested = register.find(
  ({ rules, level, binding, operation, kind, cases }) =>
    rules.includes('result/field-once') && level === 'must' && !binding && !operation && !kind && !cases,
);
if (!tested) throw new Error('no requirement of result/field-once');

it('every requirement has a state, and those excluded are excluded whatever happens', () => {
  for (const records of [[], exchanges.map((exchange) => recordOf(exchange))]) {
    const states = statesOf(records);
    expect(states.size).toBe(register.length);
    for (const { id, excluded } of register) {
      expect(states.get(id)?.state === 'excluded').toBe(excluded !== undefined);
    }
  }
});

it('without a record none is held or broken', () => {
  expect(new Set([...statesOf([]).values()].map(({ state }) => state))).toEqual(
    new Set(['untested', 'excluded']),
  );
});

it('a requirement is held by exchanges whose replies its rules could judge, and counts them', () => {
  const states = statesOf(exchanges.map((exchange) => recordOf(exchange)));
  expect(states.get(tested.id)).toMatchObject({ state: 'held', exchanges: exchanges.length });
});

it('a requirement is untested where no reply came as far as its rules', () => {
  const silent = exchanges.map((exchange) =>
    recordOf(exchange, {
      steps: [{ operation: 'SendBulkSms', binding: exchange.binding, reached: 'outcome', deliveries: 0 }],
    }),
  );
  expect(statesOf(silent).get(tested.id)).toMatchObject({ state: 'untested', exchanges: 0 });
});

it('a finding breaks its requirements, and those alone', () => {
  const [first, ...others] = exchanges;
  if (!first) throw new Error('no exchange');
  const broken = recordOf(first, { verdict: 'failed', findings: [findingOf({ requirements: [tested.id] })] });
  const states = statesOf([broken, ...others.map((exchange) => recordOf(exchange))]);
  expect([...states.values()].filter(({ state }) => state === 'broken').map(({ id }) => id)).toEqual([
    tested.id,
  ]);
});

it('a finding that only affects a requirement does not break it, and is listed', () => {
  const [first] = exchanges;
  if (!first) throw new Error('no exchange');
  const capped = recordOf(first, { findings: [findingOf({ affected: [tested.id], level: 'should' })] });
  const state = (...others: readonly ExchangeRecord[]) => statesOf([capped, ...others]).get(tested.id)?.state;
  // Nor does it hold where nothing but that finding was said of it.
  expect(state()).toBe('untested');
  expect(state(...exchanges.slice(1).map((exchange) => recordOf(exchange)))).toBe('held');
  expect(statesOf([capped]).get(tested.id)).toMatchObject({
    exchanges: 1,
    brokenBy: [],
    affectedBy: [{ exchange: first.id, finding: 0 }],
  });
});

it('a requirement names what leads to its state: rules, cases, verdicts, findings and defects', () => {
  const [first, second, ...others] = exchanges;
  if (!first || !second) throw new Error('too few exchanges');
  const finding = findingOf({ requirements: [tested.id] });
  const records = [
    recordOf(first, { verdict: 'failed', findings: [findingOf(), finding, finding] }),
    recordOf(second, {
      verdict: 'warned',
      findings: [{ ...finding, requirements: [], affected: [tested.id], level: 'should' }],
    }),
    ...others.map((exchange) => recordOf(exchange)),
  ];
  const { id, level, section, binds, text, rules } = tested;
  expect(statesOf(records).get(id)).toEqual({
    ...{ id, level, section, binds, text, rules, state: 'broken', exchanges: exchanges.length },
    verdicts: { failed: 1, warned: 1, passed: others.length },
    cases: ['SendBulkSms/canonical'],
    brokenBy: [
      { exchange: first.id, finding: 1 },
      { exchange: first.id, finding: 2 },
    ],
    affectedBy: [{ exchange: second.id, finding: 0 }],
    defects: defects.filter(({ requirement }) => requirement === id).map((defect) => defect.id),
  });
});

it('what compares with a send is untested by a report on a packet that the run has not sent', () => {
  const [report] = plannedExchanges('ReportSmsWithPacketId/canonical/soap11');
  if (!report) throw new Error('no report');
  const given = withGivenPackets(report, ['P-1']);
  const stateIn = (exchange: typeof report, id: string) =>
    requirementStates(runOf([exchange]), [recordOf(exchange)]).find((one) => one.id === id)?.state;
  for (const id of ['delivery-result.delivered-message.meaning', 'sends.delivery-result-per-recipient']) {
    expect(stateIn(report, id)).toBe('held');
    expect(stateIn(given, id)).toBe('untested');
  }
  expect(stateIn(given, 'reports.for-packet')).toBe('held');
});

it('what is said of a delivery result is untested by replies without one', () => {
  const empty = exchanges.map((exchange) => {
    const record = recordOf(exchange);
    return { ...record, steps: record.steps.map((step) => ({ ...step, deliveries: 0 })) };
  });
  for (const id of [
    'delivery-result.gsm-number',
    'delivery-result.field-order',
    'sends.delivery-result-per-recipient',
  ]) {
    expect(statesOf(exchanges.map((exchange) => recordOf(exchange))).get(id)?.state).toBe('held');
    expect(statesOf(empty).get(id)).toMatchObject({ state: 'untested', exchanges: 0 });
  }
  expect(statesOf(empty).get(tested.id)?.state).toBe('held');
});

it('an excluded requirement says why, and no other does', () => {
  const states = statesOf(exchanges.map((exchange) => recordOf(exchange)));
  for (const { id, excluded } of register) expect(states.get(id)?.excluded).toBe(excluded);
});

it('every deliberate deviation stands at its requirement', () => {
  const named = [...statesOf([]).values()].flatMap((one) => one.defects);
  const breaking = defects.filter(({ requirement }) => requirement !== undefined);
  expect([...named].sort()).toEqual(breaking.map(({ id }) => id).sort());
});

it('what the canonical cases judge alone is untested by every other case', () => {
  const others = plannedExchanges('SendBulkSms/message-turkish');
  const records = others.map((exchange) => recordOf(exchange));
  const states = new Map(requirementStates(runOf(others), records).map((one) => [one.id, one]));
  const over = 'operations.send-bulk-sms.over.soap11';
  expect(states.get(over)).toMatchObject({ state: 'untested', exchanges: 0 });
  expect(states.get('bindings.soap11.response-status')?.state).toBe('held');
  expect(statesOf(exchanges.map((exchange) => recordOf(exchange))).get(over)).toMatchObject({
    state: 'held',
    exchanges: 1,
  });
});
