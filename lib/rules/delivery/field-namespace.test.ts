import { describe, expect, it } from 'vitest';
import { bare, fired, judge, onCorrectReplies, resultPath } from '../testing.ts';

const D = `${resultPath('SendBulkSms', 'soap11')}/DeliveryResults/EmSmsDeliveryResult`;
const ns = '{http://sms.example/ns}';

describe('delivery/field-namespace', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('delivery/field-namespace')).toEqual({ asked: 16, wrong: [] });
  });

  it('is broken by a field in no namespace, said once', () => {
    expect(bare(judge({ edits: [['<SendDate>', '<SendDate xmlns="">']] }))).toEqual([
      {
        rule: 'delivery/field-namespace',
        level: 'must',
        path: `${D}[1]/SendDate`,
        expected: `${ns}SendDate`,
        actual: 'SendDate',
        names: { field: 'SendDate', parent: 'EmSmsDeliveryResult' },
        more: 1,
      },
    ]);
  });

  it('is broken by a namespace in other letters', () => {
    expect(
      bare(
        judge({
          edits: [['<GsmNumber>905321112244', '<GsmNumber xmlns="http://SMS.example/ns">905321112244']],
        }),
      ),
    ).toEqual([
      {
        rule: 'delivery/field-namespace',
        level: 'must',
        path: `${D}[2]/GsmNumber`,
        expected: `${ns}GsmNumber`,
        actual: '{http://SMS.example/ns}GsmNumber',
        names: { field: 'GsmNumber', parent: 'EmSmsDeliveryResult' },
      },
    ]);
  });

  it('says nothing where the delivery result itself is in that namespace, which is told', () => {
    const edits = [['<EmSmsDeliveryResult>', '<EmSmsDeliveryResult xmlns="urn:q">']] as const;
    expect(fired(judge({ edits }))).toEqual(['result/list-items']);
  });

  it('is kept where an element of another namespace stands beside the field: that is an unknown one', () => {
    expect(fired(judge({ edits: [['<KeyID>', '<KeyID xmlns="urn:q"/><KeyID>']] }))).toEqual([
      'delivery/only-fields',
    ]);
  });
});
