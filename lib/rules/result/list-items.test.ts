import { expect, it } from 'vitest';
import { found, type Row, resultPath } from '../testing.ts';

const R = resultPath('SendBulkSms', 'soap11');
const wrong = (at: string, actual: string) =>
  `result/list-items must ${R}/DeliveryResults${at}: expected only {ns}EmSmsDeliveryResult; actual ${actual} (field: DeliveryResults, item: EmSmsDeliveryResult)`;
const text = (written: string): Row[1] => ({
  edits: [[/<DeliveryResults>.*<.DeliveryResults>/g, `<DeliveryResults>${written}</DeliveryResults>`]],
});

it.each<Row>([
  [
    'items of another name, said once',
    { edits: [['EmSmsDeliveryResult>', 'SmsDeliveryResult>']] },
    `${wrong('/SmsDeliveryResult', '{ns}SmsDeliveryResult')} +1`,
  ],
  [
    'a stranger among the items',
    { edits: [['</DeliveryResults>', '<Count xmlns="">2</Count></DeliveryResults>']] },
    wrong('/Count', 'Count'),
  ],
  ['text in the list', text(' none '), wrong('', 'text "none"')],
  ['a no-break space in the list', text('\n&#160;'), wrong('', String.raw`text "\u{A0}"`)],
])('result/list-items is broken by %s', (_, given, ...lines) => {
  expect(found(given)).toEqual(lines);
});
