import { describe, expect, it } from 'vitest';
import { everyCall, foundSent, hardText, type Row, type Sent } from '../testing.ts';

const operation = 'ReportSingleShotSms';
const ticket = '<ServiceTicket>T-1</ServiceTicket>';
const packet = '<PacketId>P-1</PacketId>';
const expects = 'request/parameters parameters: expected {ns}ServiceTicket, {ns}PacketId; actual';
const order =
  'request/parameters gap parameters: expected {ns}ServiceTicket, {ns}PacketId; actual {ns}PacketId, {ns}ServiceTicket';
const wrong = (actual: string, expected = '"P-1"') =>
  `request/parameters PacketId: expected ${expected}; actual ${actual} (field: PacketId)`;

describe('request/parameters', () => {
  it.each<Row<Sent>>([
    ['is broken by a parameter left out', { edits: [[ticket, '']] }, `${expects} {ns}PacketId`],
    [
      'is broken by a parameter in no namespace',
      { edits: [['<PacketId>', '<PacketId xmlns="">']] },
      `${expects} {ns}ServiceTicket, PacketId`,
    ],
    [
      'is broken by a name in other letters',
      { binding: 'http-post', edits: [['PacketId', 'PacketID']] },
      'request/parameters parameters: expected ServiceTicket, PacketId; actual ServiceTicket, PacketID',
    ],
    ['leaves another order over SOAP open', { edits: [[`${ticket}${packet}`, packet + ticket]] }, order],
    [
      'is broken by a value beside another order',
      { edits: [[`${ticket}${packet}`, `<PacketId>P-2</PacketId>${ticket}`]] },
      order,
      wrong('"P-2"'),
    ],
    [
      'keeps silent on fields in another order',
      {
        binding: 'http-post',
        edits: [['ServiceTicket=T-1&PacketId=P-1', 'PacketId=P-1&ServiceTicket=T-1']],
      },
    ],
    [
      'is broken by a text that stands in an element of its own',
      { edits: [['>P-1<', '><string>P-1</string><']] },
      wrong('elements {ns}string'),
    ],
    [
      'is broken by the right value inside an element, beside another',
      { edits: [['>P-1<', '><string>P-1</string><x/><']] },
      wrong('elements {ns}string, {ns}x'),
    ],
    [
      'is broken by a value changed on the way',
      { binding: 'http-get', values: { PacketId: 'a+b' }, path: [['%2B', '+']] },
      wrong('"a b"', '"a+b"'),
    ],
    [
      'is broken by a string that is repeated',
      { binding: 'http-post', edits: [[/$/g, '&PacketId=P-1']] },
      wrong('"P-1", "P-1"'),
    ],
  ])('%s', (_, sent, ...lines) => {
    expect(foundSent({ operation, ...sent })).toEqual(lines);
  });

  it.each(everyCall)('keeps silent on hard texts and on an empty list of %s over %s', (name, binding) => {
    const values =
      name === 'SendBulkSms' ? { Message: hardText, GsmNumbers: [] } : { ServiceTicket: hardText };
    expect(foundSent({ operation: name, binding, values })).toEqual([]);
  });
});

const [first, second] = ['905321112233', '905321112244'];
const moved = (to: string): Sent => ({
  binding: 'http-post',
  edits: [[/&(GsmNumbers=905321112233)&(GsmNumbers=905321112244)(.*)/g, to]],
});
const wrongList = (name: string, actual: string) =>
  `request/list GsmNumbers: expected one ${name} each for "${first}", "${second}"; actual ${actual} (field: GsmNumbers)`;

describe('request/list', () => {
  it.each<Row<Sent>>([
    [
      'items of another name',
      { edits: [[/<(\/?)string>/g, '<$1String>']] },
      wrongList('{ns}string child', '{ns}String, {ns}String'),
    ],
    [
      'items in no namespace',
      { binding: 'soap12', edits: [['<string>', '<string xmlns="">']] },
      wrongList('{ns}string child', 'string, string'),
    ],
    [
      'numbers in one text',
      { binding: 'soap12', edits: [[/<string>(\d+)<.string><string>(\d+)<.string>/g, '$1,$2']] },
      wrongList('{ns}string child', `the text "${first},${second}"`),
    ],
    [
      'another order',
      { edits: [[/(<string>\d+<.string>)(<string>\d+<.string>)/g, '$2$1']] },
      wrongList('{ns}string child', `"${second}", "${first}"`),
    ],
    ['another order of fields', moved('&$2$3&$1'), wrongList('field GsmNumbers', `"${second}", "${first}"`)],
    [
      'numbers in one field',
      { binding: 'http-post', edits: [[`&GsmNumbers=${second}`, `,${second}`]] },
      wrongList('field GsmNumbers', `"${first},${second}"`),
    ],
    [
      'a number left out',
      { binding: 'http-get', path: [[`&GsmNumbers=${second}`, '']] },
      wrongList('field GsmNumbers', `"${first}"`),
    ],
  ])('is broken by %s', (_, sent, ...lines) => {
    expect(foundSent(sent)).toEqual(lines);
  });

  it('expects no text of several numbers, which a client made of the list', () => {
    const joined = { GsmNumbers: [`${first},${second}`] };
    const edits: Sent['edits'] = [
      ['<string>', ''],
      ['</string>', ''],
    ];
    expect(foundSent({ binding: 'soap12', values: joined, edits })).toEqual([
      `request/list GsmNumbers: expected one {ns}string child for each number; actual the text "${first},${second}" (field: GsmNumbers)`,
    ]);
  });

  it('keeps silent on fields that do not follow one another', () => {
    expect(foundSent(moved('&$1$3&$2'))).toEqual([]);
  });

  it.each(['soap11', 'soap12', 'http-get', 'http-post'] as const)(
    'keeps silent on lists of none, one, equal numbers and many over %s',
    (binding) => {
      const lists = [[], ['1'], ['1', '1'], Array.from({ length: 100 }, (_, i) => String(i))];
      expect(lists.flatMap((GsmNumbers) => foundSent({ binding, values: { GsmNumbers } }))).toEqual([]);
    },
  );

  it.each(['soap11', 'soap12'] as const)('is broken, as the parameters are, by none over %s', (binding) => {
    expect(foundSent({ binding, edits: [[/<GsmNumbers>.*<.GsmNumbers>/g, '']] })).toEqual([
      expect.stringMatching(/^request\/parameters /),
      wrongList('{ns}string child', 'none'),
    ]);
  });
});
