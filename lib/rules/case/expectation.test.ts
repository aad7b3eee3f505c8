import { describe, expect, it } from 'vitest';
import { bare, everyCall, type Given, judgeReplies, resultPath, told } from '../testing.ts';

const R = resultPath('SendBulkSms', 'soap11');
const correct = { packet: { PacketID: 'P-1' }, eachDelivery: { DeliveryDetail: '', PostType: '7' } };

describe('case/expectation', () => {
  it('keeps silent where every reply says what the case expects', () => {
    expect(
      everyCall.flatMap(([operation, binding]) => judgeReplies([{ operation, binding }], correct)),
    ).toEqual([]);
  });

  it('is broken by another text in the packet result, shown with its escapes', () => {
    const given: Given = { edits: [['>Done<', '> Done&#xA0;<']] };
    expect(told(judgeReplies([given], { packet: { PacketStatus: 'Done' } }))).toEqual([
      `case/expectation must ${R}/PacketStatus: expected "Done"; actual " Done\\u{A0}" (field: PacketStatus)`,
    ]);
  });

  it('is broken by another text in one delivery result and in every one, said once', () => {
    const path = `${R}/DeliveryResults/EmSmsDeliveryResult`;
    const wrong = (at: string, field: string, expected: string, actual: string) => ({
      rule: 'case/expectation',
      level: 'gap',
      path: `${path}${at}/${field}`,
      expected,
      actual,
      names: { field },
    });
    const eachDelivery = { GsmNumber: '905321112233', KeyID: '' };
    expect(bare(judgeReplies([{}], { eachDelivery }, 'gap'))).toEqual([
      { ...wrong('[1]', 'KeyID', '""', '"K-1"'), more: 1 },
      wrong('[2]', 'GsmNumber', '"905321112233"', '"905321112244"'),
    ]);
  });

  it('is about each reply that the plan says, and then about no other', () => {
    const other: Given = { edits: [['P-1', 'P-2']] };
    const expectation = { packet: { PacketID: 'P-1' } };
    const stepsOf = (replies: Parameters<typeof judgeReplies>[0]) =>
      judgeReplies(replies, expectation).flatMap(({ rule, step }) =>
        rule === 'case/expectation' ? [step] : [],
      );
    expect(stepsOf([{ ...other, expected: true }, { expected: true }])).toEqual([0]);
    expect(stepsOf([{ ...other, expected: true }, other, { ...other, expected: true }])).toEqual([0, 2]);
    expect(stepsOf([{ expected: true }, other])).toEqual([]);
  });

  it('is about the last reply only, and silent where that could not be read', () => {
    const other: Given = { edits: [['P-1', 'P-2']] };
    const expectation = { packet: { PacketID: 'P-1' } };
    expect(judgeReplies([other, {}], expectation)).toEqual([]);
    expect(judgeReplies([{}, other], expectation)).toHaveLength(1);
    expect(judgeReplies([other, { body: '<a/>' }], expectation)).toEqual([]);
    expect(judgeReplies([null], expectation)).toEqual([]);
  });
});
