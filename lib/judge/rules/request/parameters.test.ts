import { describe, expect, it } from 'vitest';
import { everyCall } from '../../../../suites/support/calls.ts';
import { type ChangedRequest, change, findingsInRequest } from '../../../../suites/support/judged.ts';
import { bindingIds } from '../../../../suites/support/reference.ts';
import { hardText } from '../../../../suites/support/samples.ts';

const operation = 'ReportSingleShotSms';
const posted = { operation, binding: 'http-post' } as const;
const ticket = '<ServiceTicket>T-1</ServiceTicket>';
const packet = '<PacketId>P-1</PacketId>';
const expects = 'request/parameters parameters: expected {ns}ServiceTicket, {ns}PacketId; actual';
const order =
  'request/parameters gap parameters: expected {ns}ServiceTicket, {ns}PacketId; actual {ns}PacketId, {ns}ServiceTicket';
const wrong = (actual: string, expected = '"P-1"') =>
  `request/parameters PacketId: expected ${expected}; actual ${actual} (field: PacketId)`;

/** True of findings that are about more than the values, which request/values judges. */
const isOfForm = (finding: string) => !finding.startsWith('request/values ');

describe('request/parameters', () => {
  it('tells of a zero that is lost', () => {
    expect(
      findingsInRequest({ operation, values: { PacketId: '0012' }, edits: [['>0012<', '>12<']] }),
    ).toEqual(['request/parameters PacketId: expected "0012"; actual "12" (field: PacketId, zeros: 12)']);
  });
  it('tells of a text that is trimmed', () => {
    expect(findingsInRequest({ operation, values: { PacketId: ' a ' }, edits: [['> a <', '>a<']] })).toEqual([
      'request/parameters PacketId: expected " a "; actual "a" (field: PacketId, trimmed: a)',
    ]);
  });
  it('tells of a reference to half a pair of surrogates by its place alone', () => {
    expect(findingsInRequest({ operation, edits: [['P-1', '&#xD83D;']] })).toEqual([
      'request/envelope body: expected a SOAP envelope; actual not well-formed XML: malformed character entity &#xD83D; (line 1, column 222)',
    ]);
  });
  it('tells of a character before the envelope by its place alone', () => {
    expect(findingsInRequest({ operation, edits: [[/^/g, '\u200b']] })).toEqual([
      'request/envelope body: expected a SOAP envelope; actual not well-formed XML: text data outside of root node (line 1, column 1)',
    ]);
  });
  it('takes a hundred thousand fields', () => {
    const body = Buffer.from(Array.from({ length: 100_000 }, (_, i) => `a${i}=1`).join('&'));
    const [found, ...others] = findingsInRequest({ ...posted, body });
    expect([found, others]).toEqual([expect.stringMatching(/^request\/parameters /), []]);
  });

  it('tells of a parameter left out', () => {
    expect(findingsInRequest({ operation, edits: [[ticket, '']] })).toEqual([
      'request/parameters ServiceTicket: expected {ns}ServiceTicket; actual none (field: ServiceTicket, missing: ServiceTicket)',
    ]);
  });
  it('tells of a parameter in no namespace', () => {
    expect(findingsInRequest({ operation, edits: [['<PacketId>', '<PacketId xmlns="">']] })).toEqual([
      `${expects} {ns}ServiceTicket, PacketId (field: PacketId)`,
    ]);
  });
  it('tells of a name in other letters', () => {
    expect(findingsInRequest({ ...posted, edits: [['PacketId', 'PacketID']] })).toEqual([
      'request/parameters parameters: expected ServiceTicket, PacketId; actual ServiceTicket, PacketID (field: PacketId, slip: PacketID)',
    ]);
  });
  it('tells of two parameters left out', () => {
    expect(findingsInRequest({ operation, edits: [[ticket + packet, '']] })).toEqual([`${expects} none`]);
  });
  it('tells of one left out beside a stranger', () => {
    expect(findingsInRequest({ operation, edits: [[packet, '<Other/>']] })).toEqual([
      `${expects} {ns}ServiceTicket, {ns}Other (field: PacketId)`,
    ]);
  });
  it('tells of another order over SOAP as open', () => {
    expect(findingsInRequest({ operation, edits: [[ticket + packet, packet + ticket]] })).toEqual([order]);
  });
  it('tells of another value beside it', () => {
    expect(
      findingsInRequest({ operation, edits: [[ticket + packet, packet.replace('1', '2') + ticket]] }),
    ).toEqual([...[order, wrong('"P-2"')]]);
  });
  it('tells of no order of fields', () => {
    expect(findingsInRequest({ ...posted, edits: [[/(\w+=T-1)&(\w+=P-1)/g, '$2&$1']] })).toEqual([]);
  });
  it('tells of a text in an element', () => {
    expect(findingsInRequest({ operation, edits: [['>P-1<', '><string>P-1</string><']] })).toEqual([
      wrong('elements {ns}string'),
    ]);
  });
  it('tells of a text in one beside another', () => {
    expect(findingsInRequest({ operation, edits: [['>P-1<', '><string>P-1</string><x/><']] })).toEqual([
      wrong('elements {ns}string, {ns}x'),
    ]);
  });
  const plus = { values: { PacketId: 'a+b' }, path: [['%2B', '+']] } as const;
  it('tells of a value changed on the way', () => {
    expect(findingsInRequest({ operation, binding: 'http-get', ...plus })).toEqual([
      wrong('"a b"', '"a+b"').replace(')', ', plus: a b)'),
    ]);
  });
  it('tells of a string that is repeated', () => {
    expect(findingsInRequest({ ...posted, edits: [[/$/g, '&PacketId=P-1']] })).toEqual([
      wrong('"P-1", "P-1"'),
    ]);
  });

  const left = (how: string, name: string) =>
    `request/parameters gap parameters: expected ${name}; actual ${how}`;
  const xsi = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';
  const nil = (value: string, name = 'i:nil') => `<PacketId ${xsi} ${name}="${value}">P-1<`;
  it.each(['true', '1'])('tells of a parameter that is nil as open: %s', (value) => {
    const given = { operation, edits: [['<PacketId>P-1<', nil(value)]] } as const;
    expect(findingsInRequest(given)).toEqual([left('xsi:nil', '{ns}PacketId')]);
  });
  it.each([nil('false'), nil('true', 'nil'), nil('true', 'i:nils'), nil('11'), nil('untrue')])(
    'keeps silent on what only looks like nil: %s',
    (written) => expect(findingsInRequest({ operation, edits: [['<PacketId>P-1<', written]] })).toEqual([]),
  );
  const nilTicket = change('<ServiceTicket>', `<ServiceTicket ${xsi} i:nil="1">`);
  it('tells of a ticket that is nil as a missing one', () => {
    expect(findingsInRequest({ operation, ...nilTicket })).toEqual([
      `${expects} {ns}ServiceTicket, {ns}PacketId (field: ServiceTicket)`,
    ]);
  });

  const joined = (name: string, text: string) =>
    `request/parameters gap ${name}: expected one number in each text; actual ${JSON.stringify(text)} (field: ${name})`;
  it.each(['905321112233,905321112244', '905321112233; +905321112244', '905321112233\r\n905321112244'])(
    'tells of two numbers in one text as open: %j',
    (text) => {
      const single = { operation: 'SingleShotSmsWithTypeAndKeyID', values: { GsmNumber: text } };
      expect(findingsInRequest(single)).toEqual([joined('GsmNumber', text)]);
      for (const binding of ['soap12', 'http-get'] as const)
        expect(findingsInRequest({ binding, values: { GsmNumbers: [text] } })).toEqual([
          joined('GsmNumbers', text),
        ]);
    },
  );
  it.each(['905321112233', '+90 532 111-22-33', '905321112233,', '1 2', '***'])(
    'keeps silent on what may be one number: %j',
    (text) => expect(findingsInRequest({ values: { GsmNumbers: [text] } })).toEqual([]),
  );
  it.each(['["905321112233"]', "['905321112233', '905321112244']", '{"0":"905321112233"}', '"905321112233"'])(
    'tells of a list or a text as JSON and Python write it as open: %j',
    (text) =>
      expect(findingsInRequest({ values: { GsmNumbers: [text] } })).toEqual([joined('GsmNumbers', text)]),
  );
  it('tells of no joined numbers in a message', () => {
    expect(findingsInRequest({ values: { Message: '1,2' } })).toEqual([]);
  });

  const two = { values: { Message: undefined, Originator: undefined } as never };
  const without = change(/<Message>.*<.Message>|<Originator>.*<.Originator>/g, '');
  it('tells of two that a client may leave out', () => {
    expect(findingsInRequest({ ...two, ...without })).toEqual([left('absent', 'Originator, Message')]);
  });

  it.each(everyCall)('keeps silent on hard texts and on an empty list of %s over %s', (name, binding) => {
    const values =
      name === 'SendBulkSms' ? { Message: hardText, GsmNumbers: [] } : { ServiceTicket: hardText };
    expect(findingsInRequest({ operation: name, binding, values }).filter(isOfForm)).toEqual([]);
  });
});

const [first, second] = ['905321112233', '905321112244'];
const moved = (to: string): ChangedRequest => ({
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
      expect(findingsInRequest(moved(`&GsmNumbers${index}=${first}&GsmNumbers${index}=${second}$3`))).toEqual(
        [
          `request/list GsmNumbers: expected field GsmNumbers; actual 1 field such as ${name} (field: GsmNumbers, indexed: ${name})`,
        ],
      );
    },
  );
  it('tells of a zero that is lost', () => {
    expect(
      findingsInRequest({ binding: 'http-get', values: { GsmNumbers: ['05'] }, path: [['=05', '=5']] }),
    ).toEqual([
      'request/list GsmNumbers: expected one field GsmNumbers each for "05"; actual "5" (field: GsmNumbers, zeros: 5)',
    ]);
  });
  it('tells of a plus sign that is a space', () => {
    const GsmNumbers = [first, '+905'];
    const [told] = findingsInRequest({ binding: 'http-get', values: { GsmNumbers }, path: [['%2B', '+']] });
    expect(told).toMatch(/; actual "905321112233", " 905" \(field: GsmNumbers, plus: {2}905\)$/);
    expect(findingsInRequest({ values: { GsmNumbers }, edits: [['+', ' ']] }).join()).not.toContain('plus: ');
  });
  it('tells of items of another name', () => {
    expect(findingsInRequest(change(/<(\/?)string>/g, '<$1String>'))).toEqual([
      wrongList('{ns}string child', '{ns}String, {ns}String'),
    ]);
  });
  it('tells of items in no namespace', () => {
    expect(findingsInRequest({ binding: 'soap12', edits: [['<string>', '<string xmlns="">']] })).toEqual([
      wrongList('{ns}string child', 'string, string'),
    ]);
  });
  it('tells of numbers in one text', () => {
    expect(findingsInRequest(change(/<string>(\d+)<.string><string>(\d+)<.string>/g, '$1,$2'))).toEqual([
      wrongList('{ns}string child', `the text "${first},${second}"`),
    ]);
  });
  it('tells of another order', () => {
    expect(findingsInRequest(change(/(<string>\d+<.string>)(<string>\d+<.string>)/g, '$2$1'))).toEqual([
      wrongList('{ns}string child', `"${second}", "${first}"`),
    ]);
  });
  it('tells of another order of fields', () => {
    expect(findingsInRequest(moved('&$2$3&$1'))).toEqual([
      wrongList('field GsmNumbers', `"${second}", "${first}"`),
    ]);
  });
  it('tells of numbers in one field', () => {
    expect(
      findingsInRequest({ binding: 'http-post', edits: [[`&GsmNumbers=${second}`, `,${second}`]] }),
    ).toEqual([wrongList('field GsmNumbers', `"${first},${second}"`)]);
  });
  it('tells of a number left out', () => {
    expect(findingsInRequest({ binding: 'http-get', path: [[`&GsmNumbers=${second}`, '']] })).toEqual([
      wrongList('field GsmNumbers', `"${first}"`),
    ]);
  });

  const joined = { GsmNumbers: [`${first},${second}`] };
  it('tells of no text of several numbers', () => {
    expect(findingsInRequest({ values: joined, ...change('<string>', '', '</string>', '') })).toEqual([
      `request/list GsmNumbers: expected one {ns}string child for each number; actual the text "${first},${second}" (field: GsmNumbers)`,
    ]);
  });
  it('tells of no place between the fields', () => {
    expect(findingsInRequest(moved('&$1$3&$2'))).toEqual([]);
  });

  it.each(bindingIds)('keeps silent on lists of none, one, equal numbers and many over %s', (binding) => {
    const lists = [[], ['1'], ['1', '1'], Array.from({ length: 100 }, (_, i) => String(i))];
    expect(
      lists.flatMap((GsmNumbers) => findingsInRequest({ binding, values: { GsmNumbers } })).filter(isOfForm),
    ).toEqual([]);
  });

  it.each(['soap11', 'soap12'] as const)('is broken, as the parameters are, by none over %s', (binding) => {
    expect(findingsInRequest({ binding, edits: [[/<GsmNumbers>.*<.GsmNumbers>/g, '']] })).toEqual([
      expect.stringMatching(/^request\/parameters /),
      wrongList('{ns}string child', 'none'),
    ]);
  });
});
