import { describe, expect, it } from 'vitest';
import { judgeSent, toldSent, withBody } from '../testing.ts';

describe('request/operation-element', () => {
  it('is broken by another name', () => {
    expect(
      toldSent(
        judgeSent(['SendBulkSms', 'soap11'], (request) =>
          withBody(request, [[/SendBulkSms\b/g, 'SendBulkSMS']]),
        ),
      ),
    ).toEqual([
      `request/operation-element /Envelope/Body: expected {http://sms.example/ns}SendBulkSms; actual {http://sms.example/ns}SendBulkSMS`,
    ]);
  });

  it('is broken, with the parameters inside, by another namespace', () => {
    expect(
      toldSent(
        judgeSent(['ReportSingleShotSms', 'soap12'], (request) =>
          withBody(request, [['http://sms.example/ns', 'urn:q']]),
        ),
      ),
    ).toEqual([
      `request/operation-element /Envelope/Body: expected {http://sms.example/ns}ReportSingleShotSms; actual {urn:q}ReportSingleShotSms`,
      `request/parameters parameters: expected {http://sms.example/ns}ServiceTicket, {http://sms.example/ns}PacketId; actual {urn:q}ServiceTicket, {urn:q}PacketId`,
    ]);
  });
});
