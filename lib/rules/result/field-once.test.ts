import { describe, expect, it } from 'vitest';
import { bare, judge, onCorrectReplies, resultPath } from '../testing.ts';

const R = resultPath('SendBulkSms', 'soap11');
const ns = '{http://sms.example/ns}';

describe('result/field-once', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('result/field-once')).toEqual({ asked: 16, wrong: [] });
  });

  it('is broken by a field left out', () => {
    expect(bare(judge({ edits: [['<PacketStatus>Done</PacketStatus>', '']] }))).toEqual([
      {
        rule: 'result/field-once',
        level: 'must',
        path: R,
        expected: `one ${ns}PacketStatus`,
        actual: 'none',
        names: { field: 'PacketStatus', parent: 'SendBulkSmsResult' },
      },
    ]);
  });

  it('is broken by a field that stands twice', () => {
    expect(bare(judge({ edits: [['<PacketStatus>', '<PacketID/><PacketStatus>']] }))).toEqual([
      {
        rule: 'result/field-once',
        level: 'must',
        path: R,
        expected: `one ${ns}PacketID`,
        actual: '2 of them',
        names: { field: 'PacketID', parent: 'SendBulkSmsResult' },
      },
    ]);
  });

  it('is broken by a name in other letters, which is also a field too many', () => {
    expect(bare(judge({ edits: [['PacketID>', 'PacketId>']] }))).toEqual([
      {
        rule: 'result/field-once',
        level: 'must',
        path: R,
        expected: `one ${ns}PacketID`,
        actual: `none; found ${ns}PacketId`,
        names: { field: 'PacketID', parent: 'SendBulkSmsResult' },
      },
      {
        rule: 'result/only-fields',
        level: 'should',
        path: `${R}/PacketId`,
        expected: 'only PacketID, PacketStatus, DeliveryResults',
        actual: `${ns}PacketId`,
        names: { field: 'PacketId', parent: 'SendBulkSmsResult' },
      },
    ]);
  });

  it('shows three of the elements that could be meant', () => {
    const actual = (...strangers: readonly string[]) =>
      judge({
        edits: [['<PacketStatus>Done</PacketStatus>', strangers.map((name) => `<${name}/>`).join('')]],
      })
        .filter(({ rule }) => rule === 'result/field-once')
        .map((finding) => finding.actual);
    expect(actual('A', 'B', 'C')).toEqual([`none; found ${ns}A, ${ns}B, ${ns}C`]);
    expect(actual('A', 'B', 'C', 'D')).toEqual([`none; found ${ns}A, ${ns}B, ${ns}C, …`]);
  });

  it('is broken once per field by an empty result', () => {
    expect(bare(judge({ edits: [[/<SendBulkSmsResult>.*Result>/g, '<SendBulkSmsResult/>']] }))).toEqual(
      ['PacketID', 'PacketStatus', 'DeliveryResults'].map((field) => ({
        rule: 'result/field-once',
        level: 'must',
        path: R,
        expected: `one ${ns}${field}`,
        actual: 'none',
        names: { field, parent: 'SendBulkSmsResult' },
      })),
    );
  });

  it('is broken by two lists', () => {
    expect(bare(judge({ edits: [['</DeliveryResults>', '</DeliveryResults><DeliveryResults/>']] }))).toEqual([
      {
        rule: 'result/field-once',
        level: 'must',
        path: R,
        expected: `one ${ns}DeliveryResults`,
        actual: '2 of them',
        names: { field: 'DeliveryResults', parent: 'SendBulkSmsResult' },
      },
    ]);
  });
});
