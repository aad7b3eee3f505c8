import { describe, expect, it } from 'vitest';
import { bare, judge, onCorrectReplies, resultPath } from '../testing.ts';

const D = `${resultPath('SendBulkSms', 'soap11')}/DeliveryResults/EmSmsDeliveryResult`;
const ns = '{http://sms.example/ns}';

describe('delivery/only-fields', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('delivery/only-fields')).toEqual({ asked: 16, wrong: [] });
  });

  it('is broken by a field that the contract does not name, and no stronger rule is', () => {
    expect(bare(judge({ edits: [['<KeyID>', '<Operator>1</Operator><KeyID>']] }))).toEqual([
      {
        rule: 'delivery/only-fields',
        level: 'should',
        path: `${D}[1]/Operator`,
        expected: `only ${'GsmNumber, DeliveryResult, DeliveryDetail, DeliveryTime, DeliveredMessage, PostType, KeyID, SendDate'}`,
        actual: `${ns}Operator`,
        names: { field: 'Operator', parent: 'EmSmsDeliveryResult' },
        more: 1,
      },
    ]);
  });

  it('is broken twice by two kinds of them', () => {
    expect(bare(judge({ edits: [[/(905321112244.*)<KeyID>/g, '$1<A/><B xmlns=""/><KeyID>']] }))).toEqual([
      {
        rule: 'delivery/only-fields',
        level: 'should',
        path: `${D}[2]/A`,
        expected: `only ${'GsmNumber, DeliveryResult, DeliveryDetail, DeliveryTime, DeliveredMessage, PostType, KeyID, SendDate'}`,
        actual: `${ns}A`,
        names: { field: 'A', parent: 'EmSmsDeliveryResult' },
      },
      {
        rule: 'delivery/only-fields',
        level: 'should',
        path: `${D}[2]/B`,
        expected: `only ${'GsmNumber, DeliveryResult, DeliveryDetail, DeliveryTime, DeliveredMessage, PostType, KeyID, SendDate'}`,
        actual: 'B',
        names: { field: 'B', parent: 'EmSmsDeliveryResult' },
      },
    ]);
  });
});
