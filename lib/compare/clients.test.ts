import { expect, it } from 'vitest';
import { sampleNamed } from '../../suites/support/calls.ts';
import { clientDifferences } from './clients.ts';
import type { Pair } from './replies.ts';

const change = { kind: 'meaning', field: 'reply', from: '200', to: '500' } as const;
const [sent, refused, silent] = (['packet', 'error', 'none'] as const).map((kind) => ({
  reply: { kind, summary: `500 ${kind}` },
}));

it.each([
  ['clients/php/soap12/SendBulkSms', sent, refused, 'client  served -> refused, 500 error'],
  ['clients/php/soap12/SendBulkSms', refused, sent, 'client  refused, 500 error -> served'],
  ['clients/php/soap12/SendBulkSms', sent, sent, 'reply  200 -> 500'],
  ['clients/php/soap12/SendBulkSms', sent, silent, 'reply  200 -> 500'],
  // The send before the call of the client is written as any other.
  ['clients/php/soap12/ReportSmsWithPacketId', sent, refused, 'reply  200 -> 500'],
  ['SendBulkSms/values/soap12/SendBulkSms', sent, refused, 'reply  200 -> 500'],
])('in recordings, a reply to %s differs as that of its client: %#', (exchange, old, now, expected) => {
  const either = { exchange, call: sampleNamed('SendBulkSms', 'soap12') };
  const pair = { either, old, now, isExact: true, changes: [change] } as unknown as Pair;
  const { changes, client } = clientDifferences({ results: null }, { results: null })(pair);
  expect(changes.map(({ field, from, to }) => `${field}  ${from} -> ${to}`)).toEqual([expected]);
  expect(client).toBe(expected.startsWith('client') ? 'php over soap12' : undefined);
});
