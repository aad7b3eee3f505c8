import { describe, expect, it } from 'vitest';
import { bare, judge, onCorrectReplies, resultPath } from '../testing.ts';

const R = resultPath('SendBulkSms', 'soap11');
const ns = '{http://sms.example/ns}';

describe('result/list-items', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('result/list-items')).toEqual({ asked: 16, wrong: [] });
  });

  it('is broken by items of another name, said once', () => {
    expect(bare(judge({ edits: [['EmSmsDeliveryResult>', 'SmsDeliveryResult>']] }))).toEqual([
      {
        rule: 'result/list-items',
        level: 'must',
        path: `${R}/DeliveryResults/SmsDeliveryResult`,
        expected: `only ${ns}EmSmsDeliveryResult`,
        actual: `${ns}SmsDeliveryResult`,
        names: { field: 'DeliveryResults', item: 'EmSmsDeliveryResult' },
        more: 1,
      },
    ]);
  });

  it('is broken by a stranger among the items', () => {
    expect(
      bare(judge({ edits: [['</DeliveryResults>', '<Count xmlns="">2</Count></DeliveryResults>']] })),
    ).toEqual([
      {
        rule: 'result/list-items',
        level: 'must',
        path: `${R}/DeliveryResults/Count`,
        expected: `only ${ns}EmSmsDeliveryResult`,
        actual: 'Count',
        names: { field: 'DeliveryResults', item: 'EmSmsDeliveryResult' },
      },
    ]);
  });

  it.each([
    [' none ', 'none'],
    ['\n&#160;', String.raw`\u{A0}`],
  ])('is broken by text in the list: %j', (text, shown) => {
    expect(
      bare(
        judge({
          edits: [
            ['<DeliveryResults>', `<DeliveryResults>${text}`],
            [/<EmSms.*EmSmsDeliveryResult>/g, ''],
          ],
        }),
      ),
    ).toEqual([
      {
        rule: 'result/list-items',
        level: 'must',
        path: `${R}/DeliveryResults`,
        expected: `only ${ns}EmSmsDeliveryResult`,
        actual: `text "${shown}"`,
        names: { field: 'DeliveryResults', item: 'EmSmsDeliveryResult' },
      },
    ]);
  });
});
