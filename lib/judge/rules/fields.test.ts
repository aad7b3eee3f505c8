import { describe, expect, it } from 'vitest';
import {
  type Edit,
  edit,
  fires,
  found,
  judge,
  namespace,
  resultPath,
  silent,
  tells,
} from '../../../suites/support/judged.ts';

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
  edit(new RegExp(`(905321112244.*)${from.replaceAll('/', '.')}`, 'g'), `$1${to}`);

describe('the fields of the packet result', () => {
  tells('a field left out', edit(status, ''), [missing('PacketStatus')]);
  tells('an empty result', edit(/<SendBulkSmsResult>.*Result>/g, '<SendBulkSmsResult/>'), [
    ...inPacket.split(', ').map(missing),
  ]);
  tells('a field that appears twice', edit('<PacketStatus>', '<PacketID/><PacketStatus>'), [
    `result/field-once must ${R}: expected one {ns}PacketID; actual 2 of them ${ofPacket('PacketID')}`,
  ]);
  tells('two lists', edit(`</${LIST}>`, `</${LIST}><${LIST}/>`), [
    `result/field-once must ${R}: expected one {ns}${LIST}; actual 2 of them ${ofPacket(LIST)}`,
  ]);
  tells('a name in other letters, which is also a field too many', edit('PacketID>', 'PacketId>'), [
    missing('PacketID').replace('none', 'none; found {ns}PacketId'),
    unknown('PacketId'),
  ]);
  tells('three elements that could be meant, all of them shown', edit(status, '<A/><B/><C/>'), [
    missing('PacketStatus').replace('none', 'none; found {ns}A, {ns}B, {ns}C'),
    ...['A', 'B', 'C'].map(unknown),
  ]);
  tells('four of them, of which three are shown', edit(status, '<A/><B/><C/><D/>'), [
    missing('PacketStatus').replace('none', 'none; found {ns}A, {ns}B, {ns}C, …'),
    ...['A', 'B', 'C', 'D'].map(unknown),
  ]);
  tells('a field in no namespace', edit('<PacketStatus>', '<PacketStatus xmlns="">'), [
    `result/field-namespace must ${R}/PacketStatus: expected {ns}PacketStatus; actual PacketStatus ${ofPacket('PacketStatus')}`,
  ]);
  const foreign = `result/field-namespace must ${R}/${LIST}: expected {ns}${LIST}; actual {urn:q}${LIST} ${ofPacket(LIST)}`;
  const prefixed = edit(`<${LIST}>`, `<q:${LIST} xmlns:q="urn:q">`, `</${LIST}`, `</q:${LIST}`);
  tells('a list in another namespace', prefixed, [foreign]);
  tells('such a list with all that is in it', edit(`<${LIST}>`, `<${LIST} xmlns="urn:q">`), [foreign]);
  tells('an element instead of text', edit('>Done<', '><Code>1</Code><'), [
    `result/field-text must ${R}/PacketStatus: expected text only; actual contains {ns}Code ${ofPacket('PacketStatus')}`,
  ]);
  tells('elements of any namespace within text', edit('>P-1<', '>P<b xmlns=""/>-1<x xmlns="urn:q"/><'), [
    `result/field-text must ${R}/PacketID: expected text only; actual contains b, {urn:q}x ${ofPacket('PacketID')}`,
  ]);
  tells('a field that the contract does not name', edit(status, `${status}<Cost>1</Cost>`), [
    unknown('Cost'),
  ]);
  tells('one of a foreign namespace', edit(status, `${status}<v:PacketStat xmlns:v="urn:v"/>`), [
    unknown('PacketStat').replace('{ns}', '{urn:v}'),
  ]);
  tells('two fields exchanged', edit(/(<PacketID>.*PacketID>)(<PacketStatus>.*PacketStatus>)/g, '$2$1'), [
    `result/field-order should ${R}: expected ${inPacket}; actual PacketStatus, PacketID, ${LIST} (parent: SendBulkSmsResult)`,
  ]);
  tells('the list in front', edit(/(<PacketID>.*)(<DeliveryResults>.*<.DeliveryResults>)/g, '$2$1'), [
    `result/field-order should ${R}: expected ${inPacket}; actual ${LIST}, PacketID, PacketStatus (parent: SendBulkSmsResult)`,
  ]);

  silent('a field that declares the namespace again', edit('<PacketID>', `<PacketID xmlns="${namespace}">`));
  fires(
    'the same name beside a field as unknown',
    edit('<PacketID>', '<PacketID xmlns="urn:v"/><PacketID>'),
    [`result/only-fields ${R}/PacketID[1]`],
  );
  fires(
    'a field twice in no namespace',
    edit(/<PacketID>P-1<.PacketID>/g, '<PacketID xmlns=""/>'.repeat(2)),
    [`result/field-once ${R}`, `result/field-namespace ${R}/PacketID[1]`],
  );
});

describe('the fields of a delivery result', () => {
  tells('one left out everywhere, said once', edit('<DeliveryDetail></DeliveryDetail>', ''), [
    `delivery/field-once must ${D}[1]: expected one {ns}DeliveryDetail; actual none ${ofDelivery('DeliveryDetail')} +1`,
  ]);
  tells('one left out of the last delivery result only', inSecond('<KeyID>K-1</KeyID>', ''), [
    `delivery/field-once must ${D}[2]: expected one {ns}KeyID; actual none ${ofDelivery('KeyID')}`,
  ]);
  tells('one in no namespace, said once', edit('<SendDate>', '<SendDate xmlns="">'), [
    `delivery/field-namespace must ${D}[1]/SendDate: expected {ns}SendDate; actual SendDate ${ofDelivery('SendDate')} +1`,
  ]);
  tells('markup in a message that is not escaped', inSecond('&lt;b&gt;', '<b xmlns=""/>'), [
    `delivery/field-text must ${D}[2]/DeliveredMessage: expected text only; actual contains b ${ofDelivery('DeliveredMessage')}`,
  ]);
  tells('one that the contract does not name', edit('<KeyID>', '<Operator>1</Operator><KeyID>'), [
    `delivery/only-fields should ${D}[1]/Operator: expected only ${inDelivery}; actual {ns}Operator ${ofDelivery('Operator')} +1`,
  ]);
  tells('two fields exchanged', edit(/(<PostType>.*?PostType>)(<KeyID>.*?KeyID>)/g, '$2$1'), [
    `delivery/field-order should ${D}[1]: expected ${inDelivery}; actual ${inDelivery.replace('PostType, KeyID', 'KeyID, PostType')} (parent: EmSmsDeliveryResult) +1`,
  ]);

  const again = ['<SendDate>', `<SendDate xmlns="${namespace}">`];
  silent('an empty field, and the namespace declared again', edit('>OK<', '><', ...again));
  const commented = ['<KeyID>', '\n<!-- <Cost/> --><KeyID>'];
  silent('markup as text, and a comment', edit('>OK<', '><!-- <b/> --><![CDATA[<b/>]]><', ...commented));
  const strangerItems = edit('<EmSmsDeliveryResult>', '<EmSmsDeliveryResult xmlns="urn:q">');
  fires('no fault of a field in items of another namespace', strangerItems, [`result/list-items ${D}`]);
  fires('the same name beside a field as unknown', edit('<KeyID>', '<KeyID xmlns="urn:q"/><KeyID>'), [
    `delivery/only-fields ${D}[1]/KeyID[1]`,
  ]);
});

describe('plain/root', () => {
  tells('another name', { binding: 'http-get', edits: [['EmPostSmsResult', 'PacketResult']] }, [
    'plain/root must /PacketResult: expected {ns}EmPostSmsResult; actual {ns}PacketResult',
  ]);
  const prefixed = edit(
    /<(.?)([A-Z])/g,
    '<$1q:$2',
    'q:EmPostSmsResult',
    'EmPostSmsResult',
    'xmlns=',
    'xmlns:q=',
  );
  tells('a root in no namespace around the right elements', { binding: 'http-post', ...prefixed }, [
    'plain/root must /EmPostSmsResult: expected {ns}EmPostSmsResult; actual EmPostSmsResult',
  ]);
  fires('another namespace all through, once', { binding: 'http-post', edits: [[namespace, 'urn:other']] }, [
    'plain/root /EmPostSmsResult',
  ]);

  it.each([
    [
      'a SOAP envelope',
      '<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body/></Envelope>',
      'Envelope',
    ],
    ['a text', `<string xmlns="${namespace}">denied</string>`, 'string'],
    ['a page', '<html><body>denied</body></html>', 'html'],
  ])('is broken by %s, of which the rules about fields say nothing', (_, body, root) => {
    const findings = judge({ binding: 'http-get', body });
    expect(findings.map(({ rule, path }) => [rule, path])).toEqual([['plain/root', `/${root}`]]);
  });
});

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
