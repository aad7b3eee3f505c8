import { describe, expect, it } from 'vitest';
import { judgeRequest } from '../../judge/judge-step.ts';
import { callOf, judgeSent, requestEvidence, target, toldSent } from '../testing.ts';

describe('request/soap-action', () => {
  it('is broken by a value without quotes', () => {
    expect(
      toldSent(
        judgeSent(['SendBulkSms', 'soap11'], (request) => ({
          ...request,
          headers: request.headers.map(([name, value]) => [name, value.replaceAll('"', '')]),
        })),
      ),
    ).toEqual([
      `request/soap-action SOAPAction: expected "http://sms.example/ns/SendBulkSms"; actual http://sms.example/ns/SendBulkSms`,
    ]);
  });

  it('takes one slash and two where the namespace ends in one, and no third', () => {
    const call = callOf('SendBulkSms', 'soap11');
    const slashed = { ...call, target: { ...target, namespace: 'http://tempuri.org/' } };
    const { headers, ...request } = requestEvidence(slashed).request;
    const actualOf = (action: string) => {
      const changed = headers.map(([name, value]) => [name, name === 'SOAPAction' ? action : value] as const);
      return judgeRequest(requestEvidence(slashed, { ...request, headers: changed })).map(
        ({ breach }) => breach.expected,
      );
    };
    expect(headers).toContainEqual(['SOAPAction', '"http://tempuri.org/SendBulkSms"']);
    expect(actualOf('"http://tempuri.org/SendBulkSms"')).toEqual([]);
    expect(actualOf('"http://tempuri.org//SendBulkSms"')).toEqual([]);
    expect(actualOf('"http://tempuri.org///SendBulkSms"')).toEqual(['"http://tempuri.org/SendBulkSms"']);
  });

  it('is broken by none over SOAP 1.1', () => {
    expect(
      toldSent(
        judgeSent(['SendBulkSms', 'soap11'], (request) => ({
          ...request,
          headers: request.headers.slice(0, 1),
        })),
      ),
    ).toEqual([`request/soap-action SOAPAction: expected "http://sms.example/ns/SendBulkSms"; actual none`]);
  });

  it('is broken by two over SOAP 1.1', () => {
    expect(
      toldSent(
        judgeSent(['SendBulkSms', 'soap11'], (request) => ({
          ...request,
          headers: [...request.headers, ['soapaction', '""']],
        })),
      ),
    ).toEqual([
      `request/soap-action SOAPAction: expected "http://sms.example/ns/SendBulkSms"; actual "http://sms.example/ns/SendBulkSms" and ""`,
    ]);
  });

  it('is broken by one over SOAP 1.2, in whatever case', () => {
    expect(
      toldSent(
        judgeSent(['SendBulkSms', 'soap12'], (request) => ({
          ...request,
          headers: [...request.headers, ['soapACTION', '"a"']],
        })),
      ),
    ).toEqual([`request/soap-action SOAPAction: expected none; actual "a"`]);
  });

  it('is not asked about GET and POST, of which the contract does not say it', () => {
    for (const binding of ['http-get', 'http-post'] as const) {
      expect(
        judgeSent(['ReportSingleShotSms', binding], (request) => ({
          ...request,
          headers: [...request.headers, ['SOAPAction', '"a"']],
        })),
      ).toEqual([]);
    }
  });
});
