import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../../../suites/self/folders.ts';
import { everyCall } from '../../../suites/support/calls.ts';
import { contract } from '../../../suites/support/cases.ts';
import { callOf } from '../../../suites/support/samples.ts';
import type { BindingId, ParameterValues } from '../../model/contract.ts';
import type { SendOutcome, WireRequest } from '../../model/judging/wire.ts';
import type { SendLimits } from '../../model/running/prepared-run.ts';
import { readLedger } from '../../results/messages.ts';
import { forms, inForm } from '../../wire/bindings/edits/edits.ts';
import { bindings } from '../../wire/bindings/index.ts';
import type { Sender } from '../../wire/transport/sender.ts';
import { requestOf } from '../engine/ready-call.ts';
import { budgetedSender, countingSender, requestedRecipients } from './send-budget.ts';

const recipients = ['905001112233', '905001112244'];

const bulk = (count: number): WireRequest => {
  const GsmNumbers = Array.from({ length: count }, (_, i) => recipients[i % 2] ?? '');
  return bindings['http-get'].encode(callOf('SendBulkSms', 'http-get', { GsmNumbers }));
};
const to = (number: string) =>
  bindings.soap12.encode(callOf('SendBulkSms', 'soap12', { GsmNumbers: [recipients[0] ?? '', number] }));
const report = bindings.soap11.encode(callOf('ReportSingleShotSms', 'soap11'));

const failed: SendOutcome = {
  kind: 'failure',
  failure: { code: 'ECONNRESET', message: 'gone', durationMs: 1 },
};

function limits(maxMessages: number): SendLimits {
  return { recipients, maxMessages, ledger: join(newFolder(), 'messages') };
}

/** A sender whose every request fails after a while, and that says what was given to it. */
function lossy(): Sender & { readonly given: WireRequest[] } {
  const given: WireRequest[] = [];
  const send = async (request: WireRequest) => {
    given.push(request);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return failed;
  };
  return { given, send, close: async () => {} };
}

async function sendAll(sender: Sender, requests: readonly WireRequest[]): Promise<readonly string[]> {
  const ended = await Promise.allSettled(requests.map((request) => sender.send(request)));
  return ended.map((result) =>
    result.status === 'fulfilled' ? result.value.kind : (result.reason as Error).message,
  );
}

type SendCount = ReturnType<typeof readLedger>;

const passed = (most: number) => `not sent: the budget of ${most} messages would have been passed`;

it.each<[string, number, readonly WireRequest[], readonly string[], SendCount]>([
  [
    'to the last of it, failures and all',
    5,
    [bulk(3), bulk(2)],
    ['failure', 'failure'],
    { sent: 5, refused: 0 },
  ],
  [
    'until the first that would pass it, for those that would fit as well, but not for reports',
    5,
    [bulk(3), bulk(3), bulk(1), report],
    ['failure', passed(5), passed(5), 'failure'],
    { sent: 3, refused: 4 },
  ],
  [
    'of which a hundred requests at once do not take more',
    7,
    Array(100).fill(bulk(2)),
    [...Array(3).fill('failure'), ...Array(97).fill(passed(7))],
    { sent: 6, refused: 194 },
  ],
])('messages go out within the budget, %s', async (_, most, requests, said, counted) => {
  const [inner, budget] = [lossy(), limits(most)];
  const sender = budgetedSender(inner, budget, contract);
  expect(await sendAll(sender, requests)).toEqual(said);
  expect(inner.given).toHaveLength(said.filter((kind) => kind === 'failure').length);
  expect(readLedger(budget.ledger)).toEqual(counted);
  await sender.close();
});

it('reports cost nothing, and are all that a budget of nothing lets out', async () => {
  const [inner, budget] = [lossy(), { ...limits(0), recipients: [] }];
  const sender = budgetedSender(inner, budget, contract);
  expect(await sendAll(sender, [report, report])).toEqual(['failure', 'failure']);
  const [refused] = await sendAll(sender, [bulk(1)]);
  expect(refused).toBe('not sent: the request names a number that may not be sent to');
  expect(inner.given).toEqual([report, report]);
  expect(readLedger(budget.ledger)).toEqual({ sent: 0, refused: 0 });
});

it.each([
  '905001112255',
  '95001112233',
  '5001112255',
  '5001112233',
  'nobody',
  '',
  '905001112233,905001112255',
])('the number "%s" among others is not sent to, and costs nothing', async (number) => {
  const [inner, budget] = [lossy(), limits(9)];
  const sender = budgetedSender(inner, budget, contract);
  expect(await sendAll(sender, [to(number), to('+90 500 111 22 44')])).toEqual([
    'not sent: the request names a number that may not be sent to',
    'failure',
  ]);
  expect(inner.given).toEqual([to('+90 500 111 22 44')]);
  expect(readLedger(budget.ledger)).toEqual({ sent: 2, refused: 0 });
});

it.each([
  ['4712345678', 'failure'],
  ['+4712345678', 'failure'],
  ['904712345678', 'not sent: the request names a number that may not be sent to'],
  ['04712345678', 'not sent: the request names a number that may not be sent to'],
])('the list is international: where +4712345678 may be sent to, of %s is said: %s', async (number, said) => {
  const budget = { ...limits(1), recipients: ['4712345678'] };
  const request = bindings['http-get'].encode(callOf('SendBulkSms', 'http-get', { GsmNumbers: [number] }));
  expect(await sendAll(budgetedSender(lossy(), budget, contract), [request])).toEqual([said]);
});

it('they are counted before they go out', async () => {
  const budget = limits(9);
  const counts: number[] = [];
  const inner: Sender = {
    send: async () => {
      counts.push(readLedger(budget.ledger).sent);
      return failed;
    },
    close: async () => {},
  };
  await sendAll(budgetedSender(inner, budget, contract), [bulk(2), bulk(1)]);
  expect(counts).toEqual([2, 3]);
});

it('a worker in the place of one that died has no budget at all, and an unbegun ledger counts nothing', async () => {
  const budget = limits(9);
  expect(readLedger(budget.ledger)).toEqual({ sent: 0, refused: 0 });
  await sendAll(budgetedSender(lossy(), budget, contract), [bulk(2)]);
  const again = () => budgetedSender(lossy(), budget, contract);
  expect(again).toThrow('another worker of this run has sent messages');
  expect(readLedger(budget.ledger).sent).toBe(2);
});

it('a worker in the place of one that died goes on counting where nothing is limited', async () => {
  const { ledger } = limits(9);
  await sendAll(countingSender(lossy(), ledger, contract), [bulk(2)]);
  await sendAll(countingSender(lossy(), ledger, contract), [bulk(3)]);
  expect(readLedger(ledger).sent).toBe(5);
});

describe('the recipients of a request', () => {
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
});

describe('a probe', () => {
  const probe = (operation: string, binding: BindingId, change: string, values: ParameterValues = {}) =>
    requestOf(callOf(operation, binding, values), { change }, contract, true);
  const two = { GsmNumbers: recipients };

  it.each([
    [
      'of a send that no gateway should understand',
      probe('SendBulkSms', 'soap11', 'not-well-formed', two),
      2,
    ],
    ['of a send under another name', probe('SendBulkSms', 'http-post', 'unknown-operation', two), 2],
    ['of a send with a compressed body', probe('SendBulkSms', 'soap12', 'gzip-body', two), 2],
    ['of a send with another method', probe('SendBulkSms', 'http-get', 'method-options', two), 2],
    ['of a report', probe('ReportSingleShotSms', 'soap11', 'no-envelope', { PacketId: 'P1' }), 0],
    ['for a description', probe('SendBulkSms', 'http-get', 'wsdl'), 0],
  ])('%s counts as if a gateway took it', async (_, request, messages) => {
    const [inner, budget] = [lossy(), limits(2)];
    const sender = budgetedSender(inner, budget, contract);
    expect(await sendAll(sender, [request])).toEqual(['failure']);
    expect(readLedger(budget.ledger)).toEqual({ sent: messages, refused: 0 });
    expect(inner.given).toEqual([request]);
    await sender.close();
  });

  it('is not sent beyond the budget, to a number that is not listed, or as a send that it does not count as', async () => {
    const inner = lossy();
    const sender = budgetedSender(inner, limits(1), contract);
    const stranger = probe('SendBulkSms', 'soap11', 'empty-body', { GsmNumbers: ['905009999999'] });
    const disguised = { ...to(recipients[1] ?? ''), asIf: report };
    expect(
      await sendAll(sender, [stranger, disguised, probe('SendBulkSms', 'soap11', 'gzip-body', two)]),
    ).toEqual([
      'not sent: the request names a number that may not be sent to',
      'not sent: the probe of a report names an operation that sends',
      passed(1),
    ]);
    expect(inner.given).toEqual([]);
    await sender.close();
  });
});
