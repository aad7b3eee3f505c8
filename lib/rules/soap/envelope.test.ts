import { describe, expect, it } from 'vitest';
import { correctText, judge, told } from '../testing.ts';

describe('soap/envelope', () => {
  it('is broken by the envelope of the other version', () => {
    expect(
      told(
        judge({
          binding: 'soap12',
          edits: [['http://www.w3.org/2003/05/soap-envelope', 'http://schemas.xmlsoap.org/soap/envelope/']],
        }),
      ),
    ).toEqual([
      `soap/envelope must /Envelope: expected {http://www.w3.org/2003/05/soap-envelope}Envelope; actual {http://schemas.xmlsoap.org/soap/envelope/}Envelope`,
    ]);
  });

  it('is broken by an envelope in no namespace, whose Body is then in none', () => {
    expect(
      told(
        judge({
          edits: [
            ['soap:', ''],
            ['xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"', ''],
          ],
        }),
      ),
    ).toEqual([
      `soap/envelope must /Envelope: expected {http://schemas.xmlsoap.org/soap/envelope/}Envelope; actual Envelope`,
    ]);
  });

  it('is broken by a result without envelope', () => {
    expect(told(judge({ body: correctText('SendBulkSms', 'http-get') }))).toEqual([
      `soap/envelope must /EmPostSmsResult: expected {http://schemas.xmlsoap.org/soap/envelope/}Envelope; actual {http://sms.example/ns}EmPostSmsResult`,
    ]);
  });

  it('is broken by a name in other letters', () => {
    expect(told(judge({ edits: [['soap:Envelope', 'soap:envelope']] }))).toEqual([
      `soap/envelope must /envelope: expected {http://schemas.xmlsoap.org/soap/envelope/}Envelope; actual {http://schemas.xmlsoap.org/soap/envelope/}envelope`,
    ]);
  });
});
