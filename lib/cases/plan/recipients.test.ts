import { expect, it } from 'vitest';
import { contract } from '../../../suites/support/cases.ts';
import { declaredCase, inputs } from '../../../suites/support/plan.ts';
import type { Exchange, PlannedStep, PlannedValue } from '../../model/exchange.ts';
import { expand } from './expand.ts';
import { isSend, recipientsOf } from './recipients.ts';

const [exchange] = expand([declaredCase()], inputs) as readonly [Exchange];
const [planned] = exchange.steps as readonly [PlannedStep];

function step(operation: string, values: Readonly<Record<string, PlannedValue>> = {}): PlannedStep {
  return { ...planned, operation, values };
}

const kinds = contract.operations.map(({ name, kind }) => [name, kind === 'send'] as const);
it.each(kinds)('%s has messages sent: %s', (operation, sends) => {
  expect(isSend(step(operation), contract)).toBe(sends);
});

const many = ['905000000001', '05000000001', '905000000001'];
const asked = { step: 0, field: 'PacketID' };

it.each<[string, string, Readonly<Record<string, PlannedValue>>, readonly string[]]>([
  ['a send: its numbers, each as often as it is there', 'SendBulkSms', { GsmNumbers: many }, many],
  ['a send: no other value', 'SendBulkSms', { Message: '905000000009' }, []],
  ['a send: a reply that is not known yet', 'SendBulkSms', { GsmNumbers: asked }, ['PacketID']],
  ['a report: none', 'ReportSmsWithPacketId', { GsmNumbers: many }, []],
])('the recipients of %s', (_, operation, values, recipients) => {
  expect(recipientsOf(step(operation, values), contract)).toEqual(recipients);
});

it('an operation that the contract does not have is a fault, and no call without messages', () => {
  const unknown = step('SendBulkSmss', { GsmNumbers: many });
  expect(() => isSend(unknown, contract)).toThrow('the contract has no operation SendBulkSmss');
  expect(() => recipientsOf(unknown, contract)).toThrow('the contract has no operation SendBulkSmss');
});
