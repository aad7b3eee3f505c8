import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  callOf,
  type Edit,
  foundSent,
  requestEvidence,
  type Sent,
  target,
  tellsSent as tells,
} from '../../../../suites/support/judged.ts';
import { judgeRequest } from '../../judge-step.ts';

const got = { operation: 'ReportSingleShotSms', binding: 'http-get' } as const;
const posted = { operation: 'ReportSingleShotSms', binding: 'http-post' } as const;

describe('the request line and the body', () => {
  tells('the path base of another operation', { binding: 'soap12', path: [['liveb', 'live']] }, [
    'request/path request line: expected /gateway/liveb/postsms.asmx; actual /gateway/live/postsms.asmx',
  ]);
  tells('the operation left out over POST', { binding: 'http-post', path: [['/SendBulkSms', '']] }, [
    'request/path request line: expected /gateway/liveb/postsms.asmx/SendBulkSms; actual /gateway/liveb/postsms.asmx',
  ]);
  tells('the path of the base URL left out', { ...got, path: [['/gateway', '']] }, [
    'request/path request line: expected /gateway/live/postsms.asmx/ReportSingleShotSms; actual /live/postsms.asmx/ReportSingleShotSms',
  ]);
  tells('a query where the binding posts', { path: [[/$/g, '?op=SendBulkSms']] }, [
    'request/path request line: expected no query; actual ?op=SendBulkSms',
  ]);
  tells('GET where the binding posts', { method: 'GET' }, [
    'request/method request line: expected POST; actual GET',
  ]);
  tells('POST where it gets, with parameters looked for in the body', { ...got, method: 'POST' }, [
    'request/method request line: expected GET; actual POST',
    'request/parameters parameters: expected ServiceTicket, PacketId; actual none',
  ]);
  tells('a form on GET', { ...got, body: Buffer.from('a=b') }, [
    'request/no-body body: expected none; actual 3 bytes',
  ]);
  tells('a body of no bytes on GET, which would be framed as one', { ...got, body: new Uint8Array() }, [
    'request/no-body body: expected none; actual 0 bytes',
  ]);
});

const path = '/gateway/live/postsms.asmx/ReportSingleShotSms?ServiceTicket=T-1&PacketId=';

describe('request/encoding', () => {
  const ascii =
    'request/encoding request line: expected visible ASCII, other characters percent-encoded; actual';
  tells('a letter', { ...got, values: { PacketId: 'ş' }, path: [['%C5%9F', 'ş']] }, [`${ascii} ${path}ş`]);
  const latin1 = { values: { PacketId: 'é' }, path: [['%C3%A9', '%E9']] } as const;
  tells('percent-encoded Latin-1, beside the value it spoils', { ...got, ...latin1 }, [
    `request/encoding request line: expected percent-encoded UTF-8; actual ${path}%E9`,
    'request/parameters PacketId: expected "é"; actual "�" (field: PacketId)',
  ]);
  const bytes = Buffer.from('ServiceTicket=T-1&PacketId=é', 'latin1');
  tells('bytes in Latin-1, beside the message they spoil', { ...posted, body: bytes }, [
    'request/encoding body: expected UTF-8; actual bytes that are not UTF-8',
    'request/parameters PacketId: expected "P-1"; actual "�" (field: PacketId)',
  ]);
  it.each([
    ['application/json', '{ "PacketId": "ş" }'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="PacketId"\r\n\r\nP\r\n--x--\r\n',
    ],
  ])('names the media type first of a body of %s', (type, text) => {
    const expected = 'application/x-www-form-urlencoded';
    const headers = [['Content-Type', type]] as const;
    const [first, ...more] = foundSent({ ...posted, headers, body: Buffer.from(text) });
    expect(first).toBe(`request/content-type Content-Type: expected ${expected}; actual ${type}`);
    expect(more.join()).not.toContain('request/encoding');
  });
  tells('no bytes of UTF-8 in an envelope', { values: { Message: '%u015F 100% é' } }, []);

  const coded = (coding: string, body: Uint8Array): Sent => ({
    ...posted,
    added: [['Content-Encoding', coding]],
    body,
  });
  const fields = 'ServiceTicket=T-1&PacketId=P-1';
  const coding = (expected: string, actual: string, level = '') =>
    `request/encoding${level} Content-Encoding: expected ${expected}; actual ${actual}`;
  tells('a coding that is true as open', coded('gzip', gzipSync(fields)), [coding('none', 'gzip', ' gap')]);
  tells('a coding that is not known as open', coded('x', Buffer.from(fields)), [coding('none', 'x', ' gap')]);
  tells('a coding that is false', coded('gzip', Buffer.from(fields)), [
    coding('none, or a body in this coding', 'gzip'),
  ]);
  tells('no coding that says nothing', coded('identity', Buffer.from(fields)), []);
  tells('bytes in Latin-1 behind a coding', coded('gzip', gzipSync(bytes)), [
    coding('none', 'gzip', ' gap'),
    'request/encoding body: expected UTF-8; actual bytes that are not UTF-8',
    'request/parameters PacketId: expected "P-1"; actual "�" (field: PacketId)',
  ]);

  it('tells of a blank at the beginning of the request line', () => {
    expect(foundSent({ ...got, path: [[/^/g, ' ']] })).toContain(`${ascii}  ${path}P-1`);
  });

  it.each<[string, Edit]>([
    ['a raw byte above 0x7F', ['%C3%A9', 'é']],
    ['%uXXXX', ['%C3%A9', '%u00E9']],
    ['a percent sign alone', ['%C3%A9', '%']],
  ])('is broken once by %s in a form and in a query', (_, edit) => {
    const values = { PacketId: 'é' };
    const inForm = foundSent({ ...posted, values, edits: [edit] });
    const inQuery = foundSent({ ...got, values, path: [edit] });
    const places = [...inForm, ...inQuery].flatMap(
      (line) => /^request\/encoding ([^:]+):/.exec(line)?.[1] ?? [],
    );
    expect(places).toEqual(['body', 'request line']);
  });
});

const FORM = 'application/x-www-form-urlencoded';
const expects = (value: string) => `request/content-type Content-Type: expected ${value}; actual`;
const soapAction = ['SOAPAction', '"http://sms.example/ns/SendBulkSms"'] as const;
const typed = (value: string): Sent => ({ headers: [['Content-Type', value], soapAction] });

describe('request/content-type', () => {
  it.each([
    'text/xml; charset=UTF-8',
    'text/xml; charset="utf-8"',
    'TEXT/XML; Charset="UTF-8"',
    'text/xml;charset=utf-8',
    'text/xml \t;\t charset=utf-8',
    'text/xml;charset="utf-8"',
  ])('takes what HTTP calls the same: %s', (value) => {
    expect(foundSent(typed(value))).toEqual([]);
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
    expect(foundSent(typed(value))).toEqual([`${expects('text/xml; charset=utf-8')} ${value}`]);
  });

  const soap12 = 'application/soap+xml; charset=utf-8';
  tells('an action as open', { binding: 'soap12', headers: [['content-type', `${soap12}; action="a"`]] }, [
    `request/content-type gap Content-Type: expected ${soap12}; actual ${soap12}; action="a"`,
  ]);
  tells('none on a form', { binding: 'http-post', headers: [] }, [`${expects(FORM)} none`]);
  tells('the right one twice', { binding: 'http-post', added: [['content-type', FORM]] }, [
    `${expects(FORM)} ${FORM} and ${FORM}`,
  ]);
  tells('any on GET', { binding: 'http-get', added: [['Content-Type', 'text/xml']] }, [
    `${expects('none')} text/xml`,
  ]);
});

const SOAP_ACTION = 'request/soap-action SOAPAction: expected "http://sms.example/ns/SendBulkSms"; actual';
const type = ['Content-Type', 'text/xml; charset=utf-8'] as const;

describe('request/soap-action', () => {
  tells('a value without quotes', { headers: [type, ['SOAPAction', 'http://sms.example/ns/SendBulkSms']] }, [
    `${SOAP_ACTION} http://sms.example/ns/SendBulkSms`,
  ]);
  tells('none over SOAP 1.1', { headers: [type] }, [`${SOAP_ACTION} none`]);
  tells('two over SOAP 1.1', { added: [['soapaction', '""']] }, [
    `${SOAP_ACTION} "http://sms.example/ns/SendBulkSms" and ""`,
  ]);
  tells('one over SOAP 1.2, in whatever case', { binding: 'soap12', added: [['soapACTION', '"a"']] }, [
    'request/soap-action SOAPAction: expected none; actual "a"',
  ]);

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

  tells('none over HTTP GET', { binding: 'http-get', added: [['SOAPAction', '"a"']] }, []);
  tells('none over HTTP POST', { binding: 'http-post', added: [['SOAPAction', '"a"']] }, []);
});

describe('request/no-authentication', () => {
  const wrong = (name: string, level = '') =>
    `request/no-authentication${level} ${name}: expected no authentication header; actual the header ${name}`;

  tells('Authorization', { added: [['Authorization', 'Basic c2VjcmV0']] }, [wrong('Authorization')]);
  tells('Proxy-Authorization', { added: [['proxy-authorization', 'x']] }, [wrong('proxy-authorization')]);
  tells('WWW-Authenticate', { added: [['WWW-Authenticate', 'x']] }, [wrong('WWW-Authenticate')]);
  tells('a cookie as open', { added: [['Cookie', 'a=b']] }, [wrong('Cookie', ' gap')]);
  tells('no header that does not authenticate', { added: [['User-Agent', 'authorization']] }, []);
});
