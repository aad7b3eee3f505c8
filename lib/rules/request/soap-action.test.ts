import { describe, expect, it } from 'vitest';
import { judgeRequest } from '../../judge/judge-step.ts';
import { callOf, foundSent, type Row, requestEvidence, type Sent, target } from '../testing.ts';

const expects = 'request/soap-action SOAPAction: expected "http://sms.example/ns/SendBulkSms"; actual';
const type = ['Content-Type', 'text/xml; charset=utf-8'] as const;

describe('request/soap-action', () => {
  it.each<Row<Sent>>([
    [
      'a value without quotes',
      { headers: [type, ['SOAPAction', 'http://sms.example/ns/SendBulkSms']] },
      `${expects} http://sms.example/ns/SendBulkSms`,
    ],
    ['none over SOAP 1.1', { headers: [type] }, `${expects} none`],
    [
      'two over SOAP 1.1',
      { added: [['soapaction', '""']] },
      `${expects} "http://sms.example/ns/SendBulkSms" and ""`,
    ],
    [
      'one over SOAP 1.2, in whatever case',
      { binding: 'soap12', added: [['soapACTION', '"a"']] },
      'request/soap-action SOAPAction: expected none; actual "a"',
    ],
  ])('is broken by %s', (_, sent, ...lines) => {
    expect(foundSent(sent)).toEqual(lines);
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

  it.each(['http-get', 'http-post'] as const)(
    'is not asked over %s, of which the contract does not say it',
    (binding) => {
      const added = [['SOAPAction', '"a"']] as const;
      expect(foundSent({ operation: 'ReportSingleShotSms', binding, added })).toEqual([]);
    },
  );
});
