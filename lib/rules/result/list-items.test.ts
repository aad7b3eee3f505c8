import { describe, expect, it } from 'vitest';
import { judge, resultPath, told } from '../testing.ts';

const R = resultPath('SendBulkSms', 'soap11');
const ns = '{http://sms.example/ns}';

describe('result/list-items', () => {
  it('is broken by items of another name, said once', () => {
    expect(told(judge({ edits: [['EmSmsDeliveryResult>', 'SmsDeliveryResult>']] }))).toEqual([
      `result/list-items must ${R}/DeliveryResults/SmsDeliveryResult: expected only ${ns}EmSmsDeliveryResult; actual ${ns}SmsDeliveryResult (field: DeliveryResults, item: EmSmsDeliveryResult) +1`,
    ]);
  });

  it('is broken by a stranger among the items', () => {
    expect(
      told(judge({ edits: [['</DeliveryResults>', '<Count xmlns="">2</Count></DeliveryResults>']] })),
    ).toEqual([
      `result/list-items must ${R}/DeliveryResults/Count: expected only ${ns}EmSmsDeliveryResult; actual Count (field: DeliveryResults, item: EmSmsDeliveryResult)`,
    ]);
  });

  it.each([
    [' none ', 'none'],
    ['\n&#160;', String.raw`\u{A0}`],
  ])('is broken by text in the list: %j', (text, shown) => {
    expect(
      told(
        judge({
          edits: [
            ['<DeliveryResults>', `<DeliveryResults>${text}`],
            [/<EmSms.*EmSmsDeliveryResult>/g, ''],
          ],
        }),
      ),
    ).toEqual([
      `result/list-items must ${R}/DeliveryResults: expected only ${ns}EmSmsDeliveryResult; actual text "${shown}" (field: DeliveryResults, item: EmSmsDeliveryResult)`,
    ]);
  });
});
