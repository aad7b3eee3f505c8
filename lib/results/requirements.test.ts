import { expect, it } from 'vitest';
import {
  builtOf,
  findingOf,
  plannedExchanges,
  recordOf,
  runOf,
  stepOf,
} from '../../suites/support/report.ts';
import { register } from '../../suites/support/samples.ts';
import { rules } from '../judge/rules/index.ts';
import type { Exchange } from '../model/exchange.ts';
import type { ExchangeRecord, ResultRequirement } from '../model/running/results.ts';
import { defects } from '../reference/defects/registry.ts';

const exchanges = plannedExchanges('SendBulkSms/canonical');

function statesIn(planned: readonly Exchange[], records: readonly ExchangeRecord[]) {
  return builtOf(runOf(planned), records).requirements;
}

function statesOf(records: readonly ExchangeRecord[]) {
  const states = statesIn(exchanges, records);
  return new Map<string, ResultRequirement>(states.map((state) => [state.id, state]));
}

/** A requirement of the server that every reply is judged by. */
const tested = register.find(
  ({ rules, level, binding, operation, kind, cases }) =>
    rules.includes('result/field-once') && level === 'must' && !binding && !operation && !kind && !cases,
);
if (!tested) throw new Error('no requirement of result/field-once');

it('every requirement has a state and its defects, and those excluded are excluded whatever happens', () => {
  for (const records of [[], exchanges.map((exchange) => recordOf(exchange))]) {
    const states = statesOf(records);
    expect([...states.keys()]).toEqual(register.map(({ id }) => id));
    for (const { id, excluded } of register) {
      expect(states.get(id)?.state === 'excluded').toBe(excluded !== undefined);
      expect(states.get(id)?.excluded).toBe(excluded);
    }
    const breaking = defects.filter(({ requirements }) => requirements.length > 0).map(({ id }) => id);
    const named = new Set([...states.values()].flatMap((one) => one.defects));
    expect([...named].sort()).toEqual(breaking.sort());
  }
});

it('a finding that only affects a requirement does not break it, and is listed', () => {
  const [first] = exchanges;
  const capped = recordOf(first, { findings: [findingOf({ affected: [tested.id], level: 'should' })] });
  const others = exchanges.slice(1).map((exchange) => recordOf(exchange));
  expect(statesOf([capped, ...others]).get(tested.id)?.state).toBe('held');
  // Nor does it hold where nothing but that finding was said of it.
  expect(statesOf([capped]).get(tested.id)).toMatchObject({
    ...{ state: 'untested', exchanges: 1, brokenBy: [] },
    affectedBy: [{ exchange: first.id, finding: 0 }],
  });
});

it('a target that never answered breaks no requirement', () => {
  const findings = [findingOf({ rule: 'http/response', requirements: [tested.id] })];
  const steps = exchanges.map(({ operation, binding }) => [stepOf(operation, binding, 'outcome')]);
  const silent = exchanges.map((exchange, index) =>
    recordOf(exchange, { verdict: 'transport-error', findings, status: null, steps: steps[index] }),
  );
  expect(statesOf(silent).get(tested.id)).toMatchObject({ state: 'untested', brokenBy: [] });
  expect([...statesOf(silent).values()].filter(({ state }) => state === 'broken')).toEqual([]);
});

it('rules are counted in their order, and a requirement names what leads to its state', () => {
  const [first, second, ...others] = exchanges;
  if (!first || !second) throw new Error('too few exchanges');
  const finding = findingOf({ requirements: [tested.id] });
  const records = [
    recordOf(first, { verdict: 'failed', findings: [findingOf(), finding, finding] }),
    recordOf(second, {
      verdict: 'warned',
      findings: [findingOf({ affected: [tested.id], level: 'should' })],
    }),
    ...others.map((exchange) => recordOf(exchange)),
  ];
  const { id, level, section, binds, text, rules: own } = tested;
  const { rules: counted = [], requirements } = builtOf(runOf(exchanges), records);
  expect(counted.map((rule) => rule.id)).toEqual(rules.map((rule) => rule.id));
  expect(counted.filter(({ findings }) => findings > 0)).toEqual([
    { id: 'result/field-once', exchanges: exchanges.length, findings: 4 },
  ]);
  expect(counted.find((rule) => rule.id === 'report/packet')?.exchanges).toBe(0);
  expect(requirements.filter(({ state }) => state === 'broken').map((one) => one.id)).toEqual([id]);
  expect(requirements.find((one) => one.id === id)).toEqual({
    ...{ id, level, section, binds, text, rules: own, state: 'broken', exchanges: exchanges.length },
    verdicts: { failed: 1, warned: 1, passed: others.length },
    cases: ['SendBulkSms/canonical'],
    brokenBy: [
      { exchange: first.id, finding: 1 },
      { exchange: first.id, finding: 2 },
    ],
    affectedBy: [{ exchange: second.id, finding: 0 }],
    defects: defects.filter(({ requirements }) => requirements.includes(id)).map((defect) => defect.id),
  });
});

it('a requirement is untested where none of its rules was evaluated, a second opinion apart', () => {
  const without = (...rules: readonly RegExp[]) =>
    statesOf(
      exchanges.map((exchange) => {
        const { steps, ...record } = recordOf(exchange);
        const kept = ({ evaluated }: (typeof steps)[number]) =>
          evaluated.filter((id) => !rules.some((rule) => rule.test(id)));
        return {
          ...record,
          steps: steps.map((step) => ({ ...step, evaluated: kept(step) })),
        };
      }),
    );
  expect(without().get('delivery-result.gsm-number')?.state).toBe('held');
  const noDelivery = without(/^delivery\//);
  for (const id of ['delivery-result.gsm-number', 'delivery-result.field-order']) {
    expect(noDelivery.get(id)).toMatchObject({ state: 'untested', exchanges: 0 });
  }
  expect(noDelivery.get(tested.id)?.state).toBe('held');
  expect(noDelivery.get('fields.type')?.state).toBe('held');
  expect(without(/^http\/charset$/).get('bindings.soap11.response-charset')?.state).toBe('untested');
});

it('what replies show together is held by the steps that were read', () => {
  const [report] = plannedExchanges('ReportSingleShotSms/same-over-every-binding');
  const stateIn = (changed: Parameters<typeof recordOf>[1]) =>
    statesIn([report], [recordOf(report, changed)]).find(({ id }) => id === 'packet-result.same-values')
      ?.state;
  expect(stateIn({ evaluated: ['report/same-content'] })).toBe('held');
  expect(stateIn({})).toBe('untested');
  const unread = report.steps.map(({ operation, binding }) => stepOf(operation, binding, 'outcome'));
  expect(stateIn({ evaluated: ['report/same-content'], steps: unread })).toBe('untested');
});

it('what the canonical cases judge alone is untested by every other case', () => {
  const others = plannedExchanges('SendBulkSms/message-turkish');
  const records = others.map((exchange) => recordOf(exchange));
  const stateIn = (id: string, states: ReturnType<typeof statesIn>) => states.find((one) => one.id === id);
  const over = 'operations.send-bulk-sms.over.soap11';
  const states = statesIn(others, records);
  expect(stateIn(over, states)).toMatchObject({ state: 'untested', exchanges: 0 });
  expect(stateIn('bindings.soap11.response-status', states)?.state).toBe('held');
  const canonical = exchanges.map((exchange) => recordOf(exchange));
  expect(stateIn(over, statesIn(exchanges, canonical))).toMatchObject({ state: 'held', exchanges: 1 });
});
