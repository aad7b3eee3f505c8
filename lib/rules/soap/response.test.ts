import { describe, expect, it } from 'vitest';
import { type Edit, found, judge, type Row } from '../testing.ts';

const inBody = (xml: string): Edit => ['</soap:Body>', `${xml}</soap:Body>`];
const inResponse = (xml: string): Edit => ['<SendBulkSmsResult>', `${xml}<SendBulkSmsResult>`];
const response = 'soap/response must /Envelope/Body: expected one {ns}SendBulkSmsResponse; actual';
const result =
  'soap/result must /Envelope/Body/SendBulkSmsResponse: expected one {ns}SendBulkSmsResult; actual';

describe('soap/response', () => {
  it.each<Row<readonly Edit[]>>([
    [
      'a general name, and what lies inside is still judged',
      [['SendBulkSmsResponse', 'Response']],
      `${response} {ns}Response`,
    ],
    [
      'a namespace with a slash more',
      [
        ['<SendBulkSmsResponse xmlns="', '<q:SendBulkSmsResponse xmlns:q="http://sms.example/ns/" xmlns="'],
        ['</SendBulkSmsResponse', '</q:SendBulkSmsResponse'],
      ],
      `${response} {http://sms.example/ns/}SendBulkSmsResponse`,
    ],
    [
      'a namespace that is another one all through, told once',
      [['"http://sms.example/ns"', '"urn:other"']],
      `${response} {urn:other}SendBulkSmsResponse`,
    ],
    [
      'a fault with status 200',
      [[/<SendBulkSmsResponse.*Response>/g, '<soap:Fault><faultstring>No</faultstring></soap:Fault>']],
      `${response} a Fault: No`,
    ],
    [
      'a fault beside a Response',
      [inBody('<soap:Fault>No</soap:Fault>')],
      `${response} {ns}SendBulkSmsResponse and a Fault: No`,
    ],
    [
      'two Responses',
      [inBody('<SendBulkSmsResponse xmlns="http://sms.example/ns"/>')],
      `${response} {ns}SendBulkSmsResponse and {ns}SendBulkSmsResponse`,
    ],
    ['an empty Body', [[/<SendBulkSmsResponse.*Response>/g, '']], `${response} nothing`],
    [
      'a Result that has no Response around it, told once',
      [[/<.?SendBulkSmsResponse[^>]*>/g, '']],
      `${response} SendBulkSmsResult`,
    ],
    [
      'the Response of another operation, with soap/result',
      [['SendBulkSmsRes', 'ReportSingleShotSmsRes']],
      `${response} {ns}ReportSingleShotSmsResponse`,
      'soap/result must /Envelope/Body/ReportSingleShotSmsResponse: expected one {ns}SendBulkSmsResult; actual {ns}ReportSingleShotSmsResult',
    ],
  ])('is broken by %s', (_, edits, ...lines) => {
    expect(found({ edits })).toEqual(lines);
  });
});

describe('soap/result', () => {
  it.each<Row<readonly Edit[]>>([
    [
      'a Response with two Results',
      [['</SendBulkSmsResult>', '</SendBulkSmsResult><SendBulkSmsResult/>']],
      `${result} {ns}SendBulkSmsResult and {ns}SendBulkSmsResult`,
    ],
    ['none', [[/<SendBulkSmsResult>.*Result>/g, '']], `${result} nothing`],
    [
      'another name, and the fields inside are still judged',
      [['SendBulkSmsResult>', 'SendBulkSMSResult>']],
      `${result} {ns}SendBulkSMSResult`,
    ],
    [
      'another namespace',
      [
        ['<SendBulkSmsResult>', '<q:SendBulkSmsResult xmlns:q="urn:q">'],
        ['</SendBulkSmsResult', '</q:SendBulkSmsResult'],
      ],
      `${result} {urn:q}SendBulkSmsResult`,
    ],
    [
      'fields that stand in the Response',
      [[/<.?SendBulkSmsResult>/g, '']],
      `${result} {ns}PacketID and {ns}PacketStatus and {ns}DeliveryResults`,
    ],
  ])('is broken by %s', (_, edits, ...lines) => {
    expect(found({ edits })).toEqual(lines);
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
    const given = { edits: [beside(xml)] };
    expect(found(given)).toEqual([
      `${rule} should ${path}: expected only ${only}; actual ${actual} (beside: ${only})`,
    ]);
    expect(judge(given)[0]?.requirements).toEqual([`bindings.soap11.${requirement}`]);
  });
});
