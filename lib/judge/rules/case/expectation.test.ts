import { describe, expect, it } from 'vitest';
import { everyCall } from '../../../../suites/support/calls.ts';
import {
  type ChangedReply,
  change,
  findingsInExchange,
  judgeReplies,
  read,
} from '../../../../suites/support/judged.ts';
import { resultPath } from '../../../../suites/support/samples.ts';
import type { Expectation, ExpectedText } from '../../../model/exchange.ts';
import { expectedOf } from './expectation.ts';

const R = resultPath('SendBulkSms', 'soap11');
const other: ChangedReply = change('P-1', 'P-2');
const asked = { ...other, expected: true };

describe('case/expectation', () => {
  it('keeps silent where every reply says what the case expects', () => {
    const correct = { packet: { PacketID: 'P-1' }, eachDelivery: { DeliveryDetail: '', PostType: '7' } };
    const findings = everyCall.flatMap(
      ([operation, binding]) => judgeReplies([{ operation, binding }], correct).findings,
    );
    expect(findings).toEqual([]);
  });

  it('tells of another text with its escapes', () => {
    expect(findingsInExchange([change('Done', ' Done&#xA0;')], { packet: { PacketStatus: 'Done' } })).toEqual(
      [
        `0: case/expectation must ${R}/PacketStatus: expected "Done"; actual " Done\\u{A0}" (field: PacketStatus)`,
      ],
    );
  });

  it('is broken by another text in one delivery result and in every one, said once', () => {
    const eachDelivery = { GsmNumber: '905321112233', KeyID: '' };
    const D = `0: case/expectation gap ${R}/DeliveryResults/EmSmsDeliveryResult`;
    expect(findingsInExchange([{}], { eachDelivery }, 'gap')).toEqual([
      `${D}[1]/KeyID: expected ""; actual "K-1" (field: KeyID) +1`,
      `${D}[2]/GsmNumber: expected "905321112233"; actual "905321112244" (field: GsmNumber)`,
    ]);
  });

  it.each<[string, Parameters<typeof judgeReplies>[0], readonly number[]]>([
    ['the last reply', [{}, other], [1]],
    ['no other reply', [other, {}], []],
    ['no reply where the last could not be read', [other, { body: '<a/>' }], []],
    ['no reply where none was made', [null], []],
    ['a reply that the plan names, and not the last', [asked, { expected: true }], [0]],
    ['each reply that the plan names, and no other', [asked, other, asked], [0, 2]],
    ['no last reply where the plan names another', [{ expected: true }, other], []],
  ])('is about %s', (_, replies, steps) => {
    const { findings } = judgeReplies(replies, { packet: { PacketID: 'P-1' } });
    const own = findings.filter(({ rule }) => rule === 'case/expectation');
    expect(own.map(({ step }) => step)).toEqual(steps);
  });

  it('is what an earlier reply said where a capture says so, and nothing where that did not come', () => {
    const captured = (step: number) => ({ packet: { PacketID: { step, field: 'PacketID' } } });
    const steps = (replies: Parameters<typeof judgeReplies>[0], step: number) =>
      judgeReplies(replies, captured(step)).findings.flatMap(({ rule, step: at, expected }) =>
        rule === 'case/expectation' ? [[at, expected]] : [],
      );
    expect(steps([{}, other], 0)).toEqual([[1, expect.objectContaining({ text: 'P-1' })]]);
    expect(steps([{}, {}], 0)).toEqual([]);
    expect(steps([null, other], 0)).toEqual([]);
    const ofDelivery = { eachDelivery: { GsmNumber: { step: 0, field: 'GsmNumber', delivery: 2 } } };
    const [first] = judgeReplies([{}, {}], ofDelivery).findings.filter(
      ({ rule }) => rule === 'case/expectation',
    );
    expect(first).toMatchObject({ step: 1, expected: { text: '905321112244' } });
  });

  const fault = (code: string, text: string) =>
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>${code}</faultcode><faultstring>${text}</faultstring></s:Fault></s:Body></s:Envelope>`;
  const refusal: ChangedReply = { status: 500, body: fault('s:Server', 'No such packet') };
  const fault12: ChangedReply = {
    binding: 'soap12',
    status: 500,
    body: `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><s:Fault><s:Code><s:Value>s:Receiver</s:Value><s:Subcode><s:Value>x:Y</s:Value></s:Subcode></s:Code><s:Reason><s:Text xml:lang="en">No such packet</s:Text><s:Text xml:lang="tr">Yok</s:Text></s:Reason></s:Fault></s:Body></s:Envelope>`,
  };
  const noStatus: ChangedReply = change('<PacketStatus>Done</PacketStatus>', '');
  const each = (expected: ExpectedText) => ({ eachDelivery: { DeliveryDetail: expected } });
  const status = (expected: ExpectedText) => ({ packet: { PacketStatus: expected } });

  it.each<[string, ChangedReply, Partial<Expectation>]>([
    ['a pattern somewhere in the text', {}, status({ matches: 'on' })],
    ['one of several texts', {}, status({ 'one-of': ['Sent', 'Done'] })],
    ['an empty text', {}, each({ empty: true })],
    ['a text that is not empty', {}, status({ empty: false })],
    ['a field that is absent', noStatus, status({ absent: true })],
    ['a missing field, which the rules about fields tell', noStatus, status('Done')],
    ['a field of elements, which they tell too', change('Done', '<b>Done</b>'), status('Sent')],
    ['a status', { status: 202 }, { status: 202 }],
    ['a fault', refusal, { fault: {} }],
    ['a fault with its code and text', refusal, { fault: { code: 'Server', text: { matches: '^No ' } } }],
    ['a fault of SOAP 1.2', fault12, { fault: { code: 'Receiver', text: 'No such packet' }, status: 500 }],
    ['a fault with status 200', { body: fault('Client', '') }, { fault: { text: { empty: true } } }],
  ])('is kept by %s', (_, given, expected) => {
    const { findings, evaluated } = judgeReplies([given], expected);
    expect([findings, evaluated]).toEqual([[], expect.arrayContaining(['case/expectation'])]);
  });

  const ofStatus = (expected: string, actual: string, expects: string) =>
    `${R}/PacketStatus: expected ${expected}; actual ${actual} (expects: ${expects}, field: PacketStatus)`;
  const pattern = ofStatus('a text that matches /^\\d{4}T/', '"Done"', 'matches');
  it('tells of another text than a pattern', () => {
    expect(findingsInExchange([{}], status({ matches: '^\\d{4}T' }))).toEqual([
      `0: case/expectation must ${pattern}`,
    ]);
  });
  const several = ofStatus('one of "Sent", "done"', '"Done"', 'one-of');
  it('tells of none of several texts', () => {
    expect(findingsInExchange([{}], status({ 'one-of': ['Sent', 'done'] }))).toEqual([
      `0: case/expectation must ${several}`,
    ]);
  });
  it('tells of a text', () => {
    expect(findingsInExchange([{}], status({ empty: true }))).toEqual([
      `0: case/expectation must ${ofStatus('an empty text', '"Done"', 'empty')}`,
    ]);
  });
  const filled = ofStatus('a text that is not empty', '""', 'filled');
  it('tells of an empty text', () => {
    expect(findingsInExchange([change('Done', '')], status({ empty: false }))).toEqual([
      `0: case/expectation must ${filled}`,
    ]);
  });
  const there = change('<PacketStatus>', '<PacketStatus/><PacketStatus>');
  it('tells of a field that is there', () => {
    expect(findingsInExchange([there], status({ absent: true }))).toEqual([
      `0: case/expectation must ${ofStatus('no PacketStatus', '""', 'absent')}`,
    ]);
  });
  const coded = fault('Server', '').replace(/<faultcode>.*<.faultcode>/, '');
  const noCode = 'fault code: expected "Server"; actual absent (field: the fault code)';
  it('tells of no code', () => {
    expect(findingsInExchange([{ status: 500, body: coded }], { fault: { code: 'Server' } })).toEqual([
      `0: case/expectation must ${noCode}`,
    ]);
  });
  const ok = 'status line: expected 500; actual 200 OK (field: the status)';
  it('tells of another status', () => {
    expect(findingsInExchange([{}], { status: 500 })).toEqual([`0: case/expectation must ${ok}`]);
  });
  const noFault =
    'body: expected a SOAP fault; actual 200 OK, packet result (expects: fault, field: the reply)';
  it('tells of no fault', () => {
    expect(findingsInExchange([{}], { fault: {} })).toEqual([`0: case/expectation must ${noFault}`]);
  });
  const code = 'fault code: expected "Client"; actual "Server" (field: the fault code)';
  it('tells of another code', () => {
    expect(findingsInExchange([refusal], { fault: { code: 'Client' } })).toEqual([
      `0: case/expectation must ${code}`,
    ]);
  });
  const text =
    'fault text: expected a text that matches /^$/; actual "No such packet" (expects: matches, field: the fault text)';
  it('tells of another text', () => {
    expect(findingsInExchange([refusal], { fault: { text: { matches: '^$' } } })).toEqual([
      `0: case/expectation must ${text}`,
    ]);
  });
});

describe('what a case expects takes the place of a rule', () => {
  const nothing = { sameContent: false, packet: {}, eachDelivery: {} };
  const absent = (field: string): Record<string, ExpectedText> => ({ [field]: { absent: true } });
  it.each<[rule: string, field: string, Partial<Expectation>, boolean]>([
    ['http/status', '', { status: 404 }, true],
    ['http/status', '', { fault: {} }, true],
    ['http/status', '', {}, false],
    ['http/response', '', { status: 404, fault: {} }, false],
    ['result/field-once', 'KeyID', { packet: absent('KeyID') }, true],
    ['result/field-once', 'KeyID', { packet: absent('PostType'), eachDelivery: absent('KeyID') }, false],
    ['delivery/field-once', 'KeyID', { eachDelivery: absent('KeyID') }, true],
    ['delivery/field-once', 'KeyID', { packet: absent('KeyID') }, false],
    ['soap/body', 'KeyID', { packet: absent('KeyID'), eachDelivery: absent('KeyID') }, false],
  ])('%s of the field "%s" where it expects %j: %s', (rule, field, expected, isReplaced) => {
    const exchange = { steps: [{}, {}] as never, expect: { ...nothing, ...expected } };
    const breach = { path: '', expected: '', actual: '', about: { field } };
    expect(expectedOf(exchange, 1).overrides?.(rule, breach)).toBe(isReplaced);
    expect(expectedOf(exchange, 0).overrides).toBeUndefined();
    const packet = read({});
    const fault = { ...packet, reply: { kind: 'soap-fault', text: '' } } as never;
    const reached = [packet, fault].map((one) => expectedOf(exchange, 1).asExpected(one).reached);
    expect(reached).toEqual(['reply', 'fault' in expected ? 'response' : 'reply']);
  });
});
