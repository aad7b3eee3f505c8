import { describe, expect, it } from 'vitest';
import { everyCall, judgeSent, withBody } from '../testing.ts';

describe('request/operation-element', () => {
  it("keeps silent on the encoder's request of every operation over every binding", () => {
    expect(everyCall.flatMap((call) => judgeSent(call))).toEqual([]);
  });

  it('is broken by another name', () => {
    expect(
      judgeSent(['SendBulkSms', 'soap11'], (request) =>
        withBody(request, [[/SendBulkSms\b/g, 'SendBulkSMS']]),
      ),
    ).toEqual([
      {
        rule: 'request/operation-element',
        path: '/Envelope/Body',
        expected: '{http://sms.example/ns}SendBulkSms',
        actual: '{http://sms.example/ns}SendBulkSMS',
      },
    ]);
  });

  it('is broken, with the parameters inside, by another namespace', () => {
    expect(
      judgeSent(['ReportSingleShotSms', 'soap12'], (request) =>
        withBody(request, [['http://sms.example/ns', 'urn:q']]),
      ),
    ).toEqual([
      {
        rule: 'request/operation-element',
        path: '/Envelope/Body',
        expected: '{http://sms.example/ns}ReportSingleShotSms',
        actual: '{urn:q}ReportSingleShotSms',
      },
      {
        rule: 'request/parameters',
        path: 'parameters',
        expected: '{http://sms.example/ns}ServiceTicket, {http://sms.example/ns}PacketId',
        actual: '{urn:q}ServiceTicket, {urn:q}PacketId',
      },
    ]);
  });
});
