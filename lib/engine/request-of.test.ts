import { expect, it } from 'vitest';
import { bindings } from '../bindings/index.ts';
import { changes } from '../bindings/probe-changes.ts';
import type { BindingId, ParameterValues } from '../model/contract.ts';
import type { PlannedStep } from '../model/exchange.ts';
import { callOf, contract } from '../rules/testing.ts';
import { renderRequest } from '../transport/render-request.ts';
import { requestOf } from './request-of.ts';

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

it.each<readonly [Partial<PlannedStep>, BindingId, string, RegExp]>([
  [{ twice: ['PacketId'] }, 'soap12', 'a parameter twice', /<PacketId>P1<\/PacketId><PacketId>P1</],
  [{ twice: ['PacketId'] }, 'http-get', 'a field twice', /&PacketId=P1&PacketId=P1 /],
  [{ change: 'parameters-reversed' }, 'soap11', 'another order', /P1<\/PacketId><ServiceTicket>/],
  [{ change: 'parameters-lower-case' }, 'http-post', 'another letter case', /serviceticket=\S+&packetid=P1$/],
  [{ change: 'unknown-parameter' }, 'http-get', 'an unknown parameter', /&NoSuchName= /],
  [{ change: 'unknown-operation' }, 'soap11', 'its SOAPAction', /NoSuchName"[\s\S]*<NoSuchName xmlns=/],
  [
    { change: 'other-path-base' },
    'http-get',
    'another path base',
    /^GET \/gateway\/live\/postsms\.asmx\/Report/,
  ],
  [{ change: 'unquoted-soap-action' }, 'soap11', 'no quotes', /SOAPAction: http\S+\/ReportSmsWithPacketId\r/],
  [
    { change: 'soap-action-added' },
    'soap12',
    'a SOAPAction',
    /SOAPAction: "http\S+\/ReportSmsWithPacketId"\r/,
  ],
  [
    { change: 'other-envelope' },
    'soap11',
    'its media type',
    /text\/xml[\s\S]*http:\/\/www\.w3\.org\/2003\/05/,
  ],
  [{ change: 'not-well-formed' }, 'soap12', 'no end', /<\/soap:Body>$/],
  [{ change: 'no-envelope' }, 'soap11', 'no envelope', /\?><ReportSms[\s\S]*<\/ReportSmsWithPacketId>$/],
  [{ change: 'empty-body' }, 'http-post', 'no body', /content-length: 0\r\n\r\n$/],
  [{ change: 'expect-continue' }, 'soap11', 'an expectation', /Expect: 100-continue\r/],
  [{ change: 'accept-gzip' }, 'http-get', 'one field', /^(?![\s\S]*identity)[\s\S]*Accept-Encoding: gzip\r/],
  [{ change: 'method-head' }, 'http-get', 'the method', /^HEAD \/gateway\/ecomm\S+PacketId=P1 /],
  [{ change: 'wsdl' }, 'http-get', 'nothing of the call', /^GET \/gateway\/ecomm\/postsms\.asmx\?WSDL /],
  [{ change: 'help-page' }, 'http-get', 'nothing of the call', /^GET \/gateway\/ecomm\/postsms\.asmx /],
])('%o over %s has %s', (step, binding, _, bytes) => {
  expect(written(step, binding)).toMatch(bytes);
});

it.each(['soap11', 'soap12', 'http-get', 'http-post'] as const)(
  'a parameter without a value is left out over %s',
  (binding) => {
    expect(written({}, binding)).toMatch(/[<&]PacketId[>=]P1/);
    expect(written({}, binding, 'PacketId')).not.toMatch(/[<&]PacketId[>=]/);
  },
);
