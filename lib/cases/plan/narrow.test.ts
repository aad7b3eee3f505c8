import { describe, expect, it } from 'vitest';
import { declaredCase, inputs } from '../../../suites/support/plan.ts';
import type { BindingId } from '../../model/contract.ts';
import type { DeclaredStep, Exchange, PlannedStep } from '../../model/exchange.ts';
import { expand } from './expand.ts';
import { withGivenPackets, withinBindings } from './narrow.ts';

const [canonical] = expand([declaredCase()], inputs) as readonly [Exchange];
const [send] = canonical.steps as readonly [PlannedStep];
const operation = 'ReportSmsWithPacketId';
const PacketId = { step: 0, field: 'PacketID' };

function report(ticket: string, changes: Partial<PlannedStep> = {}): PlannedStep {
  const values = { ServiceTicket: ticket, Numbers: ['1', '2'], PacketId };
  return { operation, binding: 'soap11', values, reportsOn: 0, ...changes };
}

const exchange: Exchange = {
  ...canonical,
  messages: 3,
  steps: [send, report('a'), report('b', { binding: 'http-get' }), report('c', { rereads: 1 })],
};

it('asks everything that follows the send about each packet, sends nothing and compares nothing with a send', () => {
  const given = withGivenPackets(exchange, ['P1', 'P2']);
  const values = (ServiceTicket: string, packet: string) => ({
    ServiceTicket,
    Numbers: ['1', '2'],
    PacketId: packet,
  });
  expect(given).toStrictEqual({
    ...exchange,
    messages: 0,
    steps: [
      { operation, binding: 'soap11', values: values('a', 'P1') },
      { operation, binding: 'http-get', values: values('b', 'P1') },
      { operation, binding: 'soap11', values: values('c', 'P1'), rereads: 0, expected: true },
      { operation, binding: 'soap11', values: values('a', 'P2') },
      { operation, binding: 'http-get', values: values('b', 'P2') },
      { operation, binding: 'soap11', values: values('c', 'P2'), rereads: 3, expected: true },
    ],
  });
});

it('moves what a later step captures along with it', () => {
  const KeyID = { step: 1, field: 'KeyID', delivery: 1 };
  const capturing = report('b', { values: { PacketId: KeyID, GsmNumber: KeyID }, reportsOn: 1 });
  const { steps } = withGivenPackets({ ...exchange, steps: [send, report('a'), capturing] }, ['P1', 'P2']);
  const of = (step: number) => ({
    values: { PacketId: { ...KeyID, step }, GsmNumber: { ...KeyID, step } },
    reportsOn: step,
  });
  expect([steps[1], steps[3]]).toMatchObject([of(0), of(2)]);
});

it('expects of the steps that remain what captured steps said, under their new places', () => {
  const captured = (step: number) => ({ packet: { PacketID: { step, field: 'PacketID' } } });
  const steps = [send, report('a'), report('b', { binding: 'http-get' }), report('c', { expected: true })];
  const narrowed = (step: number) => {
    const expected = { ...exchange.expect, ...captured(step) };
    return withinBindings([{ ...exchange, steps, expect: expected }], ['soap11'], inputs.contract)
      .exchanges[0]?.expect.packet;
  };
  expect([0, 1, 3, 2].map(narrowed)).toEqual([
    ...[0, 1, 2].map((step) => captured(step).packet),
    // What was left out said nothing.
    {},
  ]);
});

const sending: DeclaredStep = {
  operation: 'SendBulkSms',
  over: 'same',
  with: {},
  capture: { packet: { field: 'PacketID' } },
};
/* biome-ignore lint/suspicious/noTemplateCurlyInString: the case language */
const reporting = { operation: 'ReportSmsWithPacketId', with: { PacketId: '${packet}' }, capture: {} };

const readAs = (id: string, over: string) =>
  declaredCase({ id, operation: 'ReportSmsWithPacketId', steps: [sending, { ...reporting, over }] });
const everywhere = declaredCase({
  ...readAs('everywhere', 'every-binding'),
  expect: { sameContent: true, packet: {}, eachDelivery: {} },
});
const wide = expand(
  [declaredCase(), readAs('elsewhere', 'http-get'), readAs('here', 'same'), everywhere],
  inputs,
);

const idsAndSteps = (chosen: readonly string[]) =>
  withinBindings(wide, chosen, inputs.contract).exchanges.map(({ case: id, steps }) => [
    id,
    ...steps.map(({ binding, reportsOn, rereads, values }) =>
      [binding, reportsOn, rereads, JSON.stringify(values.PacketId)].join(' ').trim(),
    ),
  ]);

describe('a plan within bindings', () => {
  it('stays as it is where no binding was chosen', () => {
    expect(withinBindings(wide, [], inputs.contract)).toEqual({
      exchanges: wide,
      exchangesLeftOut: 0,
      stepsLeftOut: 0,
    });
  });

  it('leaves out steps over other bindings, and exchanges that ask over them only', () => {
    const asked = '0  {"step":0,"field":"PacketID"}';
    expect(idsAndSteps(['soap11'])).toEqual([
      ['hello', 'soap11'],
      ['here', 'soap11', `soap11 ${asked}`],
      ['everywhere', 'soap11', `soap11 ${asked}`, 'soap11 0 1 {"step":0,"field":"PacketID"}'],
    ]);
    expect(withinBindings(wide, ['soap11'], inputs.contract)).toMatchObject({
      exchangesLeftOut: 1,
      stepsLeftOut: 3,
    });
    expect(idsAndSteps(['soap11', 'http-post']).at(-1)?.at(-1)).toContain('soap11 0 1');
  });

  it('asks of no other step what a case expects of its last', () => {
    const askingOver = (over: 'http-get' | 'every-binding', ...chosen: readonly BindingId[]) => {
      const expects = { sameContent: false, packet: { PacketStatus: '1' }, eachDelivery: {} };
      const before = over === 'http-get' ? [{ ...reporting, over: 'same' }] : [];
      const steps = [sending, ...before, { ...reporting, over }];
      const declared = { ...readAs('asking', over), bindings: ['soap11'] as const, steps, expect: expects };
      const asking = expand([declaredCase(declared)], inputs);
      const [only] = withinBindings(asking, chosen, inputs.contract).exchanges;
      return {
        expected: only?.steps.slice(-2).map((step) => step.expected === true),
        ...only?.expect.packet,
      };
    };
    expect(askingOver('http-get', 'soap11')).toEqual({ expected: [false, false] });
    const asked = { expected: [false, true], PacketStatus: '1' };
    expect(askingOver('http-get', 'soap11', 'http-get')).toEqual(asked);
    expect(askingOver('every-binding', 'soap11')).toEqual(asked);
  });

  it('leaves out a step that needs what a step over another binding would capture', () => {
    const capturing = { ...reporting, over: 'http-get', capture: { packet: { field: 'PacketID' } } };
    const steps = [sending, capturing, { ...reporting, over: 'same' }];
    const asking = expand([declaredCase({ ...readAs('asking', 'same'), steps })], inputs);
    const ofSoap = withinBindings(asking, ['soap11'], inputs.contract).exchanges.map(
      (exchange) => exchange.steps.length,
    );
    expect(ofSoap).toEqual([1]);
  });

  it('sends fewer messages where it leaves out sends', () => {
    const everySend = declaredCase({ steps: [{ ...sending, over: 'every-binding' }] });
    const messages = (plan: readonly Exchange[]) => plan.map((exchange) => exchange.messages);
    const plan = expand([everySend], inputs);
    const [perSend = 0] = messages(expand([declaredCase()], inputs));
    expect(messages(plan)).toEqual([4 * perSend]);
    expect(messages(withinBindings(plan, ['soap11', 'soap12'], inputs.contract).exchanges)).toEqual([
      2 * perSend,
    ]);
  });
});
