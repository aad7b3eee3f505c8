import { describe, expect, it } from 'vitest';
import { bindings } from '../bindings/index.ts';
import { judgeMadeRequest } from '../judge/judge-step.ts';
import { readRequest } from '../judge/read-request.ts';
import type { BindingId } from '../model/contract.ts';
import type { WireRequest } from '../model/judging/wire.ts';
import { callOf, context, contract, type Edit, target } from '../rules/testing.ts';
import { recognise } from './recognise.ts';

/** The text with every edit made; an edit that changes nothing is a mistake of the test. */
const edited = (text: string, edits: readonly Edit[]) =>
  edits.reduce((before, [from, to]) => {
    const after = before.replace(from, to);
    if (after === before) throw new Error(`${String(from)} changes nothing in ${before}`);
    return after;
  }, text);

type Change = (request: WireRequest) => WireRequest;

const body =
  (...edits: readonly Edit[]): Change =>
  (request) => ({ ...request, body: Buffer.from(edited(String(Buffer.from(request.body ?? [])), edits)) });
const bytes =
  (change: (text: string) => Uint8Array): Change =>
  (request) => ({ ...request, body: change(String(Buffer.from(request.body ?? []))) });
const path =
  (...edits: readonly Edit[]): Change =>
  (request) => ({ ...request, path: edited(request.path, edits) });
/** Replaces a header field; null leaves it out. */
const header =
  (name: string, value: string | null): Change =>
  (request) => ({
    ...request,
    headers: [
      ...request.headers.filter(([key]) => key.toLowerCase() !== name.toLowerCase()),
      ...(value === null ? [] : [[name, value] as const]),
    ],
  });
const all =
  (...changes: readonly Change[]): Change =>
  (request) =>
    changes.reduce((changed, change) => change(changed), request);

/** What the rules about requests say of a bulk send that somebody's client makes: `rule level`, each once. */
function judged(binding: BindingId, change: Change): readonly string[] {
  const request = change(
    bindings[binding].encode(callOf('SendBulkSms', binding, { Message: 'a+b ş <i>&amp;' })),
  );
  const found = recognise({ ...request, origin: 'http://127.0.0.1:8080' }, contract);
  if (found.kind !== 'call') throw new Error(JSON.stringify(found));
  const { call } = found;
  expect(call.operation.name).toBe('SendBulkSms');
  const readBack = readRequest(request, call.binding.envelope !== undefined);
  const findings = judgeMadeRequest({ ...call, target, contract, request, readBack }, 0, context);
  return [
    ...new Set([
      call.binding.id,
      ...findings.map(({ rule, level }) => `${rule.replace('request/', '')} ${level}`),
    ]),
  ];
}

const soap: readonly BindingId[] = ['soap11', 'soap12'];
const soap12 = 'http://www.w3.org/2003/05/soap-envelope';
const xsi = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';
const noParameters = ['parameters must', 'list must'];

describe('what clients get wrong is a breach:', () => {
  it.each<[string, readonly BindingId[], Change, readonly string[]]>([
    ['SOAPAction over 1.2', ['soap12'], header('SOAPAction', '"a"'), ['soap-action must']],
    [
      'an unquoted SOAPAction',
      ['soap11'],
      header('SOAPAction', `${target.namespace}/SendBulkSms`),
      ['soap-action must'],
    ],
    [
      'SOAPAction with #',
      ['soap11'],
      header('SOAPAction', `"${target.namespace}#SendBulkSms"`),
      ['soap-action must'],
    ],
    ['no SOAPAction over 1.1', ['soap11'], header('SOAPAction', null), ['soap-action must']],
    [
      'another media type',
      ['soap11'],
      header('Content-Type', 'application/xml; charset=utf-8'),
      ['content-type must'],
    ],
    ['JSON', ['http-post'], header('Content-Type', 'application/json'), ['content-type must']],
    ['no charset on an envelope', ['soap11'], header('Content-Type', 'text/xml'), ['content-type must']],
    ['a Content-Type on GET', ['http-get'], header('Content-Type', 'text/xml'), ['content-type must']],
    [
      'envelope and media type of two SOAP versions',
      ['soap11'],
      body([/http:..schemas.xmlsoap.org.soap.envelope./g, soap12]),
      ['envelope must'],
    ],
    [
      'children in no namespace',
      soap,
      body([/<SendBulkSms xmlns="(.*?)"/, '<n:SendBulkSms xmlns:n="$1"'], ['</SendBulk', '</n:SendBulk']),
      noParameters,
    ],
    [
      'everything in no namespace',
      soap,
      body([/(<SendBulkSms) xmlns=".*?"/, '$1']),
      ['operation-element must', ...noParameters],
    ],
    ['a list without string', soap, body([/<.?string>/g, '']), ['list must']],
    [
      'GsmNumbers repeated without string',
      soap,
      body([/<GsmNumbers>(.*)<.GsmNumbers>/, '$1'], [/<(\/?)string>/g, '<$1GsmNumbers>']),
      noParameters,
    ],
    ['string in another namespace', soap, body(['<string>', '<string xmlns="urn:x">']), ['list must']],
    ['%uXXXX in a form', ['http-post'], body(['%C5%9F', '%u015F']), ['encoding must']],
    ['%uXXXX in a query', ['http-get'], path(['%C5%9F', '%u015F']), ['encoding must']],
    ['raw bytes in a form', ['http-post'], body(['%C5%9F', 'ş']), ['encoding must']],
    ['raw Latin-1 in a form', ['http-post'], body(['%C5%9F', '%FE']), ['encoding must']],
    ['raw bytes in a query', ['http-get'], path(['%C5%9F', 'ş']), ['encoding must']],
    [
      'an envelope in Latin-5',
      ['soap11'],
      all(
        bytes((text) => Buffer.from(text.replace('ş', '\xFE'), 'latin1')),
        header('Content-Type', 'text/xml; charset=iso-8859-9'),
      ),
      ['content-type must', 'encoding must'],
    ],
    [
      'UTF-16 with its mark',
      soap,
      bytes((text) => Buffer.from(`\uFEFF${text.replace('utf-8', 'utf-16')}`, 'utf16le')),
      ['encoding must'],
    ],
    [
      'what is not well-formed',
      soap,
      body(['</soap:Envelope>', '']),
      ['envelope must', 'operation-element must', 'parameters must'],
    ],
    [
      'encodingStyle on an Envelope of 1.2',
      ['soap12'],
      body(['<soap:Envelope', '<soap:Envelope soap:encodingStyle="urn:x"']),
      ['envelope must'],
    ],
    ['Authorization', ['soap11', 'http-get'], header('authorization', 'Basic x'), ['no-authentication must']],
    ['no ticket in an envelope', soap, body([/<ServiceTicket>.*<.ServiceTicket>/, '']), ['parameters must']],
    [
      'a ticket that is nil',
      soap,
      body([/<ServiceTicket>.*<.ServiceTicket>/, `<ServiceTicket ${xsi} i:nil="true"/>`]),
      ['parameters must'],
    ],
    ['no ticket in a query', ['http-get'], path([/ServiceTicket=[^&]*&/, '']), ['parameters must']],
    [
      'a parameter of another name',
      ['http-post', ...soap],
      body([/Originator/g, 'originator']),
      ['parameters must'],
    ],
    ['a list with brackets', ['http-post'], body([/GsmNumbers=/g, 'GsmNumbers%5B%5D=']), ['parameters must']],
    ['another path base', soap, path(['liveb', 'ecomm']), ['path must']],
    ['no path base', ['http-post', ...soap], path([/^.*asmx/, '/sms']), ['path must']],
    ['a path in another case', ['http-get', ...soap], path(['postsms', 'PostSMS']), ['path must']],
    ['a misspelt operation', ['http-get'], path(['SendBulkSms', 'SendBulkSMs']), ['path must']],
    [
      'an envelope at the path of a form',
      soap,
      (request) => ({ ...request, path: `${request.path}/SendBulkSms` }),
      ['path must'],
    ],
    [
      'another method',
      ['http-post'],
      (request) => ({ ...request, method: 'PUT' as 'POST' }),
      ['method must'],
    ],
  ])('%s', (_, ids, change, expected) => {
    for (const id of ids) {
      const [binding, ...found] = judged(id, change);
      expect(binding).toBe(id);
      expect(found.filter((one) => one.endsWith(' must')).sort()).toEqual([...expected].sort());
    }
  });
});

describe('what the contract leaves open is observed at most:', () => {
  it.each<[string, readonly BindingId[], Change]>([
    [
      'action= in the media type of 1.2',
      ['soap12'],
      header('Content-Type', 'application/soap+xml; charset=utf-8; action="urn:x/SendBulkSms"'),
    ],
    [
      'a charset on a form',
      ['http-post'],
      header('Content-Type', 'application/x-www-form-urlencoded; charset=UTF-8'),
    ],
    ['an absent parameter in an envelope', soap, body([/<EndTime\s*\/>|<EndTime><.EndTime>/, ''])],
    ['an absent list', soap, body([/<GsmNumbers>.*<.GsmNumbers>/, ''])],
    ['an absent parameter in a form', ['http-post'], body(['&EndTime=', ''])],
    ['xsi:nil', soap, body([/<EndTime\s*\/>|<EndTime><.EndTime>/, `<EndTime ${xsi} i:nil="true"/>`])],
    ['another order', soap, body([/(<Originator>.*<.Originator>)(<Message>.*<.Message>)/, '$2$1'])],
    [
      'encodingStyle in 1.1',
      ['soap11'],
      body(['<soap:Envelope', '<soap:Envelope soap:encodingStyle="urn:x"']),
    ],
    ['a cookie', soap, header('Cookie', 'a=b')],
  ])('%s', (_, ids, change) => {
    for (const id of ids) expect(judged(id, change)).toEqual([id, expect.stringMatching(/ gap$/)]);
  });
});

describe('what means the same is nothing:', () => {
  const plain: readonly BindingId[] = ['http-get', 'http-post'];
  it.each<[string, readonly BindingId[], Change]>([
    ['the request as it is', [...soap, ...plain], (request) => request],
    ['any prefix', soap, body([/(<\/?)soap:/g, '$1e:'], ['xmlns:soap', 'xmlns:e'])],
    [
      'two prefixes of one namespace',
      soap,
      body(
        [/<SendBulkSms xmlns="(.*?)"/, '<a:SendBulkSms xmlns:a="$1" xmlns:b="$1" xmlns="$1"'],
        ['</SendBulk', '</a:SendBulk'],
        [/(<\/?)Message/g, '$1b:Message'],
      ),
    ],
    ['an empty Header', soap, body(['<soap:Body', '<soap:Header/><soap:Body'])],
    ['a byte order mark', soap, bytes((text) => Buffer.from(`\uFEFF${text}`))],
    ['no XML declaration', soap, body([/^<\?xml.*?\?>/, ''])],
    [
      'an XML declaration of another form',
      soap,
      body([/^<\?xml.*?\?>/, "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n"]),
    ],
    [
      'an XML declaration of another encoding',
      soap,
      body([/^<\?xml.*?\?>/, '<?xml version="1.0" encoding="iso-8859-9"?>']),
    ],
    ['an XML declaration without encoding', soap, body([/^<\?xml.*?\?>/, '<?xml version="1.0"?>'])],
    [
      'xsi:type',
      soap,
      body(['<Message>', `<Message ${xsi} xmlns:s="http://www.w3.org/2001/XMLSchema" i:type="s:string">`]),
    ],
    ['an unused xmlns', soap, body(['<soap:Envelope', '<soap:Envelope xmlns:unused="urn:u"'])],
    ['no space before charset', ['soap11'], header('content-type', 'text/xml;charset=utf-8')],
    ['header case and quotes', ['soap12'], header('CONTENT-TYPE', 'Application/SOAP+xml ; Charset="UTF-8"')],
    [
      'chunks, Expect, TE and other headers',
      [...soap, 'http-post'],
      all(
        header('Transfer-Encoding', 'chunked'),
        header('Expect', '100-continue'),
        header('TE', 'trailers'),
        header('User-Agent', 'x'),
      ),
    ],
    ['%20 in the place of +', ['http-post'], body([/\+/g, '%20'])],
    ['+ in the place of %20', ['http-get'], path([/%20|\+/g, '+'])],
    ['a question mark in a query', ['http-get'], path(['POSTSMS', 'POST?SMS'])],
    ['fields in another order', ['http-post'], body([/^([^&]*)&(.*)$/, '$2&$1'])],
  ])('%s', (_, ids, change) => {
    for (const id of ids) expect(judged(id, change)).toEqual([id]);
  });
});
