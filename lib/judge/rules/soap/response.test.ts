import { describe, expect, it } from 'vitest';
import { edit, found, judge, tells } from '../../../../suites/support/judged.ts';

const inBody = (xml: string) => edit('</soap:Body>', `${xml}</soap:Body>`);
const inResponse = (xml: string) => edit('<SendBulkSmsResult>', `${xml}<SendBulkSmsResult>`);
/** Puts an element of that name into another namespace, and leaves what is inside. */
const moved = (name: string, uri: string) => [
  ...[`<${name}`, `<q:${name} xmlns:q="${uri}"`, `</${name}`, `</q:${name}`],
];
const response = 'soap/response must /Envelope/Body: expected one {ns}SendBulkSmsResponse; actual';
const result =
  'soap/result must /Envelope/Body/SendBulkSmsResponse: expected one {ns}SendBulkSmsResult; actual';

describe('soap/response', () => {
  const RESPONSE = /<SendBulkSmsResponse.*Response>/g;

  tells('a general name, and judges what lies inside', edit('SendBulkSmsResponse', 'Response'), [
    `${response} {ns}Response`,
  ]);
  tells('a namespace with a slash more', edit(...moved('SendBulkSmsResponse', 'http://sms.example/ns/')), [
    `${response} {http://sms.example/ns/}SendBulkSmsResponse`,
  ]);
  tells('another namespace all through, once', edit('"http://sms.example/ns"', '"urn:other"'), [
    `${response} {urn:other}SendBulkSmsResponse`,
  ]);
  tells('a fault with status 200', edit(RESPONSE, '<soap:Fault><faultstring>No</faultstring></soap:Fault>'), [
    `${response} a Fault: No`,
  ]);
  tells('a fault beside a Response', inBody('<soap:Fault>No</soap:Fault>'), [
    `${response} {ns}SendBulkSmsResponse and a Fault: No`,
  ]);
  tells('two Responses', inBody('<SendBulkSmsResponse xmlns="http://sms.example/ns"/>'), [
    `${response} {ns}SendBulkSmsResponse and {ns}SendBulkSmsResponse`,
  ]);
  tells('an empty Body', edit(RESPONSE, ''), [`${response} nothing`]);
  tells('a Result without a Response around it, once', edit(/<.?SendBulkSmsResponse[^>]*>/g, ''), [
    `${response} SendBulkSmsResult`,
  ]);
  tells('the Response of another operation', edit('SendBulkSmsRes', 'ReportSingleShotSmsRes'), [
    `${response} {ns}ReportSingleShotSmsResponse`,
    'soap/result must /Envelope/Body/ReportSingleShotSmsResponse: expected one {ns}SendBulkSmsResult; actual {ns}ReportSingleShotSmsResult',
  ]);
});

describe('soap/result', () => {
  tells('two Results', edit('</SendBulkSmsResult>', '</SendBulkSmsResult><SendBulkSmsResult/>'), [
    `${result} {ns}SendBulkSmsResult and {ns}SendBulkSmsResult`,
  ]);
  tells('none', edit(/<SendBulkSmsResult>.*Result>/g, ''), [`${result} nothing`]);
  tells('another name, and judges the fields inside', edit('SendBulkSmsResult>', 'SendBulkSMSResult>'), [
    `${result} {ns}SendBulkSMSResult`,
  ]);
  tells('another namespace', edit(...moved('SendBulkSmsResult', 'urn:q')), [
    `${result} {urn:q}SendBulkSmsResult`,
  ]);
  tells('fields that appear in the Response', edit(/<.?SendBulkSmsResult>/g, ''), [
    `${result} {ns}PacketID and {ns}PacketStatus and {ns}DeliveryResults`,
  ]);
});

describe.each([
  ['soap/response', inBody, '/Envelope/Body', 'SendBulkSmsResponse', 'response-alone'],
  ['soap/result', inResponse, '/Envelope/Body/SendBulkSmsResponse', 'SendBulkSmsResult', 'result-alone'],
] as const)('%s is broken at should', (rule, beside, path, only, requirement) => {
  it.each([
    ['an element of the service', '<Trace xmlns="http://sms.example/ns"/>', '{ns}Trace'],
    ['one of the same name', `<v:${only} xmlns:v="urn:v"/>`, `{urn:v}${only}`],
    ['one called Fault', '<v:Fault xmlns:v="urn:v"/>', '{urn:v}Fault'],
    ['a text', 'x', 'the text "x"'],
    ['a no-break space', '&#160;', String.raw`the text "\u{A0}"`],
    ['a byte order mark', '\uFEFF', String.raw`the text "\u{FEFF}"`],
    ['a line separator', '\u2028', String.raw`the text "\u{2028}"`],
  ])('by %s beside it', (_, xml, actual) => {
    expect(found(beside(xml))).toEqual([
      `${rule} should ${path}: expected only ${only}; actual ${actual} (beside: ${only})`,
    ]);
    expect(judge(beside(xml))[0]?.requirements).toEqual([`bindings.soap11.${requirement}`]);
  });
});
