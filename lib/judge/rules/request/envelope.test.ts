import { describe, expect, it } from 'vitest';
import { edit, foundSent, tellsSent as tells } from '../../../../suites/support/judged.ts';

const operation = 'ReportSingleShotSms';
const expects = 'request/envelope /Envelope: expected one Body with one child element; actual';
const parameters = 'request/parameters parameters: expected {ns}ServiceTicket, {ns}PacketId; actual';

describe('request/envelope', () => {
  const soap12 = 'http://www.w3.org/2003/05/soap-envelope';
  tells('the envelope of the other version', edit('http://schemas.xmlsoap.org/soap/envelope/', soap12), [
    'request/envelope /: expected {soap11}Envelope; actual {soap12}Envelope',
  ]);
  tells('two elements in the Body', edit('</soap:Body>', '<a/></soap:Body>'), [
    `${expects} 1 Body element with 2 child elements`,
  ]);
  tells('two Bodies', edit('</soap:Envelope>', '<soap:Body/></soap:Envelope>'), [
    `${expects} 2 Body elements with 1 child element`,
  ]);
  const styled = (name: string, level: string) =>
    `request/envelope${level} ${name}: expected no encodingStyle; actual encodingStyle`;
  const of = (name: string) => edit(new RegExp(`(<\\w*:?${name})\\b`, 'g'), '$1 soap:encodingStyle="urn:x"');
  it.each(['Envelope', 'Body', 'SendBulkSms'])(
    'tells of the encodingStyle of %s, where open as open',
    (name) => {
      expect(foundSent(of(name))).toEqual([styled(name, ' gap')]);
      const level = name === 'SendBulkSms' ? ' gap' : ' must';
      expect(foundSent({ ...of(name), binding: 'soap12' })).toEqual([styled(name, level)]);
    },
  );
  const others = edit('<soap:Body', '<soap:Body encodingStyle="a" soap:style="b"');
  tells('no attribute of another name or namespace', others, []);
  const doctype = 'request/envelope body: expected no document type declaration; actual <!DOCTYPE';
  tells('a document type declaration', edit('<soap:Envelope', '<!DOCTYPE x><soap:Envelope'), [doctype]);
  tells(
    'an entity',
    {
      operation,
      binding: 'soap12',
      edits: [
        ['<soap:Body>', '<soap:Body>&e;'],
        ['<soap:Envelope', '<!DOCTYPE x [<!ENTITY e "">]><soap:Envelope'],
      ],
    },
    [doctype],
  );
  tells('XML that does not parse', { operation, binding: 'soap12', edits: [['</soap:Envelope>', '']] }, [
    'request/envelope body: expected a SOAP envelope; actual not well-formed XML: unclosed tag: soap:Envelope (line 1, column 260)',
  ]);
});

describe('request/operation-element', () => {
  tells('another name', edit(/SendBulkSms\b/g, 'SendBulkSMS'), [
    'request/operation-element /Envelope/Body: expected {ns}SendBulkSms; actual {ns}SendBulkSMS',
  ]);
  tells('another namespace all through', { operation, edits: [['http://sms.example/ns"', 'urn:q"']] }, [
    'request/operation-element /Envelope/Body: expected {ns}ReportSingleShotSms; actual {urn:q}ReportSingleShotSms',
    `${parameters} {urn:q}ServiceTicket, {urn:q}PacketId`,
  ]);
});
