import { describe, expect, it } from 'vitest';
import { everyCall, judgeSent, withBody } from '../testing.ts';

describe('request/envelope', () => {
  it("keeps silent on the encoder's request of every operation over every binding", () => {
    expect(everyCall.flatMap((call) => judgeSent(call))).toEqual([]);
  });

  it('is broken by the envelope of the other version', () => {
    expect(
      judgeSent(['SendBulkSms', 'soap11'], (request) =>
        withBody(request, [
          ['http://schemas.xmlsoap.org/soap/envelope/', 'http://www.w3.org/2003/05/soap-envelope'],
        ]),
      ),
    ).toEqual([
      {
        rule: 'request/envelope',
        path: '/',
        expected: '{http://schemas.xmlsoap.org/soap/envelope/}Envelope',
        actual: '{http://www.w3.org/2003/05/soap-envelope}Envelope',
      },
    ]);
  });

  it('is broken by two elements in the Body', () => {
    expect(
      judgeSent(['SendBulkSms', 'soap12'], (request) =>
        withBody(request, [['</soap:Body>', '<a/></soap:Body>']]),
      ),
    ).toEqual([
      {
        rule: 'request/envelope',
        path: '/Envelope',
        expected: 'one Body with one child element',
        actual: '1 Body element with 2 child elements',
      },
    ]);
  });

  it('is broken by two Bodies', () => {
    expect(
      judgeSent(['SendBulkSms', 'soap12'], (request) =>
        withBody(request, [['</soap:Envelope>', '<soap:Body/></soap:Envelope>']]),
      ),
    ).toEqual([
      {
        rule: 'request/envelope',
        path: '/Envelope',
        expected: 'one Body with one child element',
        actual: '2 Body elements with 1 child element',
      },
    ]);
  });

  it('is broken, with all that is looked for inside, by XML that does not parse', () => {
    expect(
      judgeSent(['ReportSingleShotSms', 'soap12'], (request) =>
        withBody(request, [['</soap:Envelope>', '']]),
      ),
    ).toEqual([
      { rule: 'request/envelope', path: 'body', expected: 'a SOAP envelope', actual: 'not well-formed XML' },
      {
        rule: 'request/operation-element',
        path: '/Envelope/Body',
        expected: '{http://sms.example/ns}ReportSingleShotSms',
        actual: 'none',
      },
      {
        rule: 'request/parameters',
        path: 'parameters',
        expected: '{http://sms.example/ns}ServiceTicket, {http://sms.example/ns}PacketId',
        actual: 'none',
      },
    ]);
  });
});
