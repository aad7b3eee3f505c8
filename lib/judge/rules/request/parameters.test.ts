import { describe, expect, it } from 'vitest';
import {
  edit,
  everyCall,
  foundSent,
  hardText,
  judgeSent,
  type Sent,
  tellsSent as tells,
} from '../../../../suites/support/judged.ts';
import { bindings } from '../../../../suites/support/reference.ts';

const operation = 'ReportSingleShotSms';
const posted = { operation, binding: 'http-post' } as const;
const ticket = '<ServiceTicket>T-1</ServiceTicket>';
const packet = '<PacketId>P-1</PacketId>';
const expects = 'request/parameters parameters: expected {ns}ServiceTicket, {ns}PacketId; actual';
const order =
  'request/parameters gap parameters: expected {ns}ServiceTicket, {ns}PacketId; actual {ns}PacketId, {ns}ServiceTicket';
const wrong = (actual: string, expected = '"P-1"') =>
  `request/parameters PacketId: expected ${expected}; actual ${actual} (field: PacketId)`;

describe('request/parameters', () => {
  tells('a zero that is lost', { operation, values: { PacketId: '0012' }, edits: [['>0012<', '>12<']] }, [
    'request/parameters PacketId: expected "0012"; actual "12" (field: PacketId, zeros: 12)',
  ]);
  tells('a text that is trimmed', { operation, values: { PacketId: ' a ' }, edits: [['> a <', '>a<']] }, [
    'request/parameters PacketId: expected " a "; actual "a" (field: PacketId, trimmed: a)',
  ]);
  tells(
    'a reference to half a pair of surrogates by its place alone',
    { operation, edits: [['P-1', '&#xD83D;']] },
    [
      'request/envelope body: expected a SOAP envelope; actual not well-formed XML: malformed character entity (line 1, column 222)',
    ],
  );
  tells('a character before the envelope by its place alone', { operation, edits: [[/^/g, '\u200b']] }, [
    'request/envelope body: expected a SOAP envelope; actual not well-formed XML: text data outside of root node (line 1, column 1)',
  ]);
  it('takes a hundred thousand fields', () => {
    const body = Buffer.from(Array.from({ length: 100_000 }, (_, i) => `a${i}=1`).join('&'));
    const found = judgeSent(['ReportSingleShotSms', 'http-post'], (request) => ({ ...request, body }));
    expect(found.map(({ rule }) => rule)).toEqual(['request/parameters']);
  });

  tells('a parameter left out', { operation, edits: [[ticket, '']] }, [
    'request/parameters ServiceTicket: expected {ns}ServiceTicket; actual none (field: ServiceTicket, missing: ServiceTicket)',
  ]);
  tells('a parameter in no namespace', { operation, edits: [['<PacketId>', '<PacketId xmlns="">']] }, [
    `${expects} {ns}ServiceTicket, PacketId (field: PacketId)`,
  ]);
  tells('a name in other letters', { ...posted, edits: [['PacketId', 'PacketID']] }, [
    'request/parameters parameters: expected ServiceTicket, PacketId; actual ServiceTicket, PacketID (field: PacketId, slip: PacketID)',
  ]);
  tells('two parameters left out', { operation, edits: [[ticket + packet, '']] }, [`${expects} none`]);
  tells('one left out beside a stranger', { operation, edits: [[packet, '<Other/>']] }, [
    `${expects} {ns}ServiceTicket, {ns}Other (field: PacketId)`,
  ]);
  tells('another order over SOAP as open', { operation, edits: [[ticket + packet, packet + ticket]] }, [
    order,
  ]);
  tells(
    'another value beside it',
    { operation, edits: [[ticket + packet, packet.replace('1', '2') + ticket]] },
    [...[order, wrong('"P-2"')]],
  );
  tells('no order of fields', { ...posted, edits: [[/(\w+=T-1)&(\w+=P-1)/g, '$2&$1']] }, []);
  tells('a text in an element', { operation, edits: [['>P-1<', '><string>P-1</string><']] }, [
    wrong('elements {ns}string'),
  ]);
  tells('a text in one beside another', { operation, edits: [['>P-1<', '><string>P-1</string><x/><']] }, [
    wrong('elements {ns}string, {ns}x'),
  ]);
  const plus = { values: { PacketId: 'a+b' }, path: [['%2B', '+']] } as const;
  tells('a value changed on the way', { operation, binding: 'http-get', ...plus }, [wrong('"a b"', '"a+b"')]);
  tells('a string that is repeated', { ...posted, edits: [[/$/g, '&PacketId=P-1']] }, [
    wrong('"P-1", "P-1"'),
  ]);

  const left = (how: string, name: string) =>
    `request/parameters gap parameters: expected ${name}; actual ${how}`;
  const xsi = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';
  const nil = (value: string, name = 'i:nil') => `<PacketId ${xsi} ${name}="${value}">P-1<`;
  it.each(['true', '1'])('tells of a parameter that is nil as open: %s', (value) => {
    const given = { operation, edits: [['<PacketId>P-1<', nil(value)]] } as const;
    expect(foundSent(given)).toEqual([left('xsi:nil', '{ns}PacketId')]);
  });
  it.each([nil('false'), nil('true', 'nil'), nil('true', 'i:nils'), nil('11'), nil('untrue')])(
    'keeps silent on what only looks like nil: %s',
    (written) => expect(foundSent({ operation, edits: [['<PacketId>P-1<', written]] })).toEqual([]),
  );
  const nilTicket = edit('<ServiceTicket>', `<ServiceTicket ${xsi} i:nil="1">`);
  tells('a ticket that is nil as a missing one', { operation, ...nilTicket }, [
    `${expects} {ns}ServiceTicket, {ns}PacketId (field: ServiceTicket)`,
  ]);

  const joined = (name: string, text: string) =>
    `request/parameters gap ${name}: expected one number in each text; actual ${JSON.stringify(text)} (field: ${name})`;
  it.each(['905321112233,905321112244', '905321112233; +905321112244', '905321112233\r\n905321112244'])(
    'tells of two numbers in one text as open: %j',
    (text) => {
      const single = { operation: 'SingleShotSmsWithTypeAndKeyID', values: { GsmNumber: text } };
      expect(foundSent(single)).toEqual([joined('GsmNumber', text)]);
      for (const binding of ['soap12', 'http-get'] as const)
        expect(foundSent({ binding, values: { GsmNumbers: [text] } })).toEqual([joined('GsmNumbers', text)]);
    },
  );
  it.each(['905321112233', '+90 532 111-22-33', '905321112233,', '1 2', '***', ''])(
    'keeps silent on what may be one number: %j',
    (text) => expect(foundSent({ values: { GsmNumbers: [text] } })).toEqual([]),
  );
  it.each(['["905321112233"]', "['905321112233', '905321112244']", '{"0":"905321112233"}', '"905321112233"'])(
    'tells of a list or a text as JSON and Python write it as open: %j',
    (text) => expect(foundSent({ values: { GsmNumbers: [text] } })).toEqual([joined('GsmNumbers', text)]),
  );
  it.each(['[object Object]', 'Array', 'a,b', ' '])('warns of a number without a digit: %j', (text) => {
    expect(foundSent({ values: { GsmNumbers: [text] } })).toEqual([
      `request/parameters should GsmNumbers: expected a number, which has digits; actual ${JSON.stringify(text)} (field: GsmNumbers)`,
    ]);
  });
  tells('no joined numbers in a message', { values: { Message: '1,2' } }, []);

  const two = { values: { Message: undefined, Originator: undefined } as never };
  const without = edit(/<Message>.*<.Message>|<Originator>.*<.Originator>/g, '');
  tells('two that a client may leave out', { ...two, ...without }, [left('absent', 'Originator, Message')]);

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
  it.each(['[]', '[0]', '.0', '%5B1%5D', '[0][]'])(
    'tells of a name with %s in place of a list that is missing',
    (index) => {
      const name = decodeURIComponent(`GsmNumbers${index}`);
      expect(foundSent(moved(`&GsmNumbers${index}=${first}&GsmNumbers${index}=${second}$3`))).toEqual([
        `request/list GsmNumbers: expected field GsmNumbers; actual 1 field such as ${name} (field: GsmNumbers, indexed: ${name})`,
      ]);
    },
  );
  tells(
    'a zero that is lost',
    { binding: 'http-get', values: { GsmNumbers: ['05'] }, path: [['=05', '=5']] },
    [
      'request/list GsmNumbers: expected one field GsmNumbers each for "05"; actual "5" (field: GsmNumbers, zeros: 5)',
    ],
  );
  tells('items of another name', edit(/<(\/?)string>/g, '<$1String>'), [
    wrongList('{ns}string child', '{ns}String, {ns}String'),
  ]);
  tells('items in no namespace', { binding: 'soap12', edits: [['<string>', '<string xmlns="">']] }, [
    wrongList('{ns}string child', 'string, string'),
  ]);
  tells('numbers in one text', edit(/<string>(\d+)<.string><string>(\d+)<.string>/g, '$1,$2'), [
    wrongList('{ns}string child', `the text "${first},${second}"`),
  ]);
  tells('another order', edit(/(<string>\d+<.string>)(<string>\d+<.string>)/g, '$2$1'), [
    wrongList('{ns}string child', `"${second}", "${first}"`),
  ]);
  tells('another order of fields', moved('&$2$3&$1'), [
    wrongList('field GsmNumbers', `"${second}", "${first}"`),
  ]);
  tells('numbers in one field', { binding: 'http-post', edits: [[`&GsmNumbers=${second}`, `,${second}`]] }, [
    wrongList('field GsmNumbers', `"${first},${second}"`),
  ]);
  tells('a number left out', { binding: 'http-get', path: [[`&GsmNumbers=${second}`, '']] }, [
    wrongList('field GsmNumbers', `"${first}"`),
  ]);

  const joined = { GsmNumbers: [`${first},${second}`] };
  tells('no text of several numbers', { values: joined, ...edit('<string>', '', '</string>', '') }, [
    `request/list GsmNumbers: expected one {ns}string child for each number; actual the text "${first},${second}" (field: GsmNumbers)`,
  ]);
  tells('no place between the fields', moved('&$1$3&$2'), []);

  it.each(bindings)('keeps silent on lists of none, one, equal numbers and many over %s', (binding) => {
    const lists = [[], ['1'], ['1', '1'], Array.from({ length: 100 }, (_, i) => String(i))];
    expect(lists.flatMap((GsmNumbers) => foundSent({ binding, values: { GsmNumbers } }))).toEqual([]);
  });

  it.each(['soap11', 'soap12'] as const)('is broken, as the parameters are, by none over %s', (binding) => {
    expect(foundSent({ binding, edits: [[/<GsmNumbers>.*<.GsmNumbers>/g, '']] })).toEqual([
      expect.stringMatching(/^request\/parameters /),
      wrongList('{ns}string child', 'none'),
    ]);
  });
});
