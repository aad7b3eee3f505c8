import { describe, expect, it } from 'vitest';
import { bare, judge, onCorrectReplies, resultPath } from '../testing.ts';

const D = `${resultPath('SendBulkSms', 'soap11')}/DeliveryResults/EmSmsDeliveryResult`;
const ns = '{http://sms.example/ns}';

describe('delivery/field-once', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('delivery/field-once')).toEqual({ asked: 16, wrong: [] });
  });

  it('is broken by a field left out everywhere, said once', () => {
    expect(bare(judge({ edits: [['<DeliveryDetail></DeliveryDetail>', '']] }))).toEqual([
      {
        rule: 'delivery/field-once',
        level: 'must',
        path: `${D}[1]`,
        expected: `one ${ns}DeliveryDetail`,
        actual: 'none',
        names: { field: 'DeliveryDetail', parent: 'EmSmsDeliveryResult' },
        more: 1,
      },
    ]);
  });

  it('is broken by a field left out of the last one only', () => {
    expect(bare(judge({ edits: [[/(905321112244.*)<KeyID>K-1<.KeyID>/g, '$1']] }))).toEqual([
      {
        rule: 'delivery/field-once',
        level: 'must',
        path: `${D}[2]`,
        expected: `one ${ns}KeyID`,
        actual: 'none',
        names: { field: 'KeyID', parent: 'EmSmsDeliveryResult' },
      },
    ]);
  });

  it('is broken by a field that stands twice', () => {
    expect(
      bare(judge({ edits: [['<GsmNumber>905321112244', '<GsmNumber/><GsmNumber>905321112244']] })),
    ).toEqual([
      {
        rule: 'delivery/field-once',
        level: 'must',
        path: `${D}[2]`,
        expected: `one ${ns}GsmNumber`,
        actual: '2 of them',
        names: { field: 'GsmNumber', parent: 'EmSmsDeliveryResult' },
      },
    ]);
  });

  it('is broken by a name in other letters, which is also a field too many', () => {
    expect(
      bare(
        judge({
          operation: 'SingleShotSmsWithTypeAndKeyID',
          binding: 'http-get',
          edits: [['KeyID', 'KeyId']],
        }),
      ),
    ).toEqual([
      {
        rule: 'delivery/field-once',
        level: 'must',
        path: '/EmPostSmsResult/DeliveryResults/EmSmsDeliveryResult',
        expected: `one ${ns}KeyID`,
        actual: `none; found ${ns}KeyId`,
        names: { field: 'KeyID', parent: 'EmSmsDeliveryResult' },
      },
      {
        rule: 'delivery/only-fields',
        level: 'should',
        path: '/EmPostSmsResult/DeliveryResults/EmSmsDeliveryResult/KeyId',
        expected: `only ${'GsmNumber, DeliveryResult, DeliveryDetail, DeliveryTime, DeliveredMessage, PostType, KeyID, SendDate'}`,
        actual: `${ns}KeyId`,
        names: { field: 'KeyId', parent: 'EmSmsDeliveryResult' },
      },
    ]);
  });

  it('is broken eight times by an empty delivery result, and is no packet to compare then', () => {
    expect(
      bare(judge({ edits: [['</DeliveryResults>', '<EmSmsDeliveryResult/></DeliveryResults>']] })),
    ).toEqual(
      'GsmNumber, DeliveryResult, DeliveryDetail, DeliveryTime, DeliveredMessage, PostType, KeyID, SendDate'
        .split(', ')
        .map((field) => ({
          rule: 'delivery/field-once',
          level: 'must',
          path: `${D}[3]`,
          expected: `one ${ns}${field}`,
          actual: 'none',
          names: { field, parent: 'EmSmsDeliveryResult' },
        })),
    );
  });
});
