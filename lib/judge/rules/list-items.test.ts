import { describe, expect, it } from 'vitest';
import { type Edit, edit, fires, found, resultPath, silent, tells } from '../../../suites/support/judged.ts';

const R = resultPath('SendBulkSms', 'soap11');
const wrong = (at: string, actual: string) =>
  `result/list-items must ${R}/DeliveryResults${at}: expected only {ns}EmSmsDeliveryResult; actual ${actual} (field: DeliveryResults, item: EmSmsDeliveryResult)`;
const text = (written: string) =>
  edit(/<DeliveryResults>.*<.DeliveryResults>/g, `<DeliveryResults>${written}</DeliveryResults>`);

tells('items of another name, said once', edit('EmSmsDeliveryResult>', 'SmsDeliveryResult>'), [
  `${wrong('/SmsDeliveryResult', '{ns}SmsDeliveryResult')} +1`,
]);
const among = edit('</DeliveryResults>', '<Count xmlns="">2</Count></DeliveryResults>');
tells('a stranger among the items', among, [wrong('/Count', 'Count')]);
tells('text in the list', text(' none '), [wrong('', 'text "none"')]);
tells('a no-break space in the list', text('\n&#160;'), [wrong('', String.raw`text "\u{A0}"`)]);

const XSI = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';
const XSD = 'xmlns:d="http://www.w3.org/2001/XMLSchema"';
const nil: Edit = ['<PacketStatus>Done', `<PacketStatus ${XSI} i:nil="true">`];

describe('result/schema', () => {
  it.each<[string, Edit, message: string, field: string, more?: string]>([
    ['a field that is nil', nil, "The element is not 'nillable'", 'PacketStatus'],
    [
      'another type',
      ['<PacketID>P-1', `<PacketID ${XSI} ${XSD} i:type="d:int">5`],
      'XMLSchema}int',
      'PacketID',
    ],
    ['text between the fields', ['<PacketID>', 'x<PacketID>'], 'Character content', 'EmPostSmsResult'],
    ['text in items', ['<KeyID>', 'x<KeyID>'], 'Character content', 'EmSmsDeliveryResult', ' \\+1'],
  ])('is broken by %s', (_, change, message, field, more = '') => {
    const expected = `^result/schema must ${R}: expected valid against the XML Schema of contract §2; actual`;
    expect(found(edit(...change))).toEqual([
      expect.stringMatching(`${expected} .*${message}.* \\(field: ${field}\\)${more}$`),
    ]);
  });

  fires('a nil field beside a field too many', edit(...nil, '<PacketID>', '<Cost/><PacketID>'), [
    ...[`result/only-fields ${R}/Cost`, `result/schema ${R}`],
  ]);
  fires('nothing where another rule has spoken', edit('<PacketStatus>Done</PacketStatus>', 'x'), [
    `result/field-once ${R}`,
  ]);
  const others = `count="2" xmlns:a="urn:a" a:b="c" ${XSI} i:type="a:List" i:schemaLocation="urn:a b"`;
  silent('attributes and types of other namespaces', edit('<PacketID>', `<PacketID ${others}>`));
});
