import { describe, expect, it } from 'vitest';
import { judgeRequest } from '../../judge/judge-step.ts';
import { callOf, foundSent, requestEvidence, type Sent, target, tellsSent as tells } from '../testing.ts';

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

  tells(
    'an action parameter, left open',
    { binding: 'soap12', headers: [['content-type', 'application/soap+xml; charset=utf-8; action="a"']] },
    [
      'request/content-type gap Content-Type: expected application/soap+xml; charset=utf-8; actual application/soap+xml; charset=utf-8; action="a"',
    ],
  );
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

  it.each(['http-get', 'http-post'] as const)(
    'is not asked over %s, of which the contract does not say it',
    (binding) => {
      const added = [['SOAPAction', '"a"']] as const;
      expect(foundSent({ operation: 'ReportSingleShotSms', binding, added })).toEqual([]);
    },
  );
});

const wrong = (name: string, level = '') =>
  `request/no-authentication${level} ${name}: expected no authentication header; actual the header ${name}`;

tells('request/no-authentication: Authorization', { added: [['Authorization', 'Basic c2VjcmV0']] }, [
  wrong('Authorization'),
]);
tells(
  'each of several, and leaves a cookie open',
  {
    added: [
      ['Cookie', 'a=b'],
      ['proxy-authorization', 'Basic eA=='],
      ['WWW-Authenticate', 'x'],
    ],
  },
  [wrong('Cookie', ' gap'), wrong('proxy-authorization'), wrong('WWW-Authenticate')],
);
tells('a header that does not authenticate', { added: [['User-Agent', 'authorization']] }, []);
