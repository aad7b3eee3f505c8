import { describe, expect, it } from 'vitest';
import { type Edit, fired, type Given, judge, namespace, resultPath, told } from './testing.ts';

const R = resultPath('SendBulkSms', 'soap11');
const D = `${R}/DeliveryResults/EmSmsDeliveryResult`;
const ns = '{http://sms.example/ns}';
const inResult = (field: string) => `(field: ${field}, parent: SendBulkSmsResult)`;
const inDelivery = (field: string) => `(field: ${field}, parent: EmSmsDeliveryResult)`;
const deliveryFields = [
  ...['GsmNumber', 'DeliveryResult', 'DeliveryDetail', 'DeliveryTime'],
  ...['DeliveredMessage', 'PostType', 'KeyID', 'SendDate'],
];
const fields = deliveryFields.join(', ');
/** An edit of the second delivery result alone. */
const inSecond = (from: string, to: string): Edit => [
  new RegExp(`(905321112244.*)${from.replaceAll('/', '.')}`, 'g'),
  `$1${to}`,
];

describe('the fields of the packet result', () => {
  it.each<[string, readonly Edit[], readonly string[]]>([
    [
      'a field left out',
      [['<PacketStatus>Done</PacketStatus>', '']],
      [
        `result/field-once must ${R}: expected one ${ns}PacketStatus; actual none ${inResult('PacketStatus')}`,
      ],
    ],
    [
      'a field that stands twice',
      [['<PacketStatus>', '<PacketID/><PacketStatus>']],
      [`result/field-once must ${R}: expected one ${ns}PacketID; actual 2 of them ${inResult('PacketID')}`],
    ],
    [
      'a name in other letters, which is also a field too many',
      [['PacketID>', 'PacketId>']],
      [
        `result/field-once must ${R}: expected one ${ns}PacketID; actual none; found ${ns}PacketId ${inResult('PacketID')}`,
        `result/only-fields should ${R}/PacketId: expected only PacketID, PacketStatus, DeliveryResults; actual ${ns}PacketId ${inResult('PacketId')}`,
      ],
    ],
    [
      'an empty result',
      [[/<SendBulkSmsResult>.*Result>/g, '<SendBulkSmsResult/>']],
      ['PacketID', 'PacketStatus', 'DeliveryResults'].map(
        (field) => `result/field-once must ${R}: expected one ${ns}${field}; actual none ${inResult(field)}`,
      ),
    ],
    [
      'two lists',
      [['</DeliveryResults>', '</DeliveryResults><DeliveryResults/>']],
      [
        `result/field-once must ${R}: expected one ${ns}DeliveryResults; actual 2 of them ${inResult('DeliveryResults')}`,
      ],
    ],
    [
      'a field in no namespace',
      [['<PacketStatus>', '<PacketStatus xmlns="">']],
      [
        `result/field-namespace must ${R}/PacketStatus: expected ${ns}PacketStatus; actual PacketStatus ${inResult('PacketStatus')}`,
      ],
    ],
    [
      'a list in another namespace',
      [
        ['<DeliveryResults>', '<q:DeliveryResults xmlns:q="urn:q">'],
        ['</DeliveryResults', '</q:DeliveryResults'],
      ],
      [
        `result/field-namespace must ${R}/DeliveryResults: expected ${ns}DeliveryResults; actual {urn:q}DeliveryResults ${inResult('DeliveryResults')}`,
      ],
    ],
    [
      'a list in another namespace with all that is in it',
      [['<DeliveryResults>', '<DeliveryResults xmlns="urn:q">']],
      [
        `result/field-namespace must ${R}/DeliveryResults: expected ${ns}DeliveryResults; actual {urn:q}DeliveryResults ${inResult('DeliveryResults')}`,
      ],
    ],
    [
      'an element instead of text',
      [['>Done<', '><Code>1</Code><']],
      [
        `result/field-text must ${R}/PacketStatus: expected text only; actual contains ${ns}Code ${inResult('PacketStatus')}`,
      ],
    ],
    [
      'elements within text, whatever their namespace',
      [['>P-1<', '>P<b xmlns=""/>-1<x xmlns="urn:q"/><']],
      [
        `result/field-text must ${R}/PacketID: expected text only; actual contains b, {urn:q}x ${inResult('PacketID')}`,
      ],
    ],
    [
      'a field that the contract does not name',
      [['</PacketStatus>', '</PacketStatus><Cost>1</Cost>']],
      [
        `result/only-fields should ${R}/Cost: expected only PacketID, PacketStatus, DeliveryResults; actual ${ns}Cost ${inResult('Cost')}`,
      ],
    ],
    [
      'a field of a foreign namespace',
      [['</SendBulkSmsResult>', '<v:PacketStat xmlns:v="urn:v"/></SendBulkSmsResult>']],
      [
        `result/only-fields should ${R}/PacketStat: expected only PacketID, PacketStatus, DeliveryResults; actual {urn:v}PacketStat ${inResult('PacketStat')}`,
      ],
    ],
    [
      'two fields exchanged',
      [[/(<PacketID>P-1<.PacketID>)(<PacketStatus>Done<.PacketStatus>)/g, '$2$1']],
      [
        `result/field-order should ${R}: expected PacketID, PacketStatus, DeliveryResults; actual PacketStatus, PacketID, DeliveryResults (parent: SendBulkSmsResult)`,
      ],
    ],
    [
      'the list in front',
      [[/(<PacketID>.*)(<DeliveryResults>.*<\/DeliveryResults>)/g, '$2$1']],
      [
        `result/field-order should ${R}: expected PacketID, PacketStatus, DeliveryResults; actual DeliveryResults, PacketID, PacketStatus (parent: SendBulkSmsResult)`,
      ],
    ],
  ])('are broken by %s', (_, edits, lines) => {
    expect(told(judge({ edits }))).toEqual(lines);
  });

  it('are shown beside three of the elements that could be meant', () => {
    const actual = (...strangers: readonly string[]) =>
      judge({
        edits: [['<PacketStatus>Done</PacketStatus>', strangers.map((name) => `<${name}/>`).join('')]],
      })
        .filter(({ rule }) => rule === 'result/field-once')
        .map((finding) => finding.actual);
    expect(actual('A', 'B', 'C')).toEqual([`none; found ${ns}A, ${ns}B, ${ns}C`]);
    expect(actual('A', 'B', 'C', 'D')).toEqual([`none; found ${ns}A, ${ns}B, ${ns}C, …`]);
  });

  it('are kept where an element of another namespace stands beside the field: that is an unknown one', () => {
    const foreign: Edit = ['<PacketID>', '<v:PacketID xmlns:v="urn:v"/><PacketID>'];
    expect(fired(judge({ edits: [foreign] }))).toEqual(['result/only-fields']);
    expect(judge({ edits: [['<PacketID>', `<PacketID xmlns="${namespace}">`]] })).toEqual([]);
  });

  it('are broken in two ways by one that stands twice in a wrong namespace', () => {
    const edits: readonly Edit[] = [
      [/<PacketID>P-1<.PacketID>/g, '<PacketID xmlns=""/><PacketID xmlns=""/>'],
    ];
    expect(fired(judge({ edits }))).toEqual(['result/field-once', 'result/field-namespace']);
  });
});

describe('the fields of a delivery result', () => {
  it.each<[string, Given, readonly string[]]>([
    [
      'one left out everywhere, said once',
      { edits: [['<DeliveryDetail></DeliveryDetail>', '']] },
      [
        `delivery/field-once must ${D}[1]: expected one ${ns}DeliveryDetail; actual none ${inDelivery('DeliveryDetail')} +1`,
      ],
    ],
    [
      'one left out of the last delivery result only',
      { edits: [inSecond('<KeyID>K-1</KeyID>', '')] },
      [`delivery/field-once must ${D}[2]: expected one ${ns}KeyID; actual none ${inDelivery('KeyID')}`],
    ],
    [
      'one that stands twice',
      { edits: [['<GsmNumber>905321112244', '<GsmNumber/><GsmNumber>905321112244']] },
      [
        `delivery/field-once must ${D}[2]: expected one ${ns}GsmNumber; actual 2 of them ${inDelivery('GsmNumber')}`,
      ],
    ],
    [
      'a name in other letters, which is also a field too many',
      { operation: 'SingleShotSmsWithTypeAndKeyID', binding: 'http-get', edits: [['KeyID', 'KeyId']] },
      [
        `delivery/field-once must /EmPostSmsResult/DeliveryResults/EmSmsDeliveryResult: expected one ${ns}KeyID; actual none; found ${ns}KeyId ${inDelivery('KeyID')}`,
        `delivery/only-fields should /EmPostSmsResult/DeliveryResults/EmSmsDeliveryResult/KeyId: expected only ${fields}; actual ${ns}KeyId ${inDelivery('KeyId')}`,
      ],
    ],
    [
      'an empty delivery result, once for each field',
      { edits: [['</DeliveryResults>', '<EmSmsDeliveryResult/></DeliveryResults>']] },
      deliveryFields.map(
        (field) =>
          `delivery/field-once must ${D}[3]: expected one ${ns}${field}; actual none ${inDelivery(field)}`,
      ),
    ],
    [
      'one in no namespace, said once',
      { edits: [['<SendDate>', '<SendDate xmlns="">']] },
      [
        `delivery/field-namespace must ${D}[1]/SendDate: expected ${ns}SendDate; actual SendDate ${inDelivery('SendDate')} +1`,
      ],
    ],
    [
      'a namespace in other letters',
      { edits: [['<GsmNumber>905321112244', '<GsmNumber xmlns="http://SMS.example/ns">905321112244']] },
      [
        `delivery/field-namespace must ${D}[2]/GsmNumber: expected ${ns}GsmNumber; actual {http://SMS.example/ns}GsmNumber ${inDelivery('GsmNumber')}`,
      ],
    ],
    [
      'an element instead of text',
      { edits: [['2026-01-02 03:04', '<Value/>']] },
      [
        `delivery/field-text must ${D}[1]/DeliveryTime: expected text only; actual contains ${ns}Value ${inDelivery('DeliveryTime')} +1`,
      ],
    ],
    [
      'markup in a message that is not escaped',
      { edits: [inSecond('&lt;b&gt;', '<b xmlns=""/>')] },
      [
        `delivery/field-text must ${D}[2]/DeliveredMessage: expected text only; actual contains b ${inDelivery('DeliveredMessage')}`,
      ],
    ],
    [
      'one that the contract does not name',
      { edits: [['<KeyID>', '<Operator>1</Operator><KeyID>']] },
      [
        `delivery/only-fields should ${D}[1]/Operator: expected only ${fields}; actual ${ns}Operator ${inDelivery('Operator')} +1`,
      ],
    ],
    [
      'two of these, twice',
      { edits: [inSecond('<KeyID>', '<A/><B xmlns=""/><KeyID>')] },
      [
        `delivery/only-fields should ${D}[2]/A: expected only ${fields}; actual ${ns}A ${inDelivery('A')}`,
        `delivery/only-fields should ${D}[2]/B: expected only ${fields}; actual B ${inDelivery('B')}`,
      ],
    ],
    [
      'two fields exchanged everywhere, said once',
      { edits: [['<PostType>7</PostType><KeyID>K-1</KeyID>', '<KeyID>K-1</KeyID><PostType>7</PostType>']] },
      [
        `delivery/field-order should ${D}[1]: expected ${fields}; actual ${fields.replace('PostType, KeyID', 'KeyID, PostType')} (parent: EmSmsDeliveryResult) +1`,
      ],
    ],
    [
      'the last field in front of the first, in one delivery result',
      { edits: [[/(<GsmNumber>905321112244.*)(<SendDate>.*<.SendDate>)/g, '$2$1']] },
      [
        `delivery/field-order should ${D}[2]: expected ${fields}; actual SendDate, ${fields.replace(', SendDate', '')} (parent: EmSmsDeliveryResult)`,
      ],
    ],
  ])('are broken by %s', (_, given, lines) => {
    expect(told(judge(given))).toEqual(lines);
  });

  it('are not judged where the delivery result itself is in another namespace, which is told', () => {
    const edits = [['<EmSmsDeliveryResult>', '<EmSmsDeliveryResult xmlns="urn:q">']] as const;
    expect(fired(judge({ edits }))).toEqual(['result/list-items']);
  });

  it('are kept where an element of another namespace stands beside the field: that is an unknown one', () => {
    expect(fired(judge({ edits: [['<KeyID>', '<KeyID xmlns="urn:q"/><KeyID>']] }))).toEqual([
      'delivery/only-fields',
    ]);
  });
});
