import { describe, expect, it } from 'vitest';
import { bare, judge, onCorrectReplies } from '../testing.ts';

describe('soap/result', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('soap/result')).toEqual({ asked: 8, wrong: [] });
  });

  it('is broken by a Response with two Results', () => {
    expect(
      bare(judge({ edits: [['</SendBulkSmsResult>', '</SendBulkSmsResult><SendBulkSmsResult/>']] })),
    ).toEqual([
      {
        rule: 'soap/result',
        level: 'must',
        path: '/Envelope/Body/SendBulkSmsResponse',
        expected: 'one {http://sms.example/ns}SendBulkSmsResult',
        actual: '{http://sms.example/ns}SendBulkSmsResult and {http://sms.example/ns}SendBulkSmsResult',
      },
    ]);
  });

  it('is broken by none', () => {
    expect(bare(judge({ edits: [[/<SendBulkSmsResult>.*Result>/g, '']] }))).toEqual([
      {
        rule: 'soap/result',
        level: 'must',
        path: '/Envelope/Body/SendBulkSmsResponse',
        expected: 'one {http://sms.example/ns}SendBulkSmsResult',
        actual: 'nothing',
      },
    ]);
  });

  it('is broken by another name, and the fields inside are still judged', () => {
    expect(bare(judge({ edits: [['SendBulkSmsResult>', 'SendBulkSMSResult>']] }))).toEqual([
      {
        rule: 'soap/result',
        level: 'must',
        path: '/Envelope/Body/SendBulkSmsResponse',
        expected: 'one {http://sms.example/ns}SendBulkSmsResult',
        actual: '{http://sms.example/ns}SendBulkSMSResult',
      },
    ]);
  });

  it('is broken by another namespace', () => {
    expect(
      bare(
        judge({
          edits: [
            ['<SendBulkSmsResult>', '<q:SendBulkSmsResult xmlns:q="urn:q">'],
            ['</SendBulkSmsResult', '</q:SendBulkSmsResult'],
          ],
        }),
      ),
    ).toEqual([
      {
        rule: 'soap/result',
        level: 'must',
        path: '/Envelope/Body/SendBulkSmsResponse',
        expected: 'one {http://sms.example/ns}SendBulkSmsResult',
        actual: '{urn:q}SendBulkSmsResult',
      },
    ]);
  });

  it('is broken by fields that stand in the Response', () => {
    expect(
      bare(
        judge({
          edits: [
            ['<SendBulkSmsResult>', ''],
            ['</SendBulkSmsResult>', ''],
          ],
        }),
      ),
    ).toEqual([
      {
        rule: 'soap/result',
        level: 'must',
        path: '/Envelope/Body/SendBulkSmsResponse',
        expected: 'one {http://sms.example/ns}SendBulkSmsResult',
        actual: ['PacketID', 'PacketStatus', 'DeliveryResults']
          .map((name) => `{http://sms.example/ns}${name}`)
          .join(' and '),
      },
    ]);
  });

  it.each(['x', '&#160;', '\u2028'])('is broken by text beside the Result: %j', (text) => {
    expect(bare(judge({ edits: [['<SendBulkSmsResult>', `${text}<SendBulkSmsResult>`]] }))).toEqual([
      {
        rule: 'soap/result',
        level: 'should',
        path: '/Envelope/Body/SendBulkSmsResponse',
        expected: 'only SendBulkSmsResult',
        names: { beside: 'SendBulkSmsResult' },
        actual: expect.stringMatching(/^the text "/),
      },
    ]);
  });

  it.each([
    ['', '<Code>0</Code>', '{http://sms.example/ns}Code'],
    [', called Result too', '<v:SendBulkSmsResult xmlns:v="urn:v"/>', '{urn:v}SendBulkSmsResult'],
  ])('is broken at should by an element beside the Result%s', (_, element, actual) => {
    const findings = judge({ edits: [['<SendBulkSmsResult>', `${element}<SendBulkSmsResult>`]] });
    expect(bare(findings)).toEqual([
      {
        rule: 'soap/result',
        level: 'should',
        path: '/Envelope/Body/SendBulkSmsResponse',
        expected: 'only SendBulkSmsResult',
        names: { beside: 'SendBulkSmsResult' },
        actual,
      },
    ]);
    expect(findings[0]?.requirements).toEqual(['bindings.soap11.result-alone']);
  });
});
