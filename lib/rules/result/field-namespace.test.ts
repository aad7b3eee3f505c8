import { describe, expect, it } from 'vitest';
import { bare, judge, onCorrectReplies, resultPath } from '../testing.ts';

const R = resultPath('SendBulkSms', 'soap11');
const ns = '{http://sms.example/ns}';

describe('result/field-namespace', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('result/field-namespace')).toEqual({ asked: 16, wrong: [] });
  });

  it('is broken by a field in no namespace', () => {
    expect(bare(judge({ edits: [['<PacketStatus>', '<PacketStatus xmlns="">']] }))).toEqual([
      {
        rule: 'result/field-namespace',
        level: 'must',
        path: `${R}/PacketStatus`,
        expected: `${ns}PacketStatus`,
        actual: 'PacketStatus',
        names: { field: 'PacketStatus', parent: 'SendBulkSmsResult' },
      },
    ]);
  });

  it('is broken by a list in another namespace', () => {
    expect(
      bare(
        judge({
          edits: [
            ['<DeliveryResults>', '<q:DeliveryResults xmlns:q="urn:q">'],
            ['</DeliveryResults', '</q:DeliveryResults'],
          ],
        }),
      ),
    ).toEqual([
      {
        rule: 'result/field-namespace',
        level: 'must',
        path: `${R}/DeliveryResults`,
        expected: `${ns}DeliveryResults`,
        actual: '{urn:q}DeliveryResults',
        names: { field: 'DeliveryResults', parent: 'SendBulkSmsResult' },
      },
    ]);
  });

  it('is broken, with result/field-once, by a second field of a foreign namespace', () => {
    expect(bare(judge({ edits: [['<PacketStatus>', '<PacketID xmlns="urn:q"/><PacketStatus>']] }))).toEqual([
      {
        rule: 'result/field-once',
        level: 'must',
        path: R,
        expected: `one ${ns}PacketID`,
        actual: '2 of them',
        names: { field: 'PacketID', parent: 'SendBulkSmsResult' },
      },
      {
        rule: 'result/field-namespace',
        level: 'must',
        path: `${R}/PacketID[2]`,
        expected: `${ns}PacketID`,
        actual: '{urn:q}PacketID',
        names: { field: 'PacketID', parent: 'SendBulkSmsResult' },
      },
    ]);
  });
});
