import { describe, expect, it } from 'vitest';
import { sampleCalls, sampleNamed, sampleTarget } from '../../suites/support/calls.ts';
import { contract } from '../../suites/support/cases.ts';
import type { Call } from '../model/contract.ts';
import type { WireRequest } from '../model/judging/wire.ts';
import { forms, inForm } from '../wire/bindings/edits/edits.ts';
import { bindings } from '../wire/bindings/index.ts';
import { type Recognised, recognise } from './recognise.ts';

const { origin } = new URL(sampleTarget.baseUrl);
const recognised = (request: WireRequest): Recognised => recognise(request, origin, contract);
const namesOf = ({ operation, binding, values }: Call) => [
  operation.name,
  binding.id,
  operation.parameters.map(({ name }) => [name, values[name]]),
];

describe('recognise', () => {
  it.each(sampleCalls.map((call) => [call.operation.name, call.binding.id, call] as const))(
    'finds operation, binding, values and target of %s over %s',
    (_, id, call) => {
      const found = recognised(bindings[id].encode(call));
      if (found.kind !== 'call') throw new Error(JSON.stringify(found));
      expect(namesOf(found.call)).toEqual(namesOf(call));
      expect(found.call.target.baseUrl).toBe(sampleTarget.baseUrl);
      expect(found.call.target.namespace).toBe(call.binding.envelope ? sampleTarget.namespace : '');
    },
  );

  it('reads every equal wire form as the plain one', () => {
    const wrong = sampleCalls.flatMap((call) =>
      forms
        .filter((form) => form.bindings.includes(call.binding.id))
        .flatMap(({ id }) => {
          const found = recognised(inForm(bindings[call.binding.id].encode(call), call, id));
          const same =
            found.kind === 'call' && JSON.stringify(namesOf(found.call)) === JSON.stringify(namesOf(call));
          return same ? [] : [`${id} of ${call.operation.name} over ${call.binding.id}`];
        }),
    );
    expect(wrong).toEqual([]);
  });

  it('keeps leading zeros, plus signs, spaces and characters outside ASCII', () => {
    for (const binding of contract.bindings) {
      const call = sampleNamed('SingleShotSmsWithTypeAndKeyID', binding.id, {
        GsmNumber: '+905',
        Message: ' a+b &c=ş 👩‍👧 ',
      });
      const found = recognised(bindings[binding.id].encode(call));
      expect(found.kind === 'call' && namesOf(found.call)).toEqual(namesOf(call));
    }
  });

  const soap = bindings.soap11.encode(sampleNamed('SendBulkSms', 'soap11'));
  const changed = (edit: (body: string) => string, headers = soap.headers): WireRequest => ({
    ...soap,
    headers,
    body: Buffer.from(edit(Buffer.from(soap.body ?? []).toString())),
  });

  it('takes the media type where the envelope is of another SOAP version', () => {
    const found = recognised(
      changed((body) =>
        body.replace('http://schemas.xmlsoap.org/soap/envelope/', 'http://www.w3.org/2003/05/soap-envelope'),
      ),
    );
    expect(found.kind === 'call' && found.call.binding.id).toBe('soap11');
  });

  it('takes the envelope where the media type is of no SOAP version', () => {
    const found = recognised(changed((body) => body, [['Content-Type', 'application/xml']]));
    expect(found.kind === 'call' && found.call.binding.id).toBe('soap11');
  });

  it('names the operation by the SOAP action where the body is no XML', () => {
    const found = recognised(changed(() => '<broken'));
    expect(found.kind === 'call' && [found.call.operation.name, found.call.values]).toEqual([
      'SendBulkSms',
      {},
    ]);
  });

  /** Returns operation and binding of a request; why it is unknown, or that it is a description. */
  const kindOf = (request: WireRequest) => {
    const found = recognised(request);
    if (found.kind === 'call') return `${found.call.operation.name} ${found.call.binding.id}`;
    return found.kind === 'unknown' ? found.why : found.kind;
  };

  it('names the operation by the Body before the SOAP action, and by the text of what is no XML last', () => {
    const action = (value: string, type = 'text/xml'): WireRequest['headers'] => [
      ['Content-Type', type],
      ['SOAPAction', value],
    ];
    const report = action('"http://x/ReportSmsWithPacketId"');
    expect(kindOf(changed((body) => body, report))).toBe('SendBulkSms soap11');
    expect(kindOf(changed(() => '<broken', report))).toBe('ReportSmsWithPacketId soap11');
    expect(kindOf(changed(() => '<a:SendBulkSms', action('""')))).toBe('SendBulkSms soap11');
    // A nearest name is meant, too.
    expect(kindOf(changed(() => '<broken', action('"http://x#ReportSmsWithPacketID"')))).toBe(
      'ReportSmsWithPacketId soap11',
    );
    const ofType = [['Content-Type', 'application/soap+xml; action="http://x/SendBulkSms"']] as const;
    expect(kindOf(changed(() => '<broken', ofType))).toBe('SendBulkSms soap12');
  });

  it('finds the operations of the path alone, and in another folder by the name of the operation', () => {
    const posted = (path: string, body: string, type = 'application/x-www-form-urlencoded'): WireRequest => ({
      ...{ method: 'POST', path, headers: [['Content-Type', type]], body: Buffer.from(body) },
    });
    expect(kindOf(posted('/x/SendBulkSms', 'Message=1'))).toBe('SendBulkSms http-post');
    expect(kindOf({ method: 'GET', path: '/x/SendBulkSms?Message=1', headers: [], body: null })).toBe(
      'SendBulkSms http-get',
    );
    expect(kindOf(posted('/x', Buffer.from(soap.body ?? []).toString(), 'text/xml'))).toBe(
      'SendBulkSms soap11',
    );
    expect(kindOf(posted('/x', '<a/>', 'text/xml'))).toBe('no path base of the contract is in /x');
    // Without a name, the fields tell the operation of the service.
    expect(kindOf(posted('/live/postsms.asmx', 'ServiceTicket=t&PacketId=1'))).toBe(
      'ReportSingleShotSms http-post',
    );
    expect(kindOf(posted('/ecomm/postsms.asmx', 'Odd=1'))).toBe('ReportSmsWithPacketId http-post');
    expect(kindOf({ ...posted('/live/postsms.asmx?WSDL', ''), body: null })).toBe('description');
  });

  it('reads a call without a body over GET, whatever its method', () => {
    const path = '/live/postsms.asmx/ReportSingleShotSms?PacketId=1';
    const call = { method: 'POST', path, headers: [], body: null } as const;
    expect(kindOf(call)).toBe('ReportSingleShotSms http-get');
    expect(kindOf({ ...call, body: new Uint8Array() })).toBe('ReportSingleShotSms http-get');
    expect(kindOf({ ...call, body: Buffer.from('PacketId=1') })).toBe('ReportSingleShotSms http-post');
  });

  it('reads a list without its children as a list of one text', () => {
    const found = recognised(changed((body) => body.replace(/<(\/?)string>/g, '')));
    expect(found.kind === 'call' && found.call.values.GsmNumbers).toEqual(['905000000000905000000001']);
    const empty = recognised(changed((body) => body.replace(/<string>.*<.string>/, '')));
    expect(empty.kind === 'call' && empty.call.values.GsmNumbers).toEqual([]);
  });

  it('gives a parameter that is absent no value', () => {
    const found = recognised(changed((body) => body.replace(/<EndTime.*?>(<.EndTime>)?/, '')));
    expect(found.kind === 'call' && 'EndTime' in found.call.values).toBe(false);
  });

  it.each([
    ['GET', '/live/postsms.asmx?WSDL', { kind: 'description' }],
    ['GET', '/live/postsms.asmx', { kind: 'description' }],
    ['GET', '/other', { kind: 'unknown', why: 'no path base of the contract is in /other' }],
    [
      'GET',
      '/live/postsms.asmx/Nothing',
      { kind: 'unknown', why: '/live/postsms.asmx/Nothing names no operation of the contract' },
    ],
    ['HEAD', '/live/postsms.asmx', { kind: 'description' }],
    [
      'HEAD',
      '/b/live/postsms.asmx/ReportSingleShotSms?PacketId=1',
      { kind: 'unknown', why: 'HEAD is no method of the contract, and its reply has no body' },
    ],
    ['OPTIONS', '/live/postsms.asmx/ReportSingleShotSms', { kind: 'description' }],
  ] as const)('recognises no call in %s %s', (method, path, expected) => {
    expect(recognise({ method, path, headers: [], body: null }, origin, contract)).toEqual(expected);
  });
});
