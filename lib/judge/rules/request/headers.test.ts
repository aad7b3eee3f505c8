import { describe, expect, it } from 'vitest';
import {
  callOf,
  foundSent,
  requestEvidence,
  type Sent,
  target,
  tellsSent as tells,
} from '../../../../suites/support/judged.ts';
import { judgeRequest } from '../../judge-step.ts';

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
