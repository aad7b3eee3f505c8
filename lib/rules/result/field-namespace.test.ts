import { describe, expect, it } from 'vitest';
import { bare, fired, judge, namespace, onCorrectReplies, resultPath } from '../testing.ts';

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

  it('is kept where an element of another namespace stands beside the field: that is an unknown one', () => {
    const foreign = '<v:PacketID xmlns:v="urn:v"/>';
    for (const edit of [`${foreign}<PacketID>`, `<PacketID xmlns="${namespace}">`]) {
      const findings = judge({ edits: [['<PacketID>', edit]] });
      expect(fired(findings)).toEqual(edit.startsWith(foreign) ? ['result/only-fields'] : []);
    }
  });

  it('is broken by a field in a wrong namespace that stands there twice, with result/field-once', () => {
    const findings = judge({
      edits: [[/<PacketID>P-1<.PacketID>/g, '<PacketID xmlns=""/><PacketID xmlns=""/>']],
    });
    expect(fired(findings)).toEqual(['result/field-once', 'result/field-namespace']);
  });

  it('is told once for a list in another namespace with all that is in it', () => {
    const findings = judge({ edits: [['<DeliveryResults>', '<DeliveryResults xmlns="urn:q">']] });
    expect(findings.map(({ rule, path }) => [rule, path])).toEqual([
      ['result/field-namespace', `${R}/DeliveryResults`],
    ]);
  });
});
