import { describe, expect, it } from 'vitest';
import { bare, judge, onCorrectReplies, resultPath } from '../testing.ts';

const D = `${resultPath('SendBulkSms', 'soap11')}/DeliveryResults/EmSmsDeliveryResult`;

describe('delivery/field-order', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('delivery/field-order')).toEqual({ asked: 16, wrong: [] });
  });

  it('is broken by two fields exchanged everywhere, said once', () => {
    expect(
      bare(
        judge({
          edits: [['<PostType>7</PostType><KeyID>K-1</KeyID>', '<KeyID>K-1</KeyID><PostType>7</PostType>']],
        }),
      ),
    ).toEqual([
      {
        rule: 'delivery/field-order',
        level: 'should',
        path: `${D}[1]`,
        expected:
          'GsmNumber, DeliveryResult, DeliveryDetail, DeliveryTime, DeliveredMessage, PostType, KeyID, SendDate',
        actual:
          'GsmNumber, DeliveryResult, DeliveryDetail, DeliveryTime, DeliveredMessage, KeyID, PostType, SendDate',
        names: { parent: 'EmSmsDeliveryResult' },
        more: 1,
      },
    ]);
  });

  it('is broken by the last field in front of the first, in one delivery result', () => {
    expect(
      bare(judge({ edits: [[/(<GsmNumber>905321112244.*)(<SendDate>.*<.SendDate>)/g, '$2$1']] })),
    ).toEqual([
      {
        rule: 'delivery/field-order',
        level: 'should',
        path: `${D}[2]`,
        expected:
          'GsmNumber, DeliveryResult, DeliveryDetail, DeliveryTime, DeliveredMessage, PostType, KeyID, SendDate',
        actual:
          'SendDate, GsmNumber, DeliveryResult, DeliveryDetail, DeliveryTime, DeliveredMessage, PostType, KeyID',
        names: { parent: 'EmSmsDeliveryResult' },
      },
    ]);
  });
});
