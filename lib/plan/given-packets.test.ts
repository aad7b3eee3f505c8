import { expect, it } from 'vitest';
import type { Exchange, PlannedStep } from '../model/exchange.ts';
import { expand } from './expand.ts';
import { withGivenPackets } from './given-packets.ts';
import { declaredCase, inputs } from './testing.ts';

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

it('asks for what a later step captures, and only for the captured packet of the send by the given one', () => {
  const KeyID = { step: 1, field: 'KeyID', delivery: 1 };
  const steps = [
    send,
    report('a'),
    report('b', { values: { PacketId: KeyID, GsmNumber: KeyID }, reportsOn: 1 }),
  ];
  const given = withGivenPackets({ ...exchange, steps }, ['P1', 'P2']).steps;
  const of = (step: number) => ({
    values: { PacketId: { ...KeyID, step }, GsmNumber: { ...KeyID, step } },
    reportsOn: step,
  });
  expect([given[1], given[3]]).toMatchObject([of(0), of(2)]);
});
