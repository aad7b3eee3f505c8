import { describe, expect, it } from 'vitest';
import { contract } from '../../suites/support/cases.ts';
import { type ChangedReply, read } from '../../suites/support/judged.ts';
import { callOf, requestEvidence } from '../../suites/support/samples.ts';
import type { Evidence } from '../model/judging/evidence.ts';
import { answerOf, capFor, isRefusal } from './answer.ts';
import type { Rule } from './rules/rule.ts';

const plain = { binding: 'http-get', headers: [['Content-Type', 'text/plain; charset=utf-8']] } as const;
const faultOf = (inside: string) =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><e:Fault>${inside}</e:Fault></e:Body></e:Envelope>`;

const CODED = faultOf('<faultcode>e:Server</faultcode><faultstring>No\n one</faultstring>');
const long = `No  such. ${'x'.repeat(400)}`;

it.each<[what: string, ChangedReply, code: string | undefined, text: string]>([
  ['packet-result', {}, undefined, 'Done, 2 DeliveryResults'],
  ['soap-fault', { body: CODED }, 'Server', 'No one'],
  ['soap-fault', { body: faultOf('<other> why </other>') }, undefined, 'why'],
  ['plain-error', { ...plain, status: 500, body: long }, undefined, `No such. ${'x'.repeat(291)}…`],
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

const fault = '<Fault xmlns="http://schemas.xmlsoap.org/soap/envelope/"><faultcode/><faultstring/></Fault>';
const envelope = (body: string) =>
  `<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body>${body}</Body></Envelope>`;
/** A whole result that names this packet and lists nothing. */
const empty = (packet: string): ChangedReply => ({
  edits: [
    ['>P-1<', `>${packet}<`],
    [/<DeliveryResults>.*<.DeliveryResults>/g, '<DeliveryResults/>'],
  ],
});

const silence: Evidence = {
  ...requestEvidence(callOf('SendBulkSms', 'soap11')),
  failure: { code: 'ECONNRESET', message: 'reset', durationMs: 1 },
  reached: 'outcome',
};

describe('a refusal', () => {
  it.each<[string, ChangedReply]>([
    ['another status', { status: 500 }],
    ['a fault with status 200', { body: envelope(fault) }],
    ['a text with status 200', { body: 'no', headers: [['Content-Type', 'text/plain']] }],
    ...['', '  ', '0', '000', '-5', ' -12 ', '00000000-0000-0000-0000-000000000000'].map(
      (packet): [string, ChangedReply] => [
        `an empty result with the PacketID ${JSON.stringify(packet)}`,
        empty(packet),
      ],
    ),
  ])('is %s', (_, given) => {
    expect(isRefusal(read(given))).toBe(true);
  });

  it('is no answer at all', () => {
    expect(isRefusal(silence)).toBe(true);
  });

  it.each<[string, ChangedReply]>([
    ['a correct result', {}],
    ...['P-2', '5', '-5a', '-5 6', '---x'].map((packet): [string, ChangedReply] => [
      `an empty result with the PacketID ${packet}`,
      empty(packet),
    ]),
    ['a result without PacketID that lists something', { edits: [['>P-1<', '><']] }],
    ['XML that is not well-formed', { edits: [['</DeliveryResults>', '']] }],
    ['a result without its fields', { edits: [[/<PacketID>.*<.PacketStatus>/g, '']] }],
  ])('is not %s', (_, given) => {
    expect(isRefusal(read(given))).toBe(false);
  });
});

describe('the cap of a finding in an open case', () => {
  const rule = (needs: Rule['needs'], ...traits: Rule['traits']) => ({ needs, traits });
  const form = ['response', 'success', 'body', 'document', 'payload'] as const;

  it.each([...form, 'reply', 'exchange'] as const)(
    'is its level in a refusal, and none in a success: %s',
    (needs) => {
      expect(capFor(rule(needs), read({ status: 500 }), 'gap')).toBe('gap');
      expect(capFor(rule(needs), read({ status: 500 }), 'should')).toBe('should');
      expect(capFor(rule(needs), read({}), 'gap')).toBe('must');
      expect(capFor(rule(needs), read({ edits: [['</DeliveryResults>', '']] }), 'gap')).toBe('must');
    },
  );

  it.each(form)('is none about the form of a result that names no packet: %s', (needs) => {
    expect(capFor(rule(needs), read(empty('')), 'gap')).toBe('must');
  });

  it('is none about the answer itself', () => {
    expect(capFor(rule('outcome'), silence, 'gap')).toBe('must');
  });

  it.each(['limit', 'case'] as const)('is always its level for the trait %s', (trait) => {
    expect(capFor(rule('outcome', trait), read({}), 'gap')).toBe('gap');
  });

  it('is none for a rule that compares calls, also where one is refused', () => {
    expect(capFor(rule('exchange', 'comparing'), read({ status: 500 }), 'gap')).toBe('must');
  });

  it.each(['reply', 'exchange'] as const)(
    'is its level about content, not form, of a bare packet: %s',
    (needs) => {
      expect(capFor(rule(needs), read(empty('')), 'gap')).toBe('gap');
    },
  );
});
