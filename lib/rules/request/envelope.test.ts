import { describe, expect, it } from 'vitest';
import { foundSent, type Row, type Sent } from '../testing.ts';

const operation = 'ReportSingleShotSms';
const expects = 'request/envelope /Envelope: expected one Body with one child element; actual';
const parameters = 'request/parameters parameters: expected {ns}ServiceTicket, {ns}PacketId; actual';

describe('request/envelope', () => {
  it.each<Row<Sent>>([
    [
      'the envelope of the other version',
      { edits: [['http://schemas.xmlsoap.org/soap/envelope/', 'http://www.w3.org/2003/05/soap-envelope']] },
      'request/envelope /: expected {soap11}Envelope; actual {soap12}Envelope',
    ],
    [
      'two elements in the Body',
      { binding: 'soap12', edits: [['</soap:Body>', '<a/></soap:Body>']] },
      `${expects} 1 Body element with 2 child elements`,
    ],
    [
      'two Bodies',
      { binding: 'soap12', edits: [['</soap:Envelope>', '<soap:Body/></soap:Envelope>']] },
      `${expects} 2 Body elements with 1 child element`,
    ],
    [
      'XML that does not parse, with all that is looked for inside',
      { operation, binding: 'soap12', edits: [['</soap:Envelope>', '']] },
      'request/envelope body: expected a SOAP envelope; actual not well-formed XML',
      'request/operation-element /Envelope/Body: expected {ns}ReportSingleShotSms; actual none',
      `${parameters} none`,
    ],
  ])('is broken by %s', (_, sent, ...lines) => {
    expect(foundSent(sent)).toEqual(lines);
  });
});

describe('request/operation-element', () => {
  it.each<Row<Sent>>([
    [
      'another name',
      { edits: [[/SendBulkSms\b/g, 'SendBulkSMS']] },
      'request/operation-element /Envelope/Body: expected {ns}SendBulkSms; actual {ns}SendBulkSMS',
    ],
    [
      'another namespace, with the parameters inside',
      { operation, binding: 'soap12', edits: [['http://sms.example/ns', 'urn:q']] },
      'request/operation-element /Envelope/Body: expected {ns}ReportSingleShotSms; actual {urn:q}ReportSingleShotSms',
      `${parameters} {urn:q}ServiceTicket, {urn:q}PacketId`,
    ],
  ])('is broken by %s', (_, sent, ...lines) => {
    expect(foundSent(sent)).toEqual(lines);
  });
});
