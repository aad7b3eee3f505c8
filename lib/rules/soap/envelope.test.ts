import { describe, expect, it } from 'vitest';
import { bare, correctText, judge, onCorrectReplies } from '../testing.ts';

describe('soap/envelope', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('soap/envelope')).toEqual({ asked: 8, wrong: [] });
  });

  it('is broken by the envelope of the other version', () => {
    expect(
      bare(
        judge({
          binding: 'soap12',
          edits: [['http://www.w3.org/2003/05/soap-envelope', 'http://schemas.xmlsoap.org/soap/envelope/']],
        }),
      ),
    ).toEqual([
      {
        rule: 'soap/envelope',
        level: 'must',
        path: '/Envelope',
        expected: '{http://www.w3.org/2003/05/soap-envelope}Envelope',
        actual: '{http://schemas.xmlsoap.org/soap/envelope/}Envelope',
      },
    ]);
  });

  it('is broken by an envelope in no namespace, whose Body is then in none', () => {
    expect(
      bare(
        judge({
          edits: [
            ['soap:', ''],
            ['xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"', ''],
          ],
        }),
      ),
    ).toEqual([
      {
        rule: 'soap/envelope',
        level: 'must',
        path: '/Envelope',
        expected: '{http://schemas.xmlsoap.org/soap/envelope/}Envelope',
        actual: 'Envelope',
      },
    ]);
  });

  it('is broken by a result without envelope', () => {
    expect(bare(judge({ body: correctText('SendBulkSms', 'http-get') }))).toEqual([
      {
        rule: 'soap/envelope',
        level: 'must',
        path: '/EmPostSmsResult',
        expected: '{http://schemas.xmlsoap.org/soap/envelope/}Envelope',
        actual: '{http://sms.example/ns}EmPostSmsResult',
      },
    ]);
  });

  it('is broken by a name in other letters', () => {
    expect(bare(judge({ edits: [['soap:Envelope', 'soap:envelope']] }))).toEqual([
      {
        rule: 'soap/envelope',
        level: 'must',
        path: '/envelope',
        expected: '{http://schemas.xmlsoap.org/soap/envelope/}Envelope',
        actual: '{http://schemas.xmlsoap.org/soap/envelope/}envelope',
      },
    ]);
  });
});
