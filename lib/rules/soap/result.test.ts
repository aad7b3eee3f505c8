import { describe, expect, it } from 'vitest';
import { judge, told } from '../testing.ts';

describe('soap/result', () => {
  it('is broken by a Response with two Results', () => {
    expect(
      told(judge({ edits: [['</SendBulkSmsResult>', '</SendBulkSmsResult><SendBulkSmsResult/>']] })),
    ).toEqual([
      `soap/result must /Envelope/Body/SendBulkSmsResponse: expected one {http://sms.example/ns}SendBulkSmsResult; actual {http://sms.example/ns}SendBulkSmsResult and {http://sms.example/ns}SendBulkSmsResult`,
    ]);
  });

  it('is broken by none', () => {
    expect(told(judge({ edits: [[/<SendBulkSmsResult>.*Result>/g, '']] }))).toEqual([
      `soap/result must /Envelope/Body/SendBulkSmsResponse: expected one {http://sms.example/ns}SendBulkSmsResult; actual nothing`,
    ]);
  });

  it('is broken by another name, and the fields inside are still judged', () => {
    expect(told(judge({ edits: [['SendBulkSmsResult>', 'SendBulkSMSResult>']] }))).toEqual([
      `soap/result must /Envelope/Body/SendBulkSmsResponse: expected one {http://sms.example/ns}SendBulkSmsResult; actual {http://sms.example/ns}SendBulkSMSResult`,
    ]);
  });

  it('is broken by another namespace', () => {
    expect(
      told(
        judge({
          edits: [
            ['<SendBulkSmsResult>', '<q:SendBulkSmsResult xmlns:q="urn:q">'],
            ['</SendBulkSmsResult', '</q:SendBulkSmsResult'],
          ],
        }),
      ),
    ).toEqual([
      `soap/result must /Envelope/Body/SendBulkSmsResponse: expected one {http://sms.example/ns}SendBulkSmsResult; actual {urn:q}SendBulkSmsResult`,
    ]);
  });

  it('is broken by fields that stand in the Response', () => {
    expect(
      told(
        judge({
          edits: [
            ['<SendBulkSmsResult>', ''],
            ['</SendBulkSmsResult>', ''],
          ],
        }),
      ),
    ).toEqual([
      `soap/result must /Envelope/Body/SendBulkSmsResponse: expected one {http://sms.example/ns}SendBulkSmsResult; actual ${[
        'PacketID',
        'PacketStatus',
        'DeliveryResults',
      ]
        .map((name) => `{http://sms.example/ns}${name}`)
        .join(' and ')}`,
    ]);
  });

  it.each(['x', '&#160;', '\u2028'])('is broken by text beside the Result: %j', (text) => {
    expect(told(judge({ edits: [['<SendBulkSmsResult>', `${text}<SendBulkSmsResult>`]] }))).toEqual([
      expect.stringMatching(
        /^soap\/result should \/Envelope\/Body\/SendBulkSmsResponse: expected only SendBulkSmsResult; actual the text ".*" \(beside: SendBulkSmsResult\)$/,
      ),
    ]);
  });

  it.each([
    ['', '<Code>0</Code>', '{http://sms.example/ns}Code'],
    [', called Result too', '<v:SendBulkSmsResult xmlns:v="urn:v"/>', '{urn:v}SendBulkSmsResult'],
  ])('is broken at should by an element beside the Result%s', (_, element, actual) => {
    const findings = judge({ edits: [['<SendBulkSmsResult>', `${element}<SendBulkSmsResult>`]] });
    expect(told(findings)).toEqual([
      `soap/result should /Envelope/Body/SendBulkSmsResponse: expected only SendBulkSmsResult; actual ${actual} (beside: SendBulkSmsResult)`,
    ]);
    expect(findings[0]?.requirements).toEqual(['bindings.soap11.result-alone']);
  });
});
