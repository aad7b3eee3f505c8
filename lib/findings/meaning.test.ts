import { describe, expect, it } from 'vitest';
import { findingOf } from '../../suites/support/report.ts';
import type { Finding, Message, Value } from '../model/judging/finding.ts';
import { listed, messageOf, nameOf, numberOf, quoted, words } from '../text/finding-value.ts';
import { SOAP_11, SOAP_12 } from '../wire/xml/tree.ts';
import { changeText, meaningsOf, otherNamespace } from './meaning.ts';
import texts from './texts.json' with { type: 'json' };
import { valueText } from './value-text.ts';

function meaning(changed: Partial<Finding>): string | undefined {
  const [found] = meaningsOf({ ...findingOf(), about: {}, ...changed });
  return found && valueText(found.text);
}

const name = (local: string, uri = 'http://sms.example/ns') => nameOf({ uri, local });
const packet = name('PacketID');

describe('the meaning of a difference of names', () => {
  it('is the letter case of a local name', () => {
    const actual = words`none; found ${listed([name('Other'), name('PacketId')])}`;
    const difference = { expected: words`one ${packet}`, actual };
    expect(meaning(difference)).toBe('PacketId is not PacketID: XML names are case-sensitive');
    expect(otherNamespace(difference)).toBeUndefined();
  });

  it('is that the right name is in no namespace, also beside another name', () => {
    const bare = name('PacketID', '');
    expect(meaning({ expected: packet, actual: bare })).toBe('the name is right, but it is in no namespace');
    expect(otherNamespace({ expected: packet, actual: bare })).toBe('');
    const actual = listed([name('PACKETID'), bare]);
    expect(meaning({ expected: packet, actual })).toMatch(/but it is in no namespace/);
  });

  it.each([
    ['http://sms.example/ns', 'http://sms.example/ns/', /an extra slash at the end$/],
    ['urn:x/', 'urn:x', /lacks the slash at the end$/],
    ['http://sms.example/ns', 'http://SMS.example/ns', /differs in letter case$/],
    ['http://sms.example/ns', 'https://sms.example/ns', /with https instead of http$/],
    ['http://sms.example/ns', 'http://tempuri.org/', /is in another namespace/],
  ])('is how %s became %s', (uri, actual, text) => {
    const difference = { expected: name('PacketID', uri), actual: name('PacketID', actual) };
    expect(meaning(difference)).toMatch(text);
    expect(otherNamespace(difference)).toBe(actual);
  });

  it.each<[Value, Value]>([
    [words`one ${packet}`, 'none'],
    [words`one ${packet}`, words`${packet} and ${packet}`],
    [packet, name('Packet')],
    [name('PacketID', ''), packet],
    ['200', '404 Not Found'],
  ])('is not guessed at for %j against %j', (expected, actual) => {
    expect(meaning({ expected, actual })).toBeUndefined();
    expect(otherNamespace({ expected, actual })).toBeUndefined();
  });

  it('names another namespace of elements of the service alone, not of an envelope', () => {
    const [soap11, soap12] = [name('Envelope', SOAP_11), name('Envelope', SOAP_12)];
    expect(otherNamespace({ expected: soap11, actual: soap12 })).toBeUndefined();
    expect(meaning({ expected: soap11, actual: soap12 })).toBe('the Envelope is that of SOAP 1.2');
    expect(meaning({ expected: soap12, actual: soap11 })).toBe('the Envelope is that of SOAP 1.1');
    expect(meaning({ expected: soap12, actual: name('Envelope', 'urn:other') })).toMatch(/another namespace/);
  });
});

describe('the meaning of a difference of texts', () => {
  it.each([
    [' a ', 'a', 'leading or trailing white space was removed'],
    ['e\u0301', '\u00E9', 'the text was normalised to Unicode NFC'],
    ['\u00E9', 'e\u0301', 'the text was normalised to Unicode NFD'],
    ['şi', 'si', 'diacritics were removed'],
    ['a\r\nb', 'a\nb', 'line breaks became LF'],
    ['a  b', 'a b', 'white space was collapsed to single spaces'],
    ['a\u00A0b', 'a b', 'no-break spaces became spaces'],
    ['a+b', 'a b', 'plus signs became spaces'],
    ['a & b', 'a &amp; b', 'the text was escaped once too often'],
    ['&lt;', '<', 'the text was unescaped once too often'],
    ['a%20b%2bc%C4%B1 5%', 'a b+cı 5%', 'the text was percent-decoded once too often'],
    ['a+b%C4%B1', 'a bı', 'the text was percent-decoded once too often'],
    ['ş', '?', 'non-ASCII characters became question marks'],
    ['\\u{A0}ğ', '\\u{A0}Ä\u009F', 'UTF-8 bytes were decoded as ISO 8859-1'],
    ['abcdef', 'abcd', 'the text was cut off after 4 of 6 characters'],
    ['abc', 'abc!', 'text was added at the end'],
    ['', 'null', 'an empty text became "null"'],
    ['1.10', '1,10', 'the text was read as a number and written anew'],
    ['+1', '1', 'the text was read as a number and written anew'],
    ['a 👍 ş b', 'a  ş b', 'characters beyond U+FFFF, such as emoji, were removed'],
    ['a 👩‍👧 ş b', 'a  ş b', 'characters beyond U+FFFF, such as emoji, were removed'],
    ['a ş 👍 b', 'a ş ', 'the text ends before its first character beyond U+FFFF, such as an emoji'],
    ['👍 b', '', 'the text ends before its first character beyond U+FFFF, such as an emoji'],
    ['abc', '', 'the text was lost'],
    ['abcd', 'abxd', 'the texts differ from character 3 on'],
  ])('%j against %j', (sent, back, text) => {
    const values = { expected: quoted(sent), actual: quoted(back) };
    expect(meaning({ rule: 'delivery/texts', ...values })).toMatch(text);
  });

  it('says that a text may be cut on purpose where short messages end, also of one that is too long to show', () => {
    const values = { expected: quoted('a'.repeat(1000)), actual: quoted('a'.repeat(160)) };
    expect(meaning({ rule: 'delivery/texts', ...values })).toBe(
      'the text was cut off after 160 of 1000 characters, where short messages end; whether that is on purpose is not shown (§8)',
    );
  });

  it('is that the text is that of another parameter, whatever part of its own text it is by chance', () => {
    const meanings = (sent: string, back: string) =>
      meaningsOf({
        ...findingOf(),
        ...{ rule: 'delivery/echo', about: { origin: 'PostType' } },
        ...{ expected: quoted(sent), actual: quoted(back) },
      }).map(({ text }) => valueText(text));
    const exchanged = 'the value of another parameter was returned; here that of PostType';
    expect(meanings('Key-1', 'A')).toEqual([exchanged]);
    expect(meanings('Key-1', '1')).toEqual([
      exchanged,
      'only a part of the text, from character 5 to 5 of 5 characters',
    ]);
  });

  it('is not guessed at where nothing of the text is left', () => {
    expect(meaning({ expected: quoted('abc'), actual: quoted('xyz') })).toBeUndefined();
  });
});

it.each([
  ['+905321112233', '905321112233', 'the same number, but the + in front was lost'],
  ['00905321112233', '905321112233', 'the same number, but the 00 in front was lost'],
  ['905321112233', '+905321112233', 'the same number, with + in front'],
  ['05321112233', '905321112233', 'the same number, but 0 became 90'],
  ['0532 111 22 33', '05321112233', 'the same number, without separators'],
  ['905321112233', 'tel:90-532-1112233', 'the same number, with other separators'],
  ['+905321112233', ' 905321112233', 'plus signs became spaces'],
  ['(532) "1112233"', '(532) &quot;1112233&quot;', 'the text was escaped once too often'],
])('%s that comes back as %s means: %s', (sent, back, text) => {
  const values = { expected: quoted(sent), actual: quoted(back) };
  expect(meaning({ rule: 'delivery/number-notation', ...values })).toBe(text);
});

it.each([
  ['+1.50', '1.50', 'the same number, but the + in front was lost'],
  ['0.5', '.5', 'the same number, but the 0 in front was lost'],
  ['+1.50', '905000003131', undefined],
  ['x', '905', undefined],
])('recipient %s in whose place %s comes back is the same only with the same digits', (sent, back, text) => {
  const values = { expected: quoted(sent), actual: quoted(back) };
  expect(meaning({ rule: 'delivery/recipients', about: { stranger: true }, ...values })).toBe(text);
});

it.each([
  ['http/response', 'ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:9', /nothing listens/],
  ['xml/well-formed', '& is not a reference that XML defines', /an & is not escaped/],
  ['result/schema', "Element '{urn:x}PacketID': The element is not 'nillable'.", /xsi:nil is not allowed/],
])('a message of a library under %s has a meaning: %s', (rule, actual, text) => {
  expect(meaning({ rule, actual: messageOf(actual) })).toMatch(text);
});

it('a body that ends too early is told with its size, where an element is open and inside of a character', () => {
  const text = 'the body ends too early, after 4096 bytes; it may have been cut off';
  const end = words`; the body ends after ${numberOf(4096, 'byte')}`;
  const open = words`${messageOf('unclosed tag: SendDate')}${end}`;
  expect(meaning({ rule: 'xml/well-formed', actual: open })).toBe(text);
  const inside = words`${messageOf('C5 at byte 4095')}${end}`;
  expect(meaning({ rule: 'xml/encoding', actual: inside })).toBe(text);
});

/** A value as rules make it of a status or media type and of what a server says. */
function answer(text: string): Value {
  const [, first = '', reason, said, by, other] =
    /^([\w/]+)(?: ([^:,]+))?(?:(, |: )(?:(SOAP fault|HTML page): )?(.*))?$/.exec(text) ?? [];
  const beside = reason === undefined ? '' : words` ${messageOf(reason)}`;
  return words`${first}${beside}${said ?? ''}${other === undefined ? '' : messageOf(other, by as Message['by'])}`;
}

/** Statuses and pages as servers write them, and what is said of them. */
const answers: Readonly<Record<string, RegExp>> = {
  '500 Internal Server Error: HTML page: System.Web.HttpRequestValidationException: A potentially dangerous Request.Form value was detected from the client (Message="<b...").':
    /^ASP\.NET request validation rejected the text; .*requestValidationMode="2\.0".*validateRequest="false"/,
  '400 Bad Request: HTML page: System.Web.HttpException: The length of the query string for this request exceeds the configured maxQueryStringLength value.':
    /^the URL is longer than ASP\.NET accepts/,
  '500: HTML page: System.Web.HttpException: Maximum request length exceeded.': /longer than a server/,
  '404 Not Found: HTML page: IIS 10.0 Detailed Error - 404.15 - Not Found; HTTP Error 404.15 - Not Found':
    /maxQueryString/,
  '414 Request-URI Too Large: HTML page: 414 Request-URI Too Large': /longer than a server accepts/,
  '400 Bad Request: HTML page: Bad Request; Bad Request - Request Too Long': /longer than a server accepts/,
  "500 Internal Server Error: HTML page: Runtime Error; Server Error in '/' Application.":
    /customErrors mode="Off"/,
  "500 Internal Server Error: System.InvalidOperationException: Request format is unrecognized for URL unexpectedly ending in '/SendBulkSms'.":
    /HttpGet and HttpPost/,
  "500 Internal Server Error: HTML page: System.InvalidOperationException: URL beklenmeyen biçimde '/SendBulkSms' ile bitiyor.":
    /HttpGet and HttpPost/,
  '500 Internal Server Error: Missing parameter: KeyID.': /did not find the named parameter/,
  '500 Internal Server Error: System.InvalidOperationException: Eksik parametre: KeyID.':
    /did not find the named parameter/,
  '500 Internal Server Error, SOAP fault: soap:Client Server did not recognize the value of HTTP Header SOAPAction: http://tempuri.org/SendBulkSms.':
    /--namespace is exactly the namespace of its WSDL/,
  '302 Found: HTML page: Object moved': /Location/,
  '401 Unauthorized': /rejected before it reached the service.*; --header NAME=env:VARIABLE sends/,
  '403 Forbidden': /rejected before it reached the service.* or a firewall$/,
  '404 Not Found: HTML page: 404 - File or directory not found.': /base URL must end before/,
  '405 Method Not Allowed': /\.asmx handler/,
  '415 Unsupported Media Type, empty body': /basicHttpBinding/,
  '504 Gateway Timeout': /could not reach/,
  '429 Too Many Requests, empty body': /^the server limits the rate of requests/,
  '503 Service Unavailable, empty body': /^the server limits the rate of requests, or is overloaded/,
  '407 Proxy Authentication Required, empty body': /^a proxy on the way asks for a password/,
};

describe('the meaning of an answer of another kind', () => {
  it.each(Object.entries(answers))('of the status %s', (actual, text) => {
    expect(meaning({ rule: 'http/status', expected: '200', actual: answer(actual) })).toMatch(text);
  });

  it.each([
    ['text/html, HTML page: PostSms Web Service', /ASMX help page/],
    ['text/html, HTML page: Sign in', /a web page/],
    ['text/plain, Missing parameter: KeyID.', /refused the call in plain text/],
  ])('of the media type %s', (actual, text) => {
    expect(meaning({ rule: 'http/media-type', actual: answer(actual) })).toMatch(text);
  });

  it.each([
    '500 Internal Server Error: no',
    '201 Created',
    '304 Not Modified',
    '500 Internal Server Error: {"error": 7}',
  ])('is not guessed at for %s', (actual) => {
    expect(meaning({ rule: 'http/status', expected: '200', actual: answer(actual) })).toBeUndefined();
  });
});

it.each<[string, string | undefined, Finding['about']]>([
  ['utf-8', '{is a charset}', { coding: 'utf-8' }],
  ['none', '{is no content coding}', { coding: 'none' }],
  ['iso-8859-9', undefined, undefined],
  ['utf8', undefined, undefined],
])('%s is out of place in a Content-Encoding, not in an XML declaration: %s', (actual, text, about) => {
  const told = meaning({ rule: 'xml/encoding', actual, ...(about && { about }) });
  expect(told === undefined ? undefined : `{${/is (?:a charset|no content coding)/.exec(told)?.[0]}}`).toBe(
    text,
  );
});

describe('the meaning of a difference of times', () => {
  it.each<[Value, string, string | undefined]>([
    [quoted('2026-01-02T03:04:05'), '02.01.2026 06:04:07', 'it is 3 h later'],
    [
      words`not before the SendDate ${quoted('2026-01-02T03:04:05')}`,
      '2026-01-02T01:34:05',
      'it is 1 h 30 min earlier',
    ],
    [quoted('2026-01-02T03:04:05'), '2026-01-02T03:04:09', 'it is 4 s later'],
    [quoted('2026-01-02T03:04:05'), '02.01.2026 03:04:05', undefined],
    [quoted('2026-01-02T03:04:05'), '2026-01-01', undefined],
    [quoted('2026-01-02T03:04:05'), '0001-01-01T00:00:00', undefined],
  ])('%j against %s', (expected, actual, text) => {
    expect(meaning({ rule: 'report/send-date', expected, actual: quoted(actual) })).toBe(text);
  });

  it('is told of all texts that are times, whichever rule compares them', () => {
    const times = { expected: quoted('2026-01-02T03:04:05'), actual: quoted('2026-01-02T03:03:05') };
    expect(meaning({ rule: 'report/same-content', ...times })).toBe('it is 1 min earlier');
  });
});

const list = {
  rule: 'delivery/recipients',
  expected: words`delivery results for ${numberOf(100, 'recipient')}`,
};
const lacks = (more: number) => words`none for ${quoted('1')}, ${quoted('2')} and ${numberOf(more)} more`;
const boundary = { smallestInputs: [{ parameter: 'Message', value: 'a', rightUpTo: 160 }] };

it.each<[string | undefined, Partial<Finding>]>([
  ['only 20 of 100 recipients have a delivery result', { ...list, actual: lacks(78) }],
  ['none of 100 recipients have a delivery result', { ...list, actual: lacks(98) }],
  [
    'only 20 of 100 recipients of the send are in its report',
    { ...list, actual: lacks(78), about: { field: 'GsmNumber', lost: true } },
  ],
  [
    '"9" instead of "1", "2", "3" or 97 more',
    {
      rule: 'delivery/recipients',
      expected: words`${quoted('1')}, ${quoted('2')}, ${quoted('3')} or ${numberOf(97)} more`,
      actual: quoted('9'),
      about: { field: 'GsmNumber', stranger: true },
    },
  ],
  ['GsmNumber is that of another request', { actual: 'x', about: { field: 'GsmNumber', foreign: true } }],
  [
    '400 Bad Request, empty body instead of 200',
    { rule: 'http/status', expected: '200', actual: ['400 Bad Request', ', empty body'] },
  ],
  [
    'KeyID: the text was converted to upper case',
    { rule: 'delivery/echo', expected: quoted('Key'), actual: quoted('KEY'), about: { field: 'KeyID' } },
  ],
  [
    'DeliveredMessage: characters were replaced: each "ı" became "i", and 1 more',
    {
      rule: 'delivery/texts',
      expected: quoted('ılık, ığ'),
      actual: quoted('ilik, ig'),
      about: { field: 'DeliveredMessage' },
    },
  ],
  [
    'DeliveredMessage: the texts differ from character 2 on',
    {
      rule: 'delivery/texts',
      expected: quoted('ağ b'),
      actual: quoted('ag c'),
      about: { field: 'DeliveredMessage' },
    },
  ],
  [
    'DeliveredMessage: each "ğ" became "g"',
    {
      rule: 'delivery/texts',
      expected: quoted('ğüğ'),
      actual: quoted('güg'),
      about: { field: 'DeliveredMessage' },
    },
  ],
  [
    'DeliveredMessage: the text was cut off after 2 of 3 characters; right up to 160',
    {
      rule: 'delivery/texts',
      expected: quoted('abc'),
      actual: quoted('ab'),
      about: { field: 'DeliveredMessage' },
      ...boundary,
    },
  ],
  [
    'DeliveryTime is 1 h earlier than SendDate',
    {
      rule: 'delivery/time-order',
      expected: words`not before ${quoted('2026-11-24T10:00:00')}`,
      actual: quoted('2026-11-24T09:00:00'),
      about: { field: 'DeliveryTime', other: 'SendDate' },
    },
  ],
  [
    'ASP.NET request validation rejected the text',
    {
      rule: 'http/status',
      expected: '200',
      actual: ['500', messageOf(`HttpRequestValidationException ${'x'.repeat(99)}`)],
    },
  ],
  [undefined, { actual: quoted('x'.repeat(150)), expected: 'y' }],
])('what changed is told in one clause: %s', (text, found) => {
  const finding = {
    rule: 'x/y',
    path: '/',
    expected: '',
    actual: '',
    level: 'must',
    step: 0,
    more: 0,
    requirements: [],
    ...found,
  } as const;
  expect(changeText(finding, meaningsOf(finding)[0])).toBe(text);
});

it('each advice is about something that can be observed', () => {
  // The last are the names of explanations of a whole run.
  const names = [...Object.keys(texts.meanings), 'parts', 'nodes', 'chunks', 'expect', 'kept', 'given'];
  expect(Object.keys(texts.observed).filter((one) => !names.includes(one))).toEqual([]);
});

describe('the meaning of letters that were cut', () => {
  const of = (sent: string, back: string) =>
    meaning({ rule: 'delivery/texts', expected: quoted(sent), actual: quoted(back) });
  const inBlocks = (text: string, size: number) => {
    const bytes = Buffer.from(text);
    const blocks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, place) =>
      bytes.subarray(place * size, (place + 1) * size).toString(),
    );
    return blocks.join('');
  };
  const long = 'ş漢ğ😀'.repeat(9000);

  it.each([
    ['of two bytes', 'aşb', 'a\uFFFD\uFFFDb'],
    ['of three bytes', 'a漢b', 'a\uFFFD\uFFFDb'],
    ['of three bytes, each by itself', 'a漢b', 'a\uFFFD\uFFFD\uFFFDb'],
    ['of four bytes', '😀', '\uFFFD\uFFFD'],
    ['twice', 'şxğ', '\uFFFD\uFFFDx\uFFFD\uFFFD'],
  ])('is told of a letter %s', (_, sent, back) => {
    expect(of(sent, back)).toBe('a character was read in halves, each of which became U+FFFD');
  });

  it.each([1024, 4096, 8192])('has the size of blocks of %i bytes', (size) => {
    expect(of(long, inBlocks(long, size))).toBe(
      `a character was read in halves, at the ends of blocks of ${size} bytes`,
    );
  });

  it('has the size of blocks of UTF-16 code units', () => {
    const units = long.match(/.{1,2048}/gs) ?? [];
    const back = units.map((part) => Buffer.from(part).toString()).join('');
    expect(of(long, back)).toBe(
      'a character was read in halves, at the ends of blocks of 2048 UTF-16 code units',
    );
  });

  it.each([
    ['one sign for a letter', 'aşb', 'a\uFFFDb'],
    ['more signs than bytes', 'aşb', 'a\uFFFD\uFFFD\uFFFDb'],
    ['another difference beside it', 'aşbc', 'a\uFFFD\uFFFDbd'],
    ['a shorter text', 'aşbc', 'a\uFFFD\uFFFDb'],
    ['a longer text', 'aşb', 'a\uFFFD\uFFFDbc'],
    ['an ASCII letter', 'ab', 'a\uFFFD\uFFFD'],
  ])('is not told of %s', (_, sent, back) => {
    expect(of(sent, back)).not.toContain('halves');
  });

  it('has no size where the places tell none', () => {
    const sent = 'aşbşcş';
    expect(of(sent, sent.replaceAll('ş', '\uFFFD\uFFFD'))).toContain('each of which');
  });
});
