import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type ChangedRequest, type Edit, findingsInRequest } from '../../../../suites/support/judged.ts';
import { callOf, requestEvidence, target } from '../../../../suites/support/samples.ts';
import { judgeRequest } from '../../judge-step.ts';

const got = { operation: 'ReportSingleShotSms', binding: 'http-get' } as const;
const posted = { operation: 'ReportSingleShotSms', binding: 'http-post' } as const;

describe('the request line and the body', () => {
  it('tells of the path base of another operation', () => {
    expect(findingsInRequest({ binding: 'soap12', path: [['liveb', 'live']] })).toEqual([
      'request/path request line: expected /gateway/liveb/postsms.asmx; actual /gateway/live/postsms.asmx',
    ]);
  });
  it('tells of the operation left out over POST', () => {
    expect(findingsInRequest({ binding: 'http-post', path: [['/SendBulkSms', '']] })).toEqual([
      'request/path request line: expected /gateway/liveb/postsms.asmx/SendBulkSms; actual /gateway/liveb/postsms.asmx',
    ]);
  });
  it('tells of the path of the base URL left out', () => {
    expect(findingsInRequest({ ...got, path: [['/gateway', '']] })).toEqual([
      'request/path request line: expected /gateway/live/postsms.asmx/ReportSingleShotSms; actual /live/postsms.asmx/ReportSingleShotSms',
    ]);
  });
  it('tells of a query where the binding posts', () => {
    expect(findingsInRequest({ path: [[/$/g, '?op=SendBulkSms']] })).toEqual([
      'request/path request line: expected no query; actual ?op=SendBulkSms',
    ]);
  });
  it('tells of GET where the binding posts', () => {
    expect(findingsInRequest({ method: 'GET' })).toEqual([
      'request/method request line: expected POST; actual GET',
    ]);
  });
  it('tells of POST where it gets, with parameters looked for in the body', () => {
    expect(findingsInRequest({ ...got, method: 'POST' })).toEqual([
      'request/method request line: expected GET; actual POST',
      'request/parameters parameters: expected ServiceTicket, PacketId; actual none',
    ]);
  });
  it('tells of a form on GET', () => {
    expect(findingsInRequest({ ...got, body: Buffer.from('a=b') })).toEqual([
      'request/no-body body: expected none; actual 3 bytes',
    ]);
  });
  it('tells of a body of no bytes on GET, which would be framed as one', () => {
    expect(findingsInRequest({ ...got, body: new Uint8Array() })).toEqual([
      'request/no-body body: expected none; actual 0 bytes',
    ]);
  });
});

const path = '/gateway/live/postsms.asmx/ReportSingleShotSms?ServiceTicket=T-1&PacketId=';

describe('request/encoding', () => {
  const ascii =
    'request/encoding request line: expected visible ASCII, other characters percent-encoded; actual';
  it('tells of a letter', () => {
    expect(findingsInRequest({ ...got, values: { PacketId: 'ş' }, path: [['%C5%9F', 'ş']] })).toEqual([
      `${ascii} ${path}ş`,
    ]);
  });
  const latin1 = { values: { PacketId: 'é' }, path: [['%C3%A9', '%E9']] } as const;
  it('tells of percent-encoded Latin-1, beside the value it spoils', () => {
    expect(findingsInRequest({ ...got, ...latin1 })).toEqual([
      `request/encoding request line: expected percent-encoded UTF-8; actual ${path}%E9`,
      'request/parameters PacketId: expected "é"; actual "�" (field: PacketId)',
    ]);
  });
  const bytes = Buffer.from('ServiceTicket=T-1&PacketId=é', 'latin1');
  it('tells of bytes in Latin-1, beside the message they spoil', () => {
    expect(findingsInRequest({ ...posted, body: bytes })).toEqual([
      'request/encoding body: expected UTF-8; actual bytes that are not UTF-8',
      'request/parameters PacketId: expected "P-1"; actual "�" (field: PacketId)',
    ]);
  });
  it.each([
    ['application/json', '{ "PacketId": "ş" }'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="PacketId"\r\n\r\nP\r\n--x--\r\n',
    ],
  ])('names the media type first of a body of %s', (type, text) => {
    const expected = 'application/x-www-form-urlencoded';
    const headers = [['Content-Type', type]] as const;
    const [first, ...more] = findingsInRequest({ ...posted, headers, body: Buffer.from(text) });
    expect(first).toBe(`request/content-type Content-Type: expected ${expected}; actual ${type}`);
    expect(more.join()).not.toContain('request/encoding');
  });
  it('tells of no bytes of UTF-8 in an envelope', () => {
    expect(findingsInRequest({ values: { Message: '%u015F 100% é' } })).toEqual([]);
  });

  const coded = (coding: string, body: Uint8Array): ChangedRequest => ({
    ...posted,
    added: [['Content-Encoding', coding]],
    body,
  });
  const fields = 'ServiceTicket=T-1&PacketId=P-1';
  const coding = (expected: string, actual: string, level = '') =>
    `request/encoding${level} Content-Encoding: expected ${expected}; actual ${actual}`;
  it('tells of a coding that is true as open', () => {
    expect(findingsInRequest(coded('gzip', gzipSync(fields)))).toEqual([coding('none', 'gzip', ' gap')]);
  });
  it('tells of a coding that is not known as open', () => {
    expect(findingsInRequest(coded('x', Buffer.from(fields)))).toEqual([coding('none', 'x', ' gap')]);
  });
  it('tells of a coding that is false', () => {
    expect(findingsInRequest(coded('gzip', Buffer.from(fields)))).toEqual([
      coding('none, or a body in this coding', 'gzip'),
    ]);
  });
  it('tells of no coding that says nothing', () => {
    expect(findingsInRequest(coded('identity', Buffer.from(fields)))).toEqual([]);
  });
  it('tells of bytes in Latin-1 behind a coding', () => {
    expect(findingsInRequest(coded('gzip', gzipSync(bytes)))).toEqual([
      coding('none', 'gzip', ' gap'),
      'request/encoding body: expected UTF-8; actual bytes that are not UTF-8',
      'request/parameters PacketId: expected "P-1"; actual "�" (field: PacketId)',
    ]);
  });

  it('tells of a blank at the beginning of the request line', () => {
    expect(findingsInRequest({ ...got, path: [[/^/g, ' ']] })).toContain(`${ascii}  ${path}P-1`);
  });

  it.each<[string, Edit]>([
    ['a raw byte above 0x7F', ['%C3%A9', 'é']],
    ['%uXXXX', ['%C3%A9', '%u00E9']],
    ['a percent sign alone', ['%C3%A9', '%']],
  ])('is broken once by %s in a form and in a query', (_, edit) => {
    const values = { PacketId: 'é' };
    const inForm = findingsInRequest({ ...posted, values, edits: [edit] });
    const inQuery = findingsInRequest({ ...got, values, path: [edit] });
    const places = [...inForm, ...inQuery].flatMap(
      (line) => /^request\/encoding ([^:]+):/.exec(line)?.[1] ?? [],
    );
    expect(places).toEqual(['body', 'request line']);
  });
});

const FORM = 'application/x-www-form-urlencoded';
const expects = (value: string) => `request/content-type Content-Type: expected ${value}; actual`;
const soapAction = ['SOAPAction', '"http://sms.example/ns/SendBulkSms"'] as const;
const typed = (value: string): ChangedRequest => ({ headers: [['Content-Type', value], soapAction] });

describe('request/content-type', () => {
  it.each([
    'text/xml; charset=UTF-8',
    'text/xml; charset="utf-8"',
    'TEXT/XML; Charset="UTF-8"',
    'text/xml;charset=utf-8',
    'text/xml \t;\t charset=utf-8',
    'text/xml;charset="utf-8"',
  ])('takes what HTTP calls the same: %s', (value) => {
    expect(findingsInRequest(typed(value))).toEqual([]);
  });

  it.each([
    'text/xml',
    'text/xml; charset=utf8',
    'text/xml; charset = utf-8',
    'text/xml charset=utf-8',
    "text/xml; charset='utf-8'",
    'text/xml; charset="utf-8',
    'text/xml; charset=utf-8; charset=utf-8',
    'application/xml; charset=utf-8',
  ])('is broken by what only looks like it: %s', (value) => {
    expect(findingsInRequest(typed(value))).toEqual([`${expects('text/xml; charset=utf-8')} ${value}`]);
  });

  const soap12 = 'application/soap+xml; charset=utf-8';
  it('tells of an action as open', () => {
    expect(
      findingsInRequest({ binding: 'soap12', headers: [['content-type', `${soap12}; action="a"`]] }),
    ).toEqual([`request/content-type gap Content-Type: expected ${soap12}; actual ${soap12}; action="a"`]);
  });
  it('tells of none on a form', () => {
    expect(findingsInRequest({ binding: 'http-post', headers: [] })).toEqual([`${expects(FORM)} none`]);
  });
  it('tells of the right one twice', () => {
    expect(findingsInRequest({ binding: 'http-post', added: [['content-type', FORM]] })).toEqual([
      `${expects(FORM)} ${FORM} and ${FORM}`,
    ]);
  });
  it('tells of any on GET', () => {
    expect(findingsInRequest({ binding: 'http-get', added: [['Content-Type', 'text/xml']] })).toEqual([
      `${expects('none')} text/xml`,
    ]);
  });
});

const SOAP_ACTION = 'request/soap-action SOAPAction: expected "http://sms.example/ns/SendBulkSms"; actual';
const type = ['Content-Type', 'text/xml; charset=utf-8'] as const;

describe('request/soap-action', () => {
  it('tells of a value without quotes', () => {
    expect(
      findingsInRequest({ headers: [type, ['SOAPAction', 'http://sms.example/ns/SendBulkSms']] }),
    ).toEqual([`${SOAP_ACTION} http://sms.example/ns/SendBulkSms`]);
  });
  it('tells of none over SOAP 1.1', () => {
    expect(findingsInRequest({ headers: [type] })).toEqual([`${SOAP_ACTION} none`]);
  });
  it('tells of two over SOAP 1.1', () => {
    expect(findingsInRequest({ added: [['soapaction', '""']] })).toEqual([
      `${SOAP_ACTION} "http://sms.example/ns/SendBulkSms" and ""`,
    ]);
  });
  it('tells of one over SOAP 1.2, in whatever case', () => {
    expect(findingsInRequest({ binding: 'soap12', added: [['soapACTION', '"a"']] })).toEqual([
      'request/soap-action SOAPAction: expected none; actual "a"',
    ]);
  });

  it.each([
    ['"http://tempuri.org/SendBulkSms"', []],
    ['"http://tempuri.org//SendBulkSms"', []],
    ['"http://tempuri.org///SendBulkSms"', ['"http://tempuri.org/SendBulkSms"']],
  ])('takes one slash and two where the namespace ends in one, and no third: %s', (action, expected) => {
    const call = callOf('SendBulkSms', 'soap11');
    const slashed = requestEvidence({ ...call, target: { ...target, namespace: 'http://tempuri.org/' } });
    expect(slashed.request.headers).toContainEqual(['SOAPAction', '"http://tempuri.org/SendBulkSms"']);
    const request = { ...slashed.request, headers: [type, ['SOAPAction', action]] as const };
    const breaches = judgeRequest(requestEvidence(slashed, request));
    expect(breaches.map(({ breach }) => breach.expected)).toEqual(expected);
  });

  it('tells of none over HTTP GET', () => {
    expect(findingsInRequest({ binding: 'http-get', added: [['SOAPAction', '"a"']] })).toEqual([]);
  });
  it('tells of none over HTTP POST', () => {
    expect(findingsInRequest({ binding: 'http-post', added: [['SOAPAction', '"a"']] })).toEqual([]);
  });
});

describe('request/no-authentication', () => {
  const wrong = (name: string, level = '') =>
    `request/no-authentication${level} ${name}: expected no authentication header; actual the header ${name}`;

  it('tells of Authorization', () => {
    expect(findingsInRequest({ added: [['Authorization', 'Basic c2VjcmV0']] })).toEqual([
      wrong('Authorization'),
    ]);
  });
  it('tells of Proxy-Authorization', () => {
    expect(findingsInRequest({ added: [['proxy-authorization', 'x']] })).toEqual([
      wrong('proxy-authorization'),
    ]);
  });
  it('tells of WWW-Authenticate', () => {
    expect(findingsInRequest({ added: [['WWW-Authenticate', 'x']] })).toEqual([wrong('WWW-Authenticate')]);
  });
  it('tells of a cookie as open', () => {
    expect(findingsInRequest({ added: [['Cookie', 'a=b']] })).toEqual([wrong('Cookie', ' gap')]);
  });
  it('tells of no header that does not authenticate', () => {
    expect(findingsInRequest({ added: [['User-Agent', 'authorization']] })).toEqual([]);
  });
});
