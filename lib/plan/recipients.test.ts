import { expect, it } from 'vitest';
import { contract } from '../cases/testing.ts';
import type { Exchange, PlannedStep, PlannedValue } from '../model/exchange.ts';
import { expand } from './expand.ts';
import { exchangeRecipients, isSend, recipientsOf, valuesOf } from './recipients.ts';
import { declaredCase, inputs } from './testing.ts';

const [exchange] = expand([declaredCase()], inputs) as readonly [Exchange];
const [planned] = exchange.steps as readonly [PlannedStep];

function step(operation: string, values: Readonly<Record<string, PlannedValue>> = {}): PlannedStep {
  return { ...planned, operation, values };
}

it.each(contract.operations.map(({ name, kind }) => [name, kind === 'send'] as const))(
  '%s has messages sent: %s',
  (operation, sends) => {
    expect(isSend(step(operation), contract)).toBe(sends);
  },
);

it('an operation that the contract does not have has none sent', () => {
  expect(isSend(step('SendBulkSmss'), contract)).toBe(false);
  expect(recipientsOf(step('SendBulkSmss', { GsmNumbers: ['905000000001'] }), contract)).toEqual([]);
});

it('recipients are the numbers of a send, each as often as it is there, and no other value', () => {
  const GsmNumbers = ['905000000001', '05000000001', '905000000001'];
  const values = { GsmNumbers, Message: '905000000009' };
  expect(recipientsOf(step('SendBulkSms', values), contract)).toEqual(GsmNumbers);
  expect(recipientsOf(step('SendBulkSms', { Message: '905000000009' }), contract)).toEqual([]);
});

it('a report has no recipients, whatever it asks for', () => {
  expect(recipientsOf(step('ReportSmsWithPacketId', { GsmNumbers: ['905000000001'] }), contract)).toEqual([]);
});

it('a recipient that an earlier reply gives is one that is not known yet', () => {
  const GsmNumbers = { step: 0, field: 'PacketID' };
  expect(recipientsOf(step('SendBulkSms', { GsmNumbers }), contract)).toEqual(['PacketID']);
});

it('those of an exchange are those of all its sends', () => {
  const steps = [
    step('SendBulkSms', { GsmNumbers: ['905000000001'] }),
    step('ReportSmsWithPacketId', { PacketId: 'P1' }),
    step('SendBulkSms', { GsmNumbers: ['905000000002', '905000000003'] }),
  ];
  expect(exchangeRecipients({ ...exchange, steps }, contract)).toEqual([
    '905000000001',
    '905000000002',
    '905000000003',
  ]);
});

it('values of a role are what its parameters get, and nothing for those that get nothing', () => {
  const asked = { step: 0, field: 'PacketID' };
  expect(valuesOf('packet', step('ReportSingleShotSms', { PacketId: 'P1' }), contract)).toEqual(['P1']);
  expect(valuesOf('packet', step('ReportSingleShotSms', { PacketId: asked }), contract)).toEqual([asked]);
  expect(valuesOf('packet', step('ReportSingleShotSms', {}), contract)).toEqual([]);
  expect(valuesOf('text', step('ReportSingleShotSms', { PacketId: 'P1' }), contract)).toEqual([]);
});

it('values of a role are those of the parameters of its own operation', () => {
  const values = { PacketId: 'P1', Message: 'M', GsmNumbers: ['905000000001'] };
  expect(valuesOf('packet', step('SendBulkSms', values), contract)).toEqual([]);
  expect(valuesOf('text', step('SendBulkSms', values), contract)).toEqual(['M']);
  expect(valuesOf('text', step('ReportSmsWithPacketId', values), contract)).toEqual([]);
  expect(valuesOf('recipients', step('NoSuchOperation', values), contract)).toEqual([]);
});
