import { describe, expect, it } from 'vitest';
import { brokenRulesIn, change, type Edit, findingsIn, judge } from '../../../suites/support/judged.ts';
import { NAMESPACE, resultPath } from '../../../suites/support/samples.ts';

const R = resultPath('SendBulkSms', 'soap11');
const D = `${R}/DeliveryResults/EmSmsDeliveryResult`;
const inPacket = 'PacketID, PacketStatus, DeliveryResults';
const inDelivery =
  'GsmNumber, DeliveryResult, DeliveryDetail, DeliveryTime, DeliveredMessage, PostType, KeyID, SendDate';

const ofPacket = (field: string) => `(field: ${field}, parent: SendBulkSmsResult)`;
const ofDelivery = (field: string) => `(field: ${field}, parent: EmSmsDeliveryResult)`;
const missing = (field: string) =>
  `result/field-once must ${R}: expected one {ns}${field}; actual none ${ofPacket(field)}`;
const unknown = (field: string) =>
  `result/only-fields should ${R}/${field}: expected only ${inPacket}; actual {ns}${field} ${ofPacket(field)}`;

const status = '<PacketStatus>Done</PacketStatus>';
const LIST = 'DeliveryResults';

/** An edit of the second delivery result alone. */
const inSecond = (from: string, to: string) =>
  change(new RegExp(`(905321112244.*)${from.replaceAll('/', '.')}`, 'g'), `$1${to}`);

describe('the fields of the packet result', () => {
  it('tells of a field left out', () => {
    expect(findingsIn(change(status, ''))).toEqual([missing('PacketStatus')]);
  });
  it('tells of an empty result', () => {
    expect(findingsIn(change(/<SendBulkSmsResult>.*Result>/g, '<SendBulkSmsResult/>'))).toEqual([
      ...inPacket.split(', ').map(missing),
    ]);
  });
  it('tells of a field that appears twice', () => {
    expect(findingsIn(change('<PacketStatus>', '<PacketID/><PacketStatus>'))).toEqual([
      `result/field-once must ${R}: expected one {ns}PacketID; actual 2 of them ${ofPacket('PacketID')}`,
    ]);
  });
  it('tells of two lists', () => {
    expect(findingsIn(change(`</${LIST}>`, `</${LIST}><${LIST}/>`))).toEqual([
      `result/field-once must ${R}: expected one {ns}${LIST}; actual 2 of them ${ofPacket(LIST)}`,
    ]);
  });
  it('tells of a name in other letters, which is also a field too many', () => {
    expect(findingsIn(change('PacketID>', 'PacketId>'))).toEqual([
      missing('PacketID').replace('none', 'none; found {ns}PacketId'),
      unknown('PacketId'),
    ]);
  });
  it('tells of three elements that could be meant, all of them shown', () => {
    expect(findingsIn(change(status, '<A/><B/><C/>'))).toEqual([
      missing('PacketStatus').replace('none', 'none; found {ns}A, {ns}B, {ns}C'),
      ...['A', 'B', 'C'].map(unknown),
    ]);
  });
  it('tells of four of them, of which three are shown', () => {
    expect(findingsIn(change(status, '<A/><B/><C/><D/>'))).toEqual([
      missing('PacketStatus').replace('none', 'none; found {ns}A, {ns}B, {ns}C, …'),
      ...['A', 'B', 'C', 'D'].map(unknown),
    ]);
  });
  it('names elements that could be meant once each, so that their count makes no other cause', () => {
    expect(findingsIn(change(status, '<A/><A/><B/><A/><A/>'))[0]).toBe(
      missing('PacketStatus').replace('none', 'none; found {ns}A, {ns}B'),
    );
  });
  it('tells of a field in no namespace', () => {
    expect(findingsIn(change('<PacketStatus>', '<PacketStatus xmlns="">'))).toEqual([
      `result/field-namespace must ${R}/PacketStatus: expected {ns}PacketStatus; actual PacketStatus ${ofPacket('PacketStatus')}`,
    ]);
  });
  const foreign = `result/field-namespace must ${R}/${LIST}: expected {ns}${LIST}; actual {urn:q}${LIST} ${ofPacket(LIST)}`;
  const prefixed = change(`<${LIST}>`, `<q:${LIST} xmlns:q="urn:q">`, `</${LIST}`, `</q:${LIST}`);
  it('tells of a list in another namespace', () => {
    expect(findingsIn(prefixed)).toEqual([foreign]);
  });
  it('tells of such a list with all that is in it', () => {
    expect(findingsIn(change(`<${LIST}>`, `<${LIST} xmlns="urn:q">`))).toEqual([foreign]);
  });
  it('tells of an element instead of text', () => {
    expect(findingsIn(change('>Done<', '><Code>1</Code><'))).toEqual([
      `result/field-text must ${R}/PacketStatus: expected text only; actual contains {ns}Code ${ofPacket('PacketStatus')}`,
    ]);
  });
  it('tells of elements of any namespace within text', () => {
    expect(findingsIn(change('>P-1<', '>P<b xmlns=""/>-1<x xmlns="urn:q"/><'))).toEqual([
      `result/field-text must ${R}/PacketID: expected text only; actual contains b, {urn:q}x ${ofPacket('PacketID')}`,
    ]);
  });
  it('names elements within text once each, of two namespaces and three at most', () => {
    const inside = (content: string) => findingsIn(change('>P-1<', `>${content}<`));
    const told = (names: string) => [
      `result/field-text must ${R}/PacketID: expected text only; actual contains ${names} ${ofPacket('PacketID')}`,
    ];
    expect(inside('<b xmlns=""/><b xmlns="urn:q"/><b xmlns=""/>')).toEqual(told('b, {urn:q}b'));
    expect(inside('<a xmlns=""/><b xmlns=""/><c xmlns=""/><d xmlns=""/>')).toEqual(told('a, b, c, …'));
  });
  it('tells of a field that the contract does not name', () => {
    expect(findingsIn(change(status, `${status}<Cost>1</Cost>`))).toEqual([unknown('Cost')]);
  });
  it('tells of one of a foreign namespace', () => {
    expect(findingsIn(change(status, `${status}<v:PacketStat xmlns:v="urn:v"/>`))).toEqual([
      unknown('PacketStat').replace('{ns}', '{urn:v}'),
    ]);
  });
  it('tells of two fields exchanged', () => {
    expect(findingsIn(change(/(<PacketID>.*PacketID>)(<PacketStatus>.*PacketStatus>)/g, '$2$1'))).toEqual([
      `result/field-order should ${R}: expected ${inPacket}; actual PacketStatus, PacketID, ${LIST} (parent: SendBulkSmsResult)`,
    ]);
  });
  it('tells of the list in front', () => {
    expect(findingsIn(change(/(<PacketID>.*)(<DeliveryResults>.*<.DeliveryResults>)/g, '$2$1'))).toEqual([
      `result/field-order should ${R}: expected ${inPacket}; actual ${LIST}, PacketID, PacketStatus (parent: SendBulkSmsResult)`,
    ]);
  });

  it('tells nothing of a field that declares the namespace again', () => {
    expect(findingsIn(change('<PacketID>', `<PacketID xmlns="${NAMESPACE}">`))).toEqual([]);
  });
  it('tells of the same name beside a field as unknown', () => {
    expect(brokenRulesIn(change('<PacketID>', '<PacketID xmlns="urn:v"/><PacketID>'))).toEqual([
      `result/only-fields ${R}/PacketID[1]`,
    ]);
  });
  it('tells of a field twice in no namespace', () => {
    expect(brokenRulesIn(change(/<PacketID>P-1<.PacketID>/g, '<PacketID xmlns=""/>'.repeat(2)))).toEqual([
      `result/field-once ${R}`,
      `result/field-namespace ${R}/PacketID[1]`,
    ]);
  });
});

describe('the fields of a delivery result', () => {
  it('tells of one left out everywhere, said once', () => {
    expect(findingsIn(change('<DeliveryDetail></DeliveryDetail>', ''))).toEqual([
      `delivery/field-once must ${D}[1]: expected one {ns}DeliveryDetail; actual none ${ofDelivery('DeliveryDetail')} +1`,
    ]);
  });
  it('tells of one left out of the last delivery result only', () => {
    expect(findingsIn(inSecond('<KeyID>K-1</KeyID>', ''))).toEqual([
      `delivery/field-once must ${D}[2]: expected one {ns}KeyID; actual none ${ofDelivery('KeyID')}`,
    ]);
  });
  it('tells of one in no namespace, said once', () => {
    expect(findingsIn(change('<SendDate>', '<SendDate xmlns="">'))).toEqual([
      `delivery/field-namespace must ${D}[1]/SendDate: expected {ns}SendDate; actual SendDate ${ofDelivery('SendDate')} +1`,
    ]);
  });
  it('tells of markup in a message that is not escaped', () => {
    expect(findingsIn(inSecond('&lt;b&gt;', '<b xmlns=""/>'))).toEqual([
      `delivery/field-text must ${D}[2]/DeliveredMessage: expected text only; actual contains b ${ofDelivery('DeliveredMessage')}`,
    ]);
  });
  it('tells of one that the contract does not name', () => {
    expect(findingsIn(change('<KeyID>', '<Operator>1</Operator><KeyID>'))).toEqual([
      `delivery/only-fields should ${D}[1]/Operator: expected only ${inDelivery}; actual {ns}Operator ${ofDelivery('Operator')} +1`,
    ]);
  });
  it('tells of two fields exchanged', () => {
    expect(findingsIn(change(/(<PostType>.*?PostType>)(<KeyID>.*?KeyID>)/g, '$2$1'))).toEqual([
      `delivery/field-order should ${D}[1]: expected ${inDelivery}; actual ${inDelivery.replace('PostType, KeyID', 'KeyID, PostType')} (parent: EmSmsDeliveryResult) +1`,
    ]);
  });

  const again = ['<SendDate>', `<SendDate xmlns="${NAMESPACE}">`];
  it('tells nothing of an empty field, and the namespace declared again', () => {
    expect(findingsIn(change('>OK<', '><', ...again))).toEqual([]);
  });
  const commented = ['<KeyID>', '\n<!-- <Cost/> --><KeyID>'];
  it('tells nothing of markup as text, and a comment', () => {
    expect(findingsIn(change('>OK<', '><!-- <b/> --><![CDATA[<b/>]]><', ...commented))).toEqual([]);
  });
  const strangerItems = change('<EmSmsDeliveryResult>', '<EmSmsDeliveryResult xmlns="urn:q">');
  it('tells of no fault of a field in items of another namespace', () => {
    expect(brokenRulesIn(strangerItems)).toEqual([`result/list-items ${D}`]);
  });
  it('tells of the same name beside a field as unknown', () => {
    expect(brokenRulesIn(change('<KeyID>', '<KeyID xmlns="urn:q"/><KeyID>'))).toEqual([
      `delivery/only-fields ${D}[1]/KeyID[1]`,
    ]);
  });
});

describe('plain/root', () => {
  it('tells of another name', () => {
    expect(findingsIn({ binding: 'http-get', edits: [['EmPostSmsResult', 'PacketResult']] })).toEqual([
      'plain/root must /PacketResult: expected {ns}EmPostSmsResult; actual {ns}PacketResult',
    ]);
  });
  const prefixed = change(
    /<(.?)([A-Z])/g,
    '<$1q:$2',
    'q:EmPostSmsResult',
    'EmPostSmsResult',
    'xmlns=',
    'xmlns:q=',
  );
  it('tells of a root in no namespace around the right elements', () => {
    expect(findingsIn({ binding: 'http-post', ...prefixed })).toEqual([
      'plain/root must /EmPostSmsResult: expected {ns}EmPostSmsResult; actual EmPostSmsResult',
    ]);
  });
  it('tells of another namespace all through, once', () => {
    expect(brokenRulesIn({ binding: 'http-post', edits: [[NAMESPACE, 'urn:other']] })).toEqual([
      'plain/root /EmPostSmsResult',
    ]);
  });

  it.each([
    [
      'a SOAP envelope',
      '<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body/></Envelope>',
      'Envelope',
    ],
    ['a text', `<string xmlns="${NAMESPACE}">denied</string>`, 'string'],
    ['a page', '<html><body>denied</body></html>', 'html'],
  ])('is broken by %s, of which the rules about fields say nothing', (_, body, root) => {
    const findings = judge({ binding: 'http-get', body });
    expect(findings.map(({ rule, path }) => [rule, path])).toEqual([['plain/root', `/${root}`]]);
  });
});

const wrong = (at: string, actual: string) =>
  `result/list-items must ${R}/DeliveryResults${at}: expected only {ns}EmSmsDeliveryResult; actual ${actual} (field: DeliveryResults, item: EmSmsDeliveryResult)`;
const text = (written: string) =>
  change(/<DeliveryResults>.*<.DeliveryResults>/g, `<DeliveryResults>${written}</DeliveryResults>`);

it('tells of items of another name, said once', () => {
  expect(findingsIn(change('EmSmsDeliveryResult>', 'SmsDeliveryResult>'))).toEqual([
    `${wrong('/SmsDeliveryResult', '{ns}SmsDeliveryResult')} +1`,
  ]);
});
const among = change('</DeliveryResults>', '<Count xmlns="">2</Count></DeliveryResults>');
it('tells of a stranger among the items', () => {
  expect(findingsIn(among)).toEqual([wrong('/Count', 'Count')]);
});
it('tells of all fields of a flattened item in the same words, so that they are one cause', () => {
  const flat = text('<GsmNumber>1</GsmNumber><DeliveryResult/><KeyID>1</KeyID><SendDate/><KeyID/>');
  expect(findingsIn(flat)).toEqual([
    wrong('/GsmNumber', '{ns}GsmNumber, {ns}DeliveryResult, {ns}KeyID, …'),
    wrong('/DeliveryResult', '{ns}GsmNumber, {ns}DeliveryResult, {ns}KeyID, …'),
    `${wrong('/KeyID', '{ns}GsmNumber, {ns}DeliveryResult, {ns}KeyID, …')} +1`,
    wrong('/SendDate', '{ns}GsmNumber, {ns}DeliveryResult, {ns}KeyID, …'),
  ]);
});
it('tells of text in the list', () => {
  expect(findingsIn(text(' none '))).toEqual([wrong('', 'text "none"')]);
});
it('tells of a no-break space in the list', () => {
  expect(findingsIn(text('\n&#160;'))).toEqual([wrong('', String.raw`text "\u{A0}"`)]);
});

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
  ])('is broken by %s', (_, edit, message, field, more = '') => {
    const expected = `^result/schema must ${R}: expected valid against the XML Schema of contract §2; actual`;
    expect(findingsIn(change(...edit))).toEqual([
      expect.stringMatching(`${expected} .*${message}.* \\(field: ${field}\\)${more}$`),
    ]);
  });

  it('tells of a nil field beside a field too many', () => {
    expect(brokenRulesIn(change(...nil, '<PacketID>', '<Cost/><PacketID>'))).toEqual([
      ...[`result/only-fields ${R}/Cost`, `result/schema ${R}`],
    ]);
  });
  it('tells nothing where another rule has spoken', () => {
    expect(brokenRulesIn(change('<PacketStatus>Done</PacketStatus>', 'x'))).toEqual([
      `result/field-once ${R}`,
    ]);
  });
  const others = `count="2" xmlns:a="urn:a" a:b="c" ${XSI} i:type="a:List" i:schemaLocation="urn:a b"`;
  it('tells nothing of attributes and types of other namespaces', () => {
    expect(findingsIn(change('<PacketID>', `<PacketID ${others}>`))).toEqual([]);
  });
});
