import { expect, it } from 'vitest';
import { forms } from '../../bindings/forms/index.ts';
import { inForm } from '../../bindings/in-form.ts';
import { bindings } from '../../bindings/index.ts';
import type { BindingId, ParameterValues } from '../../model/contract.ts';
import type { WireRequest } from '../../model/judging/wire.ts';
import { callOf, contract, everyCall } from '../../rules/testing.ts';
import { requestedRecipients } from './requested-recipients.ts';

function requestOf(name: string, id: BindingId, values: ParameterValues = {}, form?: string): WireRequest {
  const call = callOf(name, id, values);
  return inForm(bindings[id].encode(call), call, form);
}

const numbers = ['905321112233', '+905321112244', '00905321112255', '905321112233'];

it.each(everyCall)('of %s over %s are those of its bytes, and a report has none', (name, id) => {
  const recipients = requestedRecipients(requestOf(name, id, { GsmNumbers: numbers }), contract);
  const expected = { SendBulkSms: numbers, SingleShotSmsWithTypeAndKeyID: ['905321112233'] };
  expect(recipients).toEqual(expected[name as keyof typeof expected] ?? []);
});

it.each(forms.flatMap((form) => form.bindings.map((id) => [form.id, id] as const)))(
  'are read from the form %s over %s',
  (form, id) => {
    expect(
      requestedRecipients(requestOf('SendBulkSms', id, { GsmNumbers: numbers }, form), contract),
    ).toEqual(numbers);
  },
);

it.each<[string, Partial<WireRequest>]>([
  ['another path', { path: '/elsewhere', body: null }],
  ['a body that is no XML', { body: Buffer.from('<a') }],
  ['an operation that there is not', { body: Buffer.from('<E><Body><SendAll/></Body></E>') }],
  ['a send without a number', { body: Buffer.from('<E><Body><SendBulkSms/></Body></E>') }],
  [
    'a list without an item',
    { body: Buffer.from('<E><Body><SendBulkSms><Other/></SendBulkSms></Body></E>') },
  ],
])('cannot be told of %s, which must not go out', (_, changed) => {
  const request = { ...requestOf('SendBulkSms', 'soap11'), ...changed };
  expect(() => requestedRecipients(request, contract)).toThrow(/^not sent: /);
});
