import { expect, it } from 'vitest';
import { contract } from '../cases/testing.ts';
import type { PlannedStep } from '../model/exchange.ts';
import { valuesOf } from './values-of.ts';

const step = (operation: string, values: PlannedStep['values']) =>
  ({ operation, binding: 'soap11', values }) as PlannedStep;

it('gives what the parameters of a role get, and nothing for those that get nothing', () => {
  const asked = { step: 0, field: 'PacketID' };
  expect(valuesOf('packet', step('ReportSingleShotSms', { PacketId: 'P1' }), contract)).toEqual(['P1']);
  expect(valuesOf('packet', step('ReportSingleShotSms', { PacketId: asked }), contract)).toEqual([asked]);
  expect(valuesOf('packet', step('ReportSingleShotSms', {}), contract)).toEqual([]);
  expect(valuesOf('text', step('ReportSingleShotSms', { PacketId: 'P1' }), contract)).toEqual([]);
});

it('asks its own operation alone which parameters these are', () => {
  const values = { PacketId: 'P1', Message: 'M', GsmNumbers: ['905000000001'] };
  expect(valuesOf('packet', step('SendBulkSms', values), contract)).toEqual([]);
  expect(valuesOf('text', step('SendBulkSms', values), contract)).toEqual(['M']);
  expect(valuesOf('text', step('ReportSmsWithPacketId', values), contract)).toEqual([]);
  expect(valuesOf('recipients', step('NoSuchOperation', values), contract)).toEqual([]);
});
