import { expect, it } from 'vitest';
import { contract } from '../../../suites/support/cases.ts';
import { declaredCase, inputs } from '../../../suites/support/plan.ts';
import type { Exchange, PlannedStep } from '../../model/exchange.ts';
import { expand } from './expand.ts';
import { planCost } from './plan-cost.ts';
import { recipientsOf } from './recipients.ts';

it('adds up exchanges, requests and messages, by number however it is written, and tells what has no country code', () => {
  const call = {
    operation: 'SendBulkSms',
    over: 'same',
    with: {},
    capture: { packet: { field: 'PacketID' } },
  };
  const numbers = ['905000000000', '+905000000000', '00905000000000', '05000000001', '5000000001', 'nobody'];
  const declared = declaredCase({
    bindings: ['soap11', 'http-get'],
    steps: [
      { ...call, with: { GsmNumbers: numbers } },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the case language
      { operation: 'ReportSmsWithPacketId', over: 'same', with: { PacketId: '${packet}' }, capture: {} },
    ],
  });
  const national = new Map(['05000000001', '5000000001'].map((written) => [written, 2]));
  const counts = { exchanges: 2, requests: 4, messages: 12, parts: 12 };
  expect(planCost(expand([declared], inputs), contract)).toEqual({
    ...counts,
    numbers: new Map([
      ['905000000000', { messages: 6, national: new Map() }],
      ['905000000001', { messages: 4, national }],
      ['nobody', { messages: 2, national: new Map() }],
    ]),
  });
  const nothing = { exchanges: 0, requests: 0, messages: 0, parts: 0, numbers: new Map() };
  expect(planCost([], contract)).toEqual(nothing);
});

it('counts the short messages that a text takes, for every number, of whatever operation sends it', () => {
  const plain = { over: 'same', with: {}, capture: {} };
  const numbers = { GsmNumbers: ['905000000000', '905000000001'], Message: 'a'.repeat(161) };
  const steps = [
    { ...plain, operation: 'SendBulkSms', with: numbers },
    { ...plain, operation: 'SingleShotSmsWithTypeAndKeyID', with: { ServiceTicket: 't'.repeat(161) } },
    { ...plain, operation: 'SingleShotSmsWithTypeAndKeyID', with: { Message: 'a'.repeat(307) } },
  ];
  const plan = expand([declaredCase({ bindings: ['soap11'], steps })], inputs);
  expect(planCost(plan, contract)).toMatchObject({ messages: 4, parts: 4 + 1 + 3 });
});

it('takes a text that is not known yet, or a list, for one short message', () => {
  const [exchange] = expand([declaredCase({ bindings: ['soap11'] })], inputs) as readonly [Exchange];
  const [step] = exchange.steps as readonly [PlannedStep];
  const unknown = [{ step: 0, field: 'PacketID' }, ['a'.repeat(161)]].map((Message) => ({
    ...step,
    values: { ...step.values, Message },
  }));
  const { Message: _, ...others } = step.values;
  const steps = [...unknown, { ...step, values: others }];
  expect(planCost([{ ...exchange, steps }], contract).parts).toBe(3 * recipientsOf(step, contract).length);
});
