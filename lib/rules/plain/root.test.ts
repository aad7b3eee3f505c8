import { describe, expect, it } from 'vitest';
import { bare, judge, onCorrectReplies } from '../testing.ts';

describe('plain/root', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('plain/root')).toEqual({ asked: 8, wrong: [] });
  });

  it('is broken by another name', () => {
    expect(bare(judge({ binding: 'http-get', edits: [['EmPostSmsResult', 'PacketResult']] }))).toEqual([
      {
        rule: 'plain/root',
        level: 'must',
        path: '/PacketResult',
        expected: '{http://sms.example/ns}EmPostSmsResult',
        actual: '{http://sms.example/ns}PacketResult',
      },
    ]);
  });

  it('is broken by a root in no namespace', () => {
    expect(
      bare(
        judge({
          binding: 'http-post',
          edits: [
            ['<EmPostSmsResult xmlns=', '<EmPostSmsResult xmlns:q='],
            ['<PacketID', '<q:PacketID'],
            ['</PacketID', '</q:PacketID'],
            [/<(\/?)(PacketStatus|DeliveryResults)/g, '<$1q:$2'],
            [/<(\/?)(EmSms|Gsm|Delivery(?!Results)|Delivered|PostT|Key|SendD)/g, '<$1q:$2'],
          ],
        }),
      ),
    ).toEqual([
      {
        rule: 'plain/root',
        level: 'must',
        path: '/EmPostSmsResult',
        expected: '{http://sms.example/ns}EmPostSmsResult',
        actual: 'EmPostSmsResult',
      },
    ]);
  });

  it('is broken, with the rules about fields, by a SOAP envelope', () => {
    expect(
      bare(
        judge({
          binding: 'http-get',
          body: '<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body/></Envelope>',
        }),
      ),
    ).toEqual([
      {
        rule: 'plain/root',
        level: 'must',
        path: '/Envelope',
        expected: '{http://sms.example/ns}EmPostSmsResult',
        actual: '{http://schemas.xmlsoap.org/soap/envelope/}Envelope',
      },
      ...['PacketID', 'PacketStatus', 'DeliveryResults'].map((field) => ({
        rule: 'result/field-once',
        level: 'must',
        path: '/Envelope',
        expected: `one {http://sms.example/ns}${field}`,
        actual: 'none; found {http://schemas.xmlsoap.org/soap/envelope/}Body',
        names: { field, parent: 'Envelope' },
      })),
      {
        rule: 'result/only-fields',
        level: 'should',
        path: '/Envelope/Body',
        expected: 'only PacketID, PacketStatus, DeliveryResults',
        actual: '{http://schemas.xmlsoap.org/soap/envelope/}Body',
        names: { field: 'Body', parent: 'Envelope' },
      },
    ]);
  });
});
