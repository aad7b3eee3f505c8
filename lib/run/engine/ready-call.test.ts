import { expect, it } from 'vitest';
import { contract } from '../../../suites/support/cases.ts';
import { type Edit, read } from '../../../suites/support/judged.ts';
import { callOf, context } from '../../../suites/support/samples.ts';
import type { BindingId, ParameterValues } from '../../model/contract.ts';
import type { PlannedStep } from '../../model/exchange.ts';
import type { Breach } from '../../model/judging/finding.ts';
import { listed, quoted } from '../../text/finding-value.ts';
import { changes } from '../../wire/bindings/edits/edits.ts';
import { bindings } from '../../wire/bindings/index.ts';
import { renderRequest } from '../../wire/transport/render-request.ts';
import { isOpenValue, requestOf, resolveCall } from './ready-call.ts';

const PROBED = 'ReportSmsWithPacketId';

function written(step: Partial<PlannedStep>, binding: BindingId, omit: string | null = null): string {
  const call = callOf(PROBED, binding, { PacketId: 'P1' });
  const kept = Object.entries(call.values).filter(([name]) => name !== omit);
  const values: ParameterValues = Object.fromEntries(kept);
  const request = requestOf({ ...call, values }, { ...step }, contract, true);
  return Buffer.from(renderRequest(call.target, request)).toString('latin1');
}

it.each(changes.flatMap(({ id, bindings: all }) => all.map((binding) => [id, binding] as const)))(
  '%s over %s is another request, which counts as the plain one',
  (change, binding) => {
    const call = callOf(PROBED, binding, { PacketId: 'P1' });
    const plain = bindings[binding].encode(call);
    const { asIf, ...probe } = requestOf(call, { change }, contract, true);
    expect(asIf).toEqual(plain);
    expect(probe).not.toEqual(plain);
  },
);

const twice = { twice: ['PacketId'] };

it.each<readonly [Partial<PlannedStep> | string, BindingId, RegExp]>([
  [twice, 'soap12', /<PacketId>P1<\/PacketId><PacketId>P1</],
  [twice, 'http-get', /&PacketId=P1&PacketId=P1 /],
  ['parameters-reversed', 'soap11', /P1<\/PacketId><ServiceTicket>/],
  ['parameters-lower-case', 'http-post', /serviceticket=\S+&packetid=P1$/],
  ['unknown-parameter', 'http-get', /&NoSuchName= /],
  ['unknown-operation', 'soap11', /NoSuchName"[\s\S]*<NoSuchName xmlns=/],
  ['other-path-base', 'http-get', /^GET \/gateway\/live\/postsms\.asmx\/Report/],
  ['unquoted-soap-action', 'soap11', /SOAPAction: http\S+\/ReportSmsWithPacketId\r/],
  ['soap-action-added', 'soap12', /SOAPAction: "http\S+\/ReportSmsWithPacketId"\r/],
  ['other-envelope', 'soap11', /text\/xml[\s\S]*http:\/\/www\.w3\.org\/2003\/05/],
  ['not-well-formed', 'soap12', /<\/soap:Body>$/],
  ['no-envelope', 'soap11', /\?><ReportSms[\s\S]*<\/ReportSmsWithPacketId>$/],
  ['empty-body', 'http-post', /content-length: 0\r\n\r\n$/],
  ['expect-continue', 'soap11', /Expect: 100-continue\r/],
  ['accept-gzip', 'http-get', /^(?![\s\S]*identity)[\s\S]*Accept-Encoding: gzip\r/],
  ['method-head', 'http-get', /^HEAD \/gateway\/ecomm\S+PacketId=P1 /],
  ['wsdl', 'http-get', /^GET \/gateway\/ecomm\/postsms\.asmx\?WSDL /],
  ['help-page', 'http-get', /^GET \/gateway\/ecomm\/postsms\.asmx /],
])('%o over %s writes %o', (step, binding, bytes) => {
  expect(written(typeof step === 'string' ? { change: step } : step, binding)).toMatch(bytes);
});

it.each(['soap11', 'soap12', 'http-get', 'http-post'] as const)(
  'a parameter without a value is left out over %s',
  (binding) => {
    expect(written({}, binding)).toMatch(/[<&]PacketId[>=]P1/);
    expect(written({}, binding, 'PacketId')).not.toMatch(/[<&]PacketId[>=]/);
  },
);

const step: PlannedStep = {
  operation: 'ReportSmsWithPacketId',
  binding: 'http-get',
  values: { ServiceTicket: 't', PacketId: { step: 0, field: 'PacketID' } },
};
const PACKET = '<PacketID>P-1</PacketID>';
const replied = (from: string, to: string) => [read({ edits: [[from, to]] })];

it('a capture takes the text of the earlier reply', () => {
  const resolved = resolveCall(step, replied('P-1', 'P-7'), context);
  expect(resolved).toMatchObject({ ok: true, value: { values: { ServiceTicket: 't', PacketId: 'P-7' } } });
});

it('a capture takes what is around it along', () => {
  const values = { ...step.values, PacketId: { step: 0, field: 'PacketID', before: ' 0', after: 'abc' } };
  const resolved = resolveCall({ ...step, values }, replied('P-1', 'P-7'), context);
  expect(resolved).toMatchObject({ ok: true, value: { values: { PacketId: ' 0P-7abc' } } });
});

it('a capture takes a text of a delivery result', () => {
  const capture = { step: 0, field: 'KeyID', delivery: 2 };
  const of = (edits: readonly Edit[]) =>
    resolveCall({ ...step, values: { ...step.values, PacketId: capture } }, [read({ edits })], context);
  expect(of([['K-1', 'K-9']])).toMatchObject({ ok: true, value: { values: { PacketId: 'K-9' } } });
  expect(
    of([[/(<EmSmsDeliveryResult>.*?<\/EmSmsDeliveryResult>).*<\/DeliveryResults>/g, '$1</DeliveryResults>']]),
  ).toEqual({
    ok: false,
    error: { missing: 'the reply of step 1 has no KeyID in delivery result 2', from: 0 },
  });
});

it.each([
  ['lacks a field of its delivery results', '<PostType>7</PostType>', ''],
  ['repeats another field', '<PacketStatus>', '<PacketStatus>Done</PacketStatus><PacketStatus>'],
])('a capture takes the text of an earlier reply that %s', (_, from, to) => {
  const resolved = resolveCall(step, replied(from, to), context);
  expect(resolved).toMatchObject({ ok: true, value: { values: { PacketId: 'P-1' } } });
});

it.each([
  ['has no such field', replied(PACKET, '')],
  ['has it empty', replied('P-1', '')],
  ['has only white space in it', replied('P-1', ' ')],
  ['has it twice', replied(PACKET, `${PACKET}<PacketID>P-2</PacketID>`)],
  ['has elements in it', replied('P-1', '<b>P-1</b>')],
  ['refused the call', [read({ status: 500 })]],
  ['never came', []],
])('there is no call where the earlier reply %s', (_, replies) => {
  expect(resolveCall(step, replies, context)).toEqual({
    ok: false,
    error: { missing: 'the reply of step 1 has no PacketID', from: 0 },
  });
});

it('an operation or binding that the contract has not is an error of ours', () => {
  expect(() => resolveCall({ ...step, operation: 'Nope' }, [], context)).toThrow(
    'the contract has no operation Nope',
  );
});

const joined = '905321112233,905321112244';
const breach = (changed: Partial<Breach> = {}): Breach => ({
  path: 'GsmNumber',
  expected: 'one number in each text',
  actual: quoted(joined),
  about: { field: 'GsmNumber' },
  level: 'gap',
  ...changed,
});

const none = { actual: 'none', about: { field: 'GsmNumbers' }, level: 'should' } as const;

it.each<[string, boolean, Breach]>([
  ['the text of the case itself', true, breach()],
  ['a text of its list', true, breach({ about: { field: 'GsmNumbers' } })],
  ['another text than the case has', false, breach({ actual: quoted('1,2') })],
  ['no text', false, breach({ actual: 'absent' })],
  ['several texts', false, breach({ actual: listed([quoted(joined), quoted('1')]) })],
  ['no parameter', false, breach({ about: {} })],
  ['the text of another parameter', false, breach({ about: { field: 'Message' } })],
  ['what the contract forbids', false, breach({ level: 'must' })],
  ['a list that the case leaves empty', true, breach({ ...none, about: { field: 'Nobody' } })],
  ['a list that the request leaves empty', false, breach(none)],
  [
    'an empty list where it may not be',
    false,
    breach({ ...none, level: 'must', about: { field: 'Nobody' } }),
  ],
])('an open breach about %s may be sent: %s', (_, may, breach) => {
  const values = { GsmNumber: joined, GsmNumbers: ['1', joined], Nobody: [], Message: 'm' };
  expect(isOpenValue({ values }, breach)).toBe(may);
});
