import { describe, expect, it } from 'vitest';
import { judgeSent, toldSent, withBody } from '../testing.ts';

describe('request/envelope', () => {
  it('is broken by the envelope of the other version', () => {
    expect(
      toldSent(
        judgeSent(['SendBulkSms', 'soap11'], (request) =>
          withBody(request, [
            ['http://schemas.xmlsoap.org/soap/envelope/', 'http://www.w3.org/2003/05/soap-envelope'],
          ]),
        ),
      ),
    ).toEqual([
      `request/envelope /: expected {http://schemas.xmlsoap.org/soap/envelope/}Envelope; actual {http://www.w3.org/2003/05/soap-envelope}Envelope`,
    ]);
  });

  it('is broken by two elements in the Body', () => {
    expect(
      toldSent(
        judgeSent(['SendBulkSms', 'soap12'], (request) =>
          withBody(request, [['</soap:Body>', '<a/></soap:Body>']]),
        ),
      ),
    ).toEqual([
      `request/envelope /Envelope: expected one Body with one child element; actual 1 Body element with 2 child elements`,
    ]);
  });

  it('is broken by two Bodies', () => {
    expect(
      toldSent(
        judgeSent(['SendBulkSms', 'soap12'], (request) =>
          withBody(request, [['</soap:Envelope>', '<soap:Body/></soap:Envelope>']]),
        ),
      ),
    ).toEqual([
      `request/envelope /Envelope: expected one Body with one child element; actual 2 Body elements with 1 child element`,
    ]);
  });

  it('is broken, with all that is looked for inside, by XML that does not parse', () => {
    expect(
      toldSent(
        judgeSent(['ReportSingleShotSms', 'soap12'], (request) =>
          withBody(request, [['</soap:Envelope>', '']]),
        ),
      ),
    ).toEqual([
      `request/envelope body: expected a SOAP envelope; actual not well-formed XML`,
      `request/operation-element /Envelope/Body: expected {http://sms.example/ns}ReportSingleShotSms; actual none`,
      `request/parameters parameters: expected {http://sms.example/ns}ServiceTicket, {http://sms.example/ns}PacketId; actual none`,
    ]);
  });
});
