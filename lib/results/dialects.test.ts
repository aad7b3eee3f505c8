import { expect, it } from 'vitest';
import type { ClientState } from '../model/judging/verdict.ts';
import type { ResultExchange } from '../model/running/results.ts';
import { ownWords } from '../secrets/mask.ts';
import { dialectsOf, withClients } from './dialects.ts';

const zeep = { id: 'zeep', name: 'zeep (Python)' } as const;

/** Returns the result of a call; of a client where `client` says how it was taken. */
function callOf(
  operation: string,
  client?: Omit<ClientState, 'id' | 'name'> & Partial<Pick<ClientState, 'id' | 'name'>>,
  rules: readonly string[] = [],
  status = 200,
): ResultExchange {
  const { id = 'zeep' } = client ?? {};
  return ownWords({
    ...{
      id: client ? `clients/${id}/soap12/${operation}` : `${operation}/canonical/soap12`,
      operation,
      binding: 'soap12',
    },
    ...{ verdict: 'passed', findings: rules.map((rule) => ({ rule })), status, case: id, variant: null },
    ...(client && { client: { ...zeep, ...client } }),
  }) as unknown as ResultExchange;
}

const fault = { kind: 'soap-fault', code: 'Client', text: 'no' } as const;

it('has a dialect that is served in all of its calls', () => {
  expect(dialectsOf([callOf('SendBulkSms', { state: 'answered' })])).toEqual([
    {
      client: 'zeep',
      name: 'zeep (Python)',
      binding: 'soap12',
      state: 'served',
      exchange: 'clients/zeep/soap12/SendBulkSms',
    },
  ]);
});

it('says which calls are refused, how, and because of what', () => {
  const because = 'action= in the Content-Type';
  const calls = [
    callOf('SendBulkSms', { state: 'answered' }),
    callOf('ReportSmsWithPacketId', { state: 'refused', answer: fault, because, breaks: true }, [], 500),
  ];
  expect(dialectsOf(calls)).toEqual([
    {
      ...{ client: 'zeep', name: 'zeep (Python)', binding: 'soap12', state: 'refused', breaks: true },
      ...{ operations: ['ReportSmsWithPacketId'], status: 500, answer: fault, because },
      exchange: 'clients/zeep/soap12/ReportSmsWithPacketId',
    },
  ]);
});

it('calls an answer another one by the rules that the plain requests do not break', () => {
  const wrong = callOf('SendBulkSms', { state: 'answered', rules: ['delivery/texts'] });
  expect(dialectsOf([wrong])).toMatchObject([{ state: 'answered otherwise', rules: ['delivery/texts'] }]);
  const plain = callOf('SendBulkSms', undefined, ['delivery/texts']);
  expect(dialectsOf([plain, wrong])).toMatchObject([{ state: 'served' }]);
  const shown = callOf('SendBulkSms', {
    state: 'answered',
    rules: ['delivery/texts'],
    because: '%uXXXX escapes',
  });
  expect(dialectsOf([plain, shown])).toMatchObject([
    { state: 'answered otherwise', rules: ['delivery/texts'] },
  ]);
  const both = callOf('SendBulkSms', { state: 'answered', rules: ['delivery/texts', 'packet/id'] });
  expect(dialectsOf([plain, both])).toMatchObject([{ rules: ['packet/id'] }]);
  const ofOther = callOf('SingleShotSmsWithTypeAndKeyID', undefined, ['delivery/texts']);
  expect(dialectsOf([ofOther, wrong])).toMatchObject([{ state: 'answered otherwise' }]);
});

it('has no dialects where no client was imitated', () => {
  expect(dialectsOf([callOf('SendBulkSms')])).toEqual([]);
});

it.each([
  [['all'], 'failed'],
  [['zeep'], 'failed'],
  [['php'], 'passed'],
  [[], 'passed'],
])('with --gate-clients %j a call of zeep that is refused is %s', (gateClients, verdict) => {
  const refused = callOf('SendBulkSms', { state: 'refused', answer: fault }, [], 500);
  const recorded = { exchanges: [refused], gateClients: ownWords(gateClients) };
  const { exchanges } = withClients(recorded, dialectsOf(recorded.exchanges));
  expect(exchanges).toMatchObject([{ verdict }]);
  const isFailed = verdict === 'failed';
  expect(exchanges[0]?.note).toBe(
    isFailed ? 'zeep (Python) has to be served (--gate-clients), and is refused with status 500' : undefined,
  );
});

it("does not say of a dialect what the contract's own request meets as well, unless nothing is served", () => {
  const alike = callOf('SendBulkSms', { state: 'refused', answer: fault, alike: true }, [], 500);
  const served = callOf('ReportSmsWithPacketId', { state: 'answered' });
  expect(dialectsOf([alike, served])).toMatchObject([{ state: 'served' }]);
  expect(dialectsOf([alike])).toMatchObject([{ state: 'refused', status: 500 }]);
});

it('blames no dialect for reports that were not sent, and calls none served that made no call', () => {
  const because = 'the send before it, which is no call of the client';
  const blocked = callOf('ReportSmsWithPacketId', { state: 'refused', alike: true, because });
  expect(dialectsOf([callOf('SendBulkSms', { state: 'answered' }), blocked])).toMatchObject([
    { state: 'served' },
  ]);
  expect(dialectsOf([blocked])).toEqual([
    {
      ...{ client: 'zeep', name: 'zeep (Python)', binding: 'soap12', state: 'refused', because },
      exchange: 'clients/zeep/soap12/ReportSmsWithPacketId',
    },
  ]);
});
