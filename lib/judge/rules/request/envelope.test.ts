import { describe, expect, it } from 'vitest';
import { change, findingsInRequest } from '../../../../suites/support/judged.ts';

const operation = 'ReportSingleShotSms';
const expects = 'request/envelope /Envelope: expected one Body with one child element; actual';
const parameters = 'request/parameters parameters: expected {ns}ServiceTicket, {ns}PacketId; actual';

describe('request/envelope', () => {
  const soap12 = 'http://www.w3.org/2003/05/soap-envelope';
  it('tells of the envelope of the other version', () => {
    expect(findingsInRequest(change('http://schemas.xmlsoap.org/soap/envelope/', soap12))).toEqual([
      'request/envelope /: expected {soap11}Envelope; actual {soap12}Envelope',
    ]);
  });
  it('tells of two elements in the Body', () => {
    expect(findingsInRequest(change('</soap:Body>', '<a/></soap:Body>'))).toEqual([
      `${expects} 1 Body element with 2 child elements`,
    ]);
  });
  it('tells of two Bodies', () => {
    expect(findingsInRequest(change('</soap:Envelope>', '<soap:Body/></soap:Envelope>'))).toEqual([
      `${expects} 2 Body elements with 1 child element`,
    ]);
  });
  const styled = (name: string, level: string) =>
    `request/envelope${level} ${name}: expected no encodingStyle; actual encodingStyle`;
  const of = (name: string) =>
    change(new RegExp(`(<\\w*:?${name})\\b`, 'g'), '$1 soap:encodingStyle="urn:x"');
  it.each(['Envelope', 'Body', 'SendBulkSms'])(
    'tells of the encodingStyle of %s, where open as open',
    (name) => {
      expect(findingsInRequest(of(name))).toEqual([styled(name, ' gap')]);
      const level = name === 'SendBulkSms' ? ' gap' : ' must';
      expect(findingsInRequest({ ...of(name), binding: 'soap12' })).toEqual([styled(name, level)]);
    },
  );
  const others = change('<soap:Body', '<soap:Body encodingStyle="a" soap:style="b"');
  it('tells of no attribute of another name or namespace', () => {
    expect(findingsInRequest(others)).toEqual([]);
  });
  const doctype = 'request/envelope body: expected no document type declaration; actual <!DOCTYPE';
  it('tells of a document type declaration', () => {
    expect(findingsInRequest(change('<soap:Envelope', '<!DOCTYPE x><soap:Envelope'))).toEqual([doctype]);
  });
  it('tells of an entity', () => {
    expect(
      findingsInRequest({
        operation,
        binding: 'soap12',
        edits: [
          ['<soap:Body>', '<soap:Body>&e;'],
          ['<soap:Envelope', '<!DOCTYPE x [<!ENTITY e "">]><soap:Envelope'],
        ],
      }),
    ).toEqual([doctype]);
  });
  it('tells of XML that does not parse', () => {
    expect(findingsInRequest({ operation, binding: 'soap12', edits: [['</soap:Envelope>', '']] })).toEqual([
      'request/envelope body: expected a SOAP envelope; actual not well-formed XML: unclosed tag: soap:Envelope (line 1, column 260)',
    ]);
  });
});

describe('request/operation-element', () => {
  it('tells of another name', () => {
    expect(findingsInRequest(change(/SendBulkSms\b/g, 'SendBulkSMS'))).toEqual([
      'request/operation-element /Envelope/Body: expected {ns}SendBulkSms; actual {ns}SendBulkSMS',
    ]);
  });
  it('tells of another namespace all through', () => {
    expect(findingsInRequest({ operation, edits: [['http://sms.example/ns"', 'urn:q"']] })).toEqual([
      'request/operation-element /Envelope/Body: expected {ns}ReportSingleShotSms; actual {urn:q}ReportSingleShotSms',
      `${parameters} {urn:q}ServiceTicket, {urn:q}PacketId`,
    ]);
  });
});
