import { describe, expect, it } from 'vitest';
import { bare, judge, onCorrectReplies, resultPath } from '../testing.ts';

const D = `${resultPath('SendBulkSms', 'soap11')}/DeliveryResults/EmSmsDeliveryResult`;

describe('delivery/number-notation', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('delivery/number-notation')).toEqual({ asked: 16, wrong: [] });
  });

  it.each([
    'tel:905321112233',
    'tel:+90-532-111-22-33',
    '90.532.111.22.33',
    '0532/1112233',
    '905321112233 x',
    '905321112233;',
  ])('observes %j, and takes it for the recipient', (told) => {
    expect(bare(judge({ edits: [['905321112233', told]] }))).toEqual([
      {
        rule: 'delivery/number-notation',
        level: 'gap',
        path: `${D}[1]/GsmNumber`,
        expected: '"905321112233"',
        actual: JSON.stringify(told),
        names: { field: 'GsmNumber', parameter: 'GsmNumbers' },
      },
    ]);
  });

  it.each(['+90 (532) 111-22-33', '00905321112233', '05321112233'])('keeps silent on %j', (told) => {
    expect(judge({ edits: [['905321112233', told]] })).toEqual([]);
  });

  it('has nothing to compare where no send is known', () => {
    const edits = [['905321112233', 'tel:905321112233']] as const;
    expect(judge({ operation: 'ReportSmsWithPacketId', sent: null, edits })).toEqual([]);
  });
});
