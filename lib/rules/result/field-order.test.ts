import { describe, expect, it } from 'vitest';
import { bare, judge, onCorrectReplies, resultPath } from '../testing.ts';

const R = resultPath('SendBulkSms', 'soap11');

describe('result/field-order', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('result/field-order')).toEqual({ asked: 16, wrong: [] });
  });

  it('is broken by two fields exchanged, and no stronger rule is', () => {
    expect(
      bare(
        judge({
          edits: [
            [
              '<PacketID>P-1</PacketID><PacketStatus>Done</PacketStatus>',
              '<PacketStatus>Done</PacketStatus><PacketID>P-1</PacketID>',
            ],
          ],
        }),
      ),
    ).toEqual([
      {
        rule: 'result/field-order',
        level: 'should',
        path: R,
        expected: 'PacketID, PacketStatus, DeliveryResults',
        actual: 'PacketStatus, PacketID, DeliveryResults',
        names: { parent: 'SendBulkSmsResult' },
      },
    ]);
  });

  it('is broken by the list in front', () => {
    expect(
      bare(
        judge({
          binding: 'http-get',
          edits: [[/(<PacketID>.*)(<DeliveryResults>.*<\/DeliveryResults>)/g, '$2$1']],
        }),
      ),
    ).toEqual([
      {
        rule: 'result/field-order',
        level: 'should',
        path: '/EmPostSmsResult',
        expected: 'PacketID, PacketStatus, DeliveryResults',
        actual: 'DeliveryResults, PacketID, PacketStatus',
        names: { parent: 'EmPostSmsResult' },
      },
    ]);
  });

  it('does not count a field left out as out of order', () => {
    expect(bare(judge({ edits: [['<PacketStatus>Done</PacketStatus>', '']] }))).toEqual([
      expect.objectContaining({ rule: 'result/field-once' }),
    ]);
  });
});
