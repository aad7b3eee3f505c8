import { describe, expect, it } from 'vitest';
import { fired, judge, told } from '../testing.ts';

describe('soap/response', () => {
  it('is broken by a general name, and what lies inside is still judged', () => {
    expect(told(judge({ edits: [['SendBulkSmsResponse', 'Response']] }))).toEqual([
      `soap/response must /Envelope/Body: expected one {http://sms.example/ns}SendBulkSmsResponse; actual {http://sms.example/ns}Response`,
    ]);
  });

  it('is broken by a namespace with a slash more', () => {
    expect(
      told(
        judge({
          edits: [
            [
              '<SendBulkSmsResponse xmlns="',
              '<q:SendBulkSmsResponse xmlns:q="http://sms.example/ns/" xmlns="',
            ],
            ['</SendBulkSmsResponse', '</q:SendBulkSmsResponse'],
          ],
        }),
      ),
    ).toEqual([
      `soap/response must /Envelope/Body: expected one {http://sms.example/ns}SendBulkSmsResponse; actual {http://sms.example/ns/}SendBulkSmsResponse`,
    ]);
  });

  it('is broken by a fault with status 200', () => {
    expect(
      told(
        judge({
          body: '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><e:Fault><faultstring>No</faultstring></e:Fault></e:Body></e:Envelope>',
        }),
      ),
    ).toEqual([
      `soap/response must /Envelope/Body: expected one {http://sms.example/ns}SendBulkSmsResponse; actual a Fault: No`,
    ]);
  });

  it('is broken by a fault beside a Response', () => {
    expect(told(judge({ edits: [['</soap:Body>', '<soap:Fault>No</soap:Fault></soap:Body>']] }))).toEqual([
      `soap/response must /Envelope/Body: expected one {http://sms.example/ns}SendBulkSmsResponse; actual {http://sms.example/ns}SendBulkSmsResponse and a Fault: No`,
    ]);
  });

  it('is broken by two Responses', () => {
    expect(
      told(
        judge({
          edits: [['</soap:Body>', '<SendBulkSmsResponse xmlns="http://sms.example/ns"/></soap:Body>']],
        }),
      ),
    ).toEqual([
      `soap/response must /Envelope/Body: expected one {http://sms.example/ns}SendBulkSmsResponse; actual {http://sms.example/ns}SendBulkSmsResponse and {http://sms.example/ns}SendBulkSmsResponse`,
    ]);
  });

  it('is broken by an empty Body', () => {
    expect(told(judge({ edits: [[/<SendBulkSmsResponse.*Response>/g, '']] }))).toEqual([
      `soap/response must /Envelope/Body: expected one {http://sms.example/ns}SendBulkSmsResponse; actual nothing`,
    ]);
  });

  it.each(['x', '&#160;', '\uFEFF'])('is broken by text behind the Response: %j', (text) => {
    expect(told(judge({ edits: [['</soap:Body>', `${text}</soap:Body>`]] }))).toEqual([
      expect.stringMatching(
        /^soap\/response should \/Envelope\/Body: expected only SendBulkSmsResponse; actual the text ".*" \(beside: SendBulkSmsResponse\)$/,
      ),
    ]);
  });

  it.each([
    ['of the service', '<Trace xmlns="http://sms.example/ns"/>', '{http://sms.example/ns}Trace'],
    ['called Response too', '<v:SendBulkSmsResponse xmlns:v="urn:v"/>', '{urn:v}SendBulkSmsResponse'],
    ['called Fault', '<v:Fault xmlns:v="urn:v"/>', '{urn:v}Fault'],
  ])('is broken at should by another element beside the Response, %s', (_, element, actual) => {
    const findings = judge({ edits: [['</soap:Body>', `${element}</soap:Body>`]] });
    expect(told(findings)).toEqual([
      `soap/response should /Envelope/Body: expected only SendBulkSmsResponse; actual ${actual} (beside: SendBulkSmsResponse)`,
    ]);
    expect(findings[0]?.requirements).toEqual(['bindings.soap11.response-alone']);
  });

  it('tells a reply that is in another namespace all through, once', () => {
    expect(fired(judge({ edits: [['"http://sms.example/ns"', '"urn:other"']] }))).toEqual(['soap/response']);
  });

  it('tells a packet result that has no Response around it, once', () => {
    const findings = judge({ edits: [[/<.?SendBulkSmsResponse[^>]*>/g, '']] });
    expect(findings.map(({ rule, actual }) => [rule, actual])).toEqual([
      ['soap/response', 'SendBulkSmsResult'],
    ]);
  });

  it('is broken, with soap/result, by the Response of another operation', () => {
    expect(told(judge({ edits: [['SendBulkSmsRes', 'ReportSingleShotSmsRes']] }))).toEqual([
      `soap/response must /Envelope/Body: expected one {http://sms.example/ns}SendBulkSmsResponse; actual {http://sms.example/ns}ReportSingleShotSmsResponse`,
      `soap/result must /Envelope/Body/ReportSingleShotSmsResponse: expected one {http://sms.example/ns}SendBulkSmsResult; actual {http://sms.example/ns}ReportSingleShotSmsResult`,
    ]);
  });
});
