import { describe, expect, it } from 'vitest';
import { type Edit, fired, found, judge, namespace, type Row, resultPath } from './testing.ts';

const R = resultPath('SendBulkSms', 'soap11');
const D = `${R}/DeliveryResults/EmSmsDeliveryResult`;
const inPacket = 'PacketID, PacketStatus, DeliveryResults';
const deliveryFields = [
  ...['GsmNumber', 'DeliveryResult', 'DeliveryDetail', 'DeliveryTime'],
  ...['DeliveredMessage', 'PostType', 'KeyID', 'SendDate'],
];
const inDelivery = deliveryFields.join(', ');

const ofPacket = (field: string) => `(field: ${field}, parent: SendBulkSmsResult)`;
const ofDelivery = (field: string) => `(field: ${field}, parent: EmSmsDeliveryResult)`;

/** An edit of the second delivery result alone. */
const inSecond = (from: string, to: string): Edit => [
  new RegExp(`(905321112244.*)${from.replaceAll('/', '.')}`, 'g'),
  `$1${to}`,
];

describe('the fields of the packet result', () => {
  it.each<Row<readonly Edit[]>>([
    [
      'a field left out',
      [['<PacketStatus>Done</PacketStatus>', '']],
      `result/field-once must ${R}: expected one {ns}PacketStatus; actual none ${ofPacket('PacketStatus')}`,
    ],
    [
      'a field that stands twice',
      [['<PacketStatus>', '<PacketID/><PacketStatus>']],
      `result/field-once must ${R}: expected one {ns}PacketID; actual 2 of them ${ofPacket('PacketID')}`,
    ],
    [
      'a name in other letters, which is also a field too many',
      [['PacketID>', 'PacketId>']],
      `result/field-once must ${R}: expected one {ns}PacketID; actual none; found {ns}PacketId ${ofPacket('PacketID')}`,
      `result/only-fields should ${R}/PacketId: expected only ${inPacket}; actual {ns}PacketId ${ofPacket('PacketId')}`,
    ],
    [
      'an empty result',
      [[/<SendBulkSmsResult>.*Result>/g, '<SendBulkSmsResult/>']],
      ...inPacket
        .split(', ')
        .map(
          (field) => `result/field-once must ${R}: expected one {ns}${field}; actual none ${ofPacket(field)}`,
        ),
    ],
    [
      'two lists',
      [['</DeliveryResults>', '</DeliveryResults><DeliveryResults/>']],
      `result/field-once must ${R}: expected one {ns}DeliveryResults; actual 2 of them ${ofPacket('DeliveryResults')}`,
    ],
    [
      'three elements that could be meant, all of them shown',
      [['<PacketStatus>Done</PacketStatus>', '<A/><B/><C/>']],
      `result/field-once must ${R}: expected one {ns}PacketStatus; actual none; found {ns}A, {ns}B, {ns}C ${ofPacket('PacketStatus')}`,
      ...['A', 'B', 'C'].map(
        (one) =>
          `result/only-fields should ${R}/${one}: expected only ${inPacket}; actual {ns}${one} ${ofPacket(one)}`,
      ),
    ],
    [
      'a field in no namespace',
      [['<PacketStatus>', '<PacketStatus xmlns="">']],
      `result/field-namespace must ${R}/PacketStatus: expected {ns}PacketStatus; actual PacketStatus ${ofPacket('PacketStatus')}`,
    ],
    [
      'a list in another namespace',
      [
        ['<DeliveryResults>', '<q:DeliveryResults xmlns:q="urn:q">'],
        ['</DeliveryResults', '</q:DeliveryResults'],
      ],
      `result/field-namespace must ${R}/DeliveryResults: expected {ns}DeliveryResults; actual {urn:q}DeliveryResults ${ofPacket('DeliveryResults')}`,
    ],
    [
      'a list in another namespace with all that is in it',
      [['<DeliveryResults>', '<DeliveryResults xmlns="urn:q">']],
      `result/field-namespace must ${R}/DeliveryResults: expected {ns}DeliveryResults; actual {urn:q}DeliveryResults ${ofPacket('DeliveryResults')}`,
    ],
    [
      'an element instead of text',
      [['>Done<', '><Code>1</Code><']],
      `result/field-text must ${R}/PacketStatus: expected text only; actual contains {ns}Code ${ofPacket('PacketStatus')}`,
    ],
    [
      'elements within text, whatever their namespace',
      [['>P-1<', '>P<b xmlns=""/>-1<x xmlns="urn:q"/><']],
      `result/field-text must ${R}/PacketID: expected text only; actual contains b, {urn:q}x ${ofPacket('PacketID')}`,
    ],
    [
      'a field that the contract does not name',
      [['</PacketStatus>', '</PacketStatus><Cost>1</Cost>']],
      `result/only-fields should ${R}/Cost: expected only ${inPacket}; actual {ns}Cost ${ofPacket('Cost')}`,
    ],
    [
      'a field of a foreign namespace',
      [['</SendBulkSmsResult>', '<v:PacketStat xmlns:v="urn:v"/></SendBulkSmsResult>']],
      `result/only-fields should ${R}/PacketStat: expected only ${inPacket}; actual {urn:v}PacketStat ${ofPacket('PacketStat')}`,
    ],
    [
      'two fields exchanged',
      [[/(<PacketID>P-1<.PacketID>)(<PacketStatus>Done<.PacketStatus>)/g, '$2$1']],
      `result/field-order should ${R}: expected ${inPacket}; actual PacketStatus, PacketID, DeliveryResults (parent: SendBulkSmsResult)`,
    ],
    [
      'the list in front',
      [[/(<PacketID>.*)(<DeliveryResults>.*<\/DeliveryResults>)/g, '$2$1']],
      `result/field-order should ${R}: expected ${inPacket}; actual DeliveryResults, PacketID, PacketStatus (parent: SendBulkSmsResult)`,
    ],
  ])('are broken by %s', (_, edits, ...lines) => {
    expect(found({ edits })).toEqual(lines);
  });

  it('are shown beside three at most of the elements that could be meant', () => {
    const [line] = found({ edits: [['<PacketStatus>Done</PacketStatus>', '<A/><B/><C/><D/>']] });
    expect(line).toContain('actual none; found {ns}A, {ns}B, {ns}C, … (field: PacketStatus');
  });

  it('are kept where a field declares the namespace again', () => {
    expect(judge({ edits: [['<PacketID>', `<PacketID xmlns="${namespace}">`]] })).toEqual([]);
  });

  it.each<Row<Edit>>([
    [
      'an element of another namespace beside the field: that is an unknown one',
      ['<PacketID>', '<v:PacketID xmlns:v="urn:v"/><PacketID>'],
      'result/only-fields',
    ],
    [
      'one that stands twice in a wrong namespace',
      [/<PacketID>P-1<.PacketID>/g, '<PacketID xmlns=""/><PacketID xmlns=""/>'],
      'result/field-once',
      'result/field-namespace',
    ],
    [
      'a delivery result in another namespace, whose fields are not judged',
      ['<EmSmsDeliveryResult>', '<EmSmsDeliveryResult xmlns="urn:q">'],
      'result/list-items',
    ],
    [
      'an element of another namespace beside the field of a delivery result',
      ['<KeyID>', '<KeyID xmlns="urn:q"/><KeyID>'],
      'delivery/only-fields',
    ],
  ])('are broken, by these rules alone, by %s', (_, edit, ...rules) => {
    expect(fired(judge({ edits: [edit] }))).toEqual(rules);
  });
});

describe('the fields of a delivery result', () => {
  it.each<Row>([
    [
      'one left out everywhere, said once',
      { edits: [['<DeliveryDetail></DeliveryDetail>', '']] },
      `delivery/field-once must ${D}[1]: expected one {ns}DeliveryDetail; actual none ${ofDelivery('DeliveryDetail')} +1`,
    ],
    [
      'one left out of the last delivery result only',
      { edits: [inSecond('<KeyID>K-1</KeyID>', '')] },
      `delivery/field-once must ${D}[2]: expected one {ns}KeyID; actual none ${ofDelivery('KeyID')}`,
    ],
    [
      'one that stands twice',
      { edits: [['<GsmNumber>905321112244', '<GsmNumber/><GsmNumber>905321112244']] },
      `delivery/field-once must ${D}[2]: expected one {ns}GsmNumber; actual 2 of them ${ofDelivery('GsmNumber')}`,
    ],
    [
      'a name in other letters over GET, which is also a field too many',
      { operation: 'SingleShotSmsWithTypeAndKeyID', binding: 'http-get', edits: [['KeyID', 'KeyId']] },
      `delivery/field-once must /EmPostSmsResult/DeliveryResults/EmSmsDeliveryResult: expected one {ns}KeyID; actual none; found {ns}KeyId ${ofDelivery('KeyID')}`,
      `delivery/only-fields should /EmPostSmsResult/DeliveryResults/EmSmsDeliveryResult/KeyId: expected only ${inDelivery}; actual {ns}KeyId ${ofDelivery('KeyId')}`,
    ],
    [
      'an empty delivery result, once for each field',
      { edits: [['</DeliveryResults>', '<EmSmsDeliveryResult/></DeliveryResults>']] },
      ...deliveryFields.map(
        (field) =>
          `delivery/field-once must ${D}[3]: expected one {ns}${field}; actual none ${ofDelivery(field)}`,
      ),
    ],
    [
      'one in no namespace, said once',
      { edits: [['<SendDate>', '<SendDate xmlns="">']] },
      `delivery/field-namespace must ${D}[1]/SendDate: expected {ns}SendDate; actual SendDate ${ofDelivery('SendDate')} +1`,
    ],
    [
      'a namespace in other letters',
      { edits: [['<GsmNumber>905321112244', '<GsmNumber xmlns="http://SMS.example/ns">905321112244']] },
      `delivery/field-namespace must ${D}[2]/GsmNumber: expected {ns}GsmNumber; actual {http://SMS.example/ns}GsmNumber ${ofDelivery('GsmNumber')}`,
    ],
    [
      'an element instead of text',
      { edits: [['2026-01-02 03:04', '<Value/>']] },
      `delivery/field-text must ${D}[1]/DeliveryTime: expected text only; actual contains {ns}Value ${ofDelivery('DeliveryTime')} +1`,
    ],
    [
      'markup in a message that is not escaped',
      { edits: [inSecond('&lt;b&gt;', '<b xmlns=""/>')] },
      `delivery/field-text must ${D}[2]/DeliveredMessage: expected text only; actual contains b ${ofDelivery('DeliveredMessage')}`,
    ],
    [
      'one that the contract does not name',
      { edits: [['<KeyID>', '<Operator>1</Operator><KeyID>']] },
      `delivery/only-fields should ${D}[1]/Operator: expected only ${inDelivery}; actual {ns}Operator ${ofDelivery('Operator')} +1`,
    ],
    [
      'two of these, twice',
      { edits: [inSecond('<KeyID>', '<A/><B xmlns=""/><KeyID>')] },
      `delivery/only-fields should ${D}[2]/A: expected only ${inDelivery}; actual {ns}A ${ofDelivery('A')}`,
      `delivery/only-fields should ${D}[2]/B: expected only ${inDelivery}; actual B ${ofDelivery('B')}`,
    ],
    [
      'two fields exchanged everywhere, said once',
      { edits: [['<PostType>7</PostType><KeyID>K-1</KeyID>', '<KeyID>K-1</KeyID><PostType>7</PostType>']] },
      `delivery/field-order should ${D}[1]: expected ${inDelivery}; actual ${inDelivery.replace('PostType, KeyID', 'KeyID, PostType')} (parent: EmSmsDeliveryResult) +1`,
    ],
    [
      'the last field in front of the first, in one delivery result',
      { edits: [[/(<GsmNumber>905321112244.*)(<SendDate>.*<.SendDate>)/g, '$2$1']] },
      `delivery/field-order should ${D}[2]: expected ${inDelivery}; actual SendDate, ${inDelivery.replace(', SendDate', '')} (parent: EmSmsDeliveryResult)`,
    ],
  ])('are broken by %s', (_, given, ...lines) => {
    expect(found(given)).toEqual(lines);
  });
});
