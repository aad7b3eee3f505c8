import { describe, expect, it } from 'vitest';
import { type Edit, edit, fired, found, judge, type Row, resultPath, tells } from '../testing.ts';

const R = resultPath('SendBulkSms', 'soap11');
const wrong = (at: string, actual: string) =>
  `result/list-items must ${R}/DeliveryResults${at}: expected only {ns}EmSmsDeliveryResult; actual ${actual} (field: DeliveryResults, item: EmSmsDeliveryResult)`;
const text = (written: string): Row[1] =>
  edit(/<DeliveryResults>.*<.DeliveryResults>/g, `<DeliveryResults>${written}</DeliveryResults>`);

tells('items of another name, said once', edit('EmSmsDeliveryResult>', 'SmsDeliveryResult>'), [
  `${wrong('/SmsDeliveryResult', '{ns}SmsDeliveryResult')} +1`,
]);
tells(
  'a stranger among the items',
  edit('</DeliveryResults>', '<Count xmlns="">2</Count></DeliveryResults>'),
  [wrong('/Count', 'Count')],
);
tells('text in the list', text(' none '), [wrong('', 'text "none"')]);
tells('a no-break space in the list', text('\n&#160;'), [wrong('', String.raw`text "\u{A0}"`)]);

const XSI = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';
const XSD = 'xmlns:d="http://www.w3.org/2001/XMLSchema"';
const nil: Edit = ['<PacketStatus>Done', `<PacketStatus ${XSI} i:nil="true">`];

describe('result/schema', () => {
  it.each<[string, Edit, message: string, more: string]>([
    ['a field that is nil', nil, "The element is not 'nillable'", '.* \\(field: PacketStatus\\)'],
    [
      'a type that is no string',
      ['<PacketID>P-1', `<PacketID ${XSI} ${XSD} i:type="d:int">5`],
      'XMLSchema}int',
      '.* \\(field: PacketID\\)',
    ],
    [
      'text between the fields',
      ['<PacketID>', 'x<PacketID>'],
      'Character content',
      '.* \\(field: EmPostSmsResult\\)',
    ],
    [
      'text between the fields of delivery results, said once',
      ['<KeyID>', 'x<KeyID>'],
      'Character content',
      '.* \\(field: EmSmsDeliveryResult\\) \\+1',
    ],
  ])('is broken by %s', (_, edit, message, more) => {
    const path = resultPath('SendBulkSms', 'soap11');
    const expected = 'valid against the XML Schema of contract §2';
    expect(found({ edits: [edit] })).toEqual([
      expect.stringMatching(`^result/schema must ${path}: expected ${expected}; actual .*${message}${more}$`),
    ]);
  });

  it('finds a nil field beside a field too many, and is not asked where another field rule has spoken', () => {
    const tooMany = ['<PacketID>', '<Cost/><PacketID>'] as const;
    expect(fired(judge({ edits: [tooMany, nil] }))).toEqual(['result/only-fields', 'result/schema']);
    const missing = ['<PacketStatus>Done</PacketStatus>', 'x'] as const;
    expect(fired(judge({ edits: [missing] }))).toEqual(['result/field-once']);
  });

  it('says nothing about attributes and types of other namespaces', () => {
    const others = `count="2" xmlns:a="urn:a" a:b="c" ${XSI} i:type="a:List" i:schemaLocation="urn:a b"`;
    expect(judge(edit('<DeliveryResults>', `<DeliveryResults ${others}>`))).toEqual([]);
  });
});
