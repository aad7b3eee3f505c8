import { describe, expect, it } from 'vitest';
import { change, findingsIn, judge } from '../../../../suites/support/judged.ts';

const inBody = (xml: string) => change('</soap:Body>', `${xml}</soap:Body>`);
const inResponse = (xml: string) => change('<SendBulkSmsResult>', `${xml}<SendBulkSmsResult>`);
/** Puts an element of that name into another namespace, and leaves what is inside. */
const moved = (name: string, uri: string) => [
  ...[`<${name}`, `<q:${name} xmlns:q="${uri}"`, `</${name}`, `</q:${name}`],
];
const response = 'soap/response must /Envelope/Body: expected one {ns}SendBulkSmsResponse; actual';
const result =
  'soap/result must /Envelope/Body/SendBulkSmsResponse: expected one {ns}SendBulkSmsResult; actual';

describe('soap/response', () => {
  const RESPONSE = /<SendBulkSmsResponse.*Response>/g;

  it('tells of a general name, and judges what lies inside', () => {
    expect(findingsIn(change('SendBulkSmsResponse', 'Response'))).toEqual([`${response} {ns}Response`]);
  });
  it('tells of a namespace with a slash more', () => {
    expect(findingsIn(change(...moved('SendBulkSmsResponse', 'http://sms.example/ns/')))).toEqual([
      `${response} {http://sms.example/ns/}SendBulkSmsResponse`,
    ]);
  });
  it('tells of another namespace all through, once', () => {
    expect(findingsIn(change('"http://sms.example/ns"', '"urn:other"'))).toEqual([
      `${response} {urn:other}SendBulkSmsResponse`,
    ]);
  });
  it('tells of a fault with status 200', () => {
    expect(findingsIn(change(RESPONSE, '<soap:Fault><faultstring>No</faultstring></soap:Fault>'))).toEqual([
      `${response} a Fault: No`,
    ]);
  });
  it('tells of a fault beside a Response', () => {
    expect(findingsIn(inBody('<soap:Fault>No</soap:Fault>'))).toEqual([
      `${response} {ns}SendBulkSmsResponse and a Fault: No`,
    ]);
  });
  it('tells of two Responses', () => {
    expect(findingsIn(inBody('<SendBulkSmsResponse xmlns="http://sms.example/ns"/>'))).toEqual([
      `${response} {ns}SendBulkSmsResponse and {ns}SendBulkSmsResponse`,
    ]);
  });
  it('tells of an empty Body', () => {
    expect(findingsIn(change(RESPONSE, ''))).toEqual([`${response} nothing`]);
  });
  it('tells of a Result without a Response around it, once', () => {
    expect(findingsIn(change(/<.?SendBulkSmsResponse[^>]*>/g, ''))).toEqual([
      `${response} SendBulkSmsResult`,
    ]);
  });
  it('tells of the Response of another operation', () => {
    expect(findingsIn(change('SendBulkSmsRes', 'ReportSingleShotSmsRes'))).toEqual([
      `${response} {ns}ReportSingleShotSmsResponse`,
      'soap/result must /Envelope/Body/ReportSingleShotSmsResponse: expected one {ns}SendBulkSmsResult; actual {ns}ReportSingleShotSmsResult',
    ]);
  });
});

describe('soap/result', () => {
  it('tells of two Results', () => {
    expect(findingsIn(change('</SendBulkSmsResult>', '</SendBulkSmsResult><SendBulkSmsResult/>'))).toEqual([
      `${result} {ns}SendBulkSmsResult and {ns}SendBulkSmsResult`,
    ]);
  });
  it('tells of none', () => {
    expect(findingsIn(change(/<SendBulkSmsResult>.*Result>/g, ''))).toEqual([`${result} nothing`]);
  });
  it('tells of another name, and judges the fields inside', () => {
    expect(findingsIn(change('SendBulkSmsResult>', 'SendBulkSMSResult>'))).toEqual([
      `${result} {ns}SendBulkSMSResult`,
    ]);
  });
  it('tells of another namespace', () => {
    expect(findingsIn(change(...moved('SendBulkSmsResult', 'urn:q')))).toEqual([
      `${result} {urn:q}SendBulkSmsResult`,
    ]);
  });
  it('tells of fields that appear in the Response', () => {
    expect(findingsIn(change(/<.?SendBulkSmsResult>/g, ''))).toEqual([
      `${result} {ns}PacketID and {ns}PacketStatus and {ns}DeliveryResults`,
    ]);
  });
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
    expect(findingsIn(beside(xml))).toEqual([
      `${rule} should ${path}: expected only ${only}; actual ${actual} (beside: ${only})`,
    ]);
    expect(judge(beside(xml))[0]?.requirements).toEqual([`bindings.soap11.${requirement}`]);
  });
});
