import { expect, it } from 'vitest';
import { callOf, contract, type Given, read, requestEvidence } from '../../suites/support/judged.ts';
import { answerOf } from './answer.ts';

const plain = { binding: 'http-get', headers: [['Content-Type', 'text/plain; charset=utf-8']] } as const;
const faultOf = (inside: string) =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><e:Fault>${inside}</e:Fault></e:Body></e:Envelope>`;

const CODED = faultOf('<faultcode>e:Server</faultcode><faultstring>No\n one</faultstring>');
const long = `No  such. ${'x'.repeat(400)}`;

it.each<[what: string, Given, code: string | undefined, text: string]>([
  ['packet-result', {}, undefined, 'Done, 2 DeliveryResults'],
  ['soap-fault', { body: CODED }, 'Server', 'No one'],
  ['soap-fault', { body: faultOf('<other> why </other>') }, undefined, 'why'],
  ['plain-error', { ...plain, status: 500, body: long }, undefined, `No such. ${'x'.repeat(291)}`],
  ['other', { ...plain, body: 'Hello' }, undefined, 'text/plain Hello'],
  ['other', { ...plain, headers: [], body: ' ' }, undefined, ''],
  ['not-read', { body: '<a>'.repeat(300) }, undefined, 'elements are nested more than 250 deep'],
])('an answer is told in short: %s', (kind, given, code, text) => {
  expect(answerOf(read(given), contract)).toEqual({ kind, text, ...(code !== undefined && { code }) });
});

it('that no answer came is told with the reason', () => {
  const failure = { code: 'ECONNRESET', message: 'reset', durationMs: 1 };
  const request = requestEvidence(callOf('SendBulkSms', 'soap11'));
  expect(answerOf({ ...request, failure, reached: 'outcome' }, contract)).toEqual({
    kind: 'no-response',
    code: 'ECONNRESET',
    text: 'reset',
  });
});
