import { expect, it } from 'vitest';
import { contract } from '../../../suites/support/cases.ts';
import { declaredCase, inputs } from '../../../suites/support/plan.ts';
import type { Exchange, PlannedStep, PlannedValue } from '../../model/exchange.ts';
import { expand } from './expand.ts';
import { isSend, recipientsOf, valuesOf } from './recipients.ts';

const [exchange] = expand([declaredCase()], inputs) as readonly [Exchange];
const [planned] = exchange.steps as readonly [PlannedStep];

function step(operation: string, values: Readonly<Record<string, PlannedValue>> = {}): PlannedStep {
  return { ...planned, operation, values };
}

const kinds = contract.operations.map(({ name, kind }) => [name, kind === 'send'] as const);
it.each([...kinds, ['SendBulkSmss', false] as const])('%s has messages sent: %s', (operation, sends) => {
  expect(isSend(step(operation), contract)).toBe(sends);
});

const many = ['905000000001', '05000000001', '905000000001'];
const asked = { step: 0, field: 'PacketID' };

it.each<[string, string, Readonly<Record<string, PlannedValue>>, readonly string[]]>([
  ['a send: its numbers, each as often as it is there', 'SendBulkSms', { GsmNumbers: many }, many],
  ['a send: no other value', 'SendBulkSms', { Message: '905000000009' }, []],
  ['a send: a reply that is not known yet', 'SendBulkSms', { GsmNumbers: asked }, ['PacketID']],
  ['a report: none', 'ReportSmsWithPacketId', { GsmNumbers: many }, []],
  ['an operation that the contract does not have: none', 'SendBulkSmss', { GsmNumbers: many }, []],
])('the recipients of %s', (_, operation, values, recipients) => {
  expect(recipientsOf(step(operation, values), contract)).toEqual(recipients);
});

const values = { PacketId: 'P1', Message: 'M', GsmNumbers: ['905000000001'] };

it.each<[Parameters<typeof valuesOf>[0], string, PlannedStep['values'], readonly PlannedValue[]]>([
  ['packet', 'ReportSingleShotSms', { PacketId: 'P1' }, ['P1']],
  ['packet', 'ReportSingleShotSms', { PacketId: asked }, [asked]],
  ['text', 'ReportSingleShotSms', { PacketId: 'P1' }, []],
  ['packet', 'SendBulkSms', values, []],
  ['text', 'SendBulkSms', values, ['M']],
  ['recipients', 'NoSuchOperation', values, []],
])('the role %s of %s is what its own parameters get: %j', (role, operation, given, found) => {
  expect(valuesOf(role, step(operation, given), contract)).toEqual(found);
});
