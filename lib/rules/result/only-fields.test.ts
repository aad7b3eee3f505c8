import { describe, expect, it } from 'vitest';
import { bare, judge, onCorrectReplies, resultPath } from '../testing.ts';

const R = resultPath('SendBulkSms', 'soap11');
const ns = '{http://sms.example/ns}';

describe('result/only-fields', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('result/only-fields')).toEqual({ asked: 16, wrong: [] });
  });

  it('is broken by a field that the contract does not name, and no stronger rule is', () => {
    expect(bare(judge({ edits: [['</PacketStatus>', '</PacketStatus><Cost>1</Cost>']] }))).toEqual([
      {
        rule: 'result/only-fields',
        level: 'should',
        path: `${R}/Cost`,
        expected: 'only PacketID, PacketStatus, DeliveryResults',
        actual: `${ns}Cost`,
        names: { field: 'Cost', parent: 'SendBulkSmsResult' },
      },
    ]);
  });

  it('is broken by a field of a foreign namespace', () => {
    expect(
      bare(
        judge({
          binding: 'http-post',
          edits: [['</EmPostSmsResult>', '<v:PacketStat xmlns:v="urn:v"/></EmPostSmsResult>']],
        }),
      ),
    ).toEqual([
      {
        rule: 'result/only-fields',
        level: 'should',
        path: '/EmPostSmsResult/PacketStat',
        expected: 'only PacketID, PacketStatus, DeliveryResults',
        actual: '{urn:v}PacketStat',
        names: { field: 'PacketStat', parent: 'EmPostSmsResult' },
      },
    ]);
  });
});
