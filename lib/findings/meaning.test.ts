import { describe, expect, it } from 'vitest';
import { findingOf } from '../../suites/support/report.ts';
import { shownText } from '../judge/rules/shown.ts';
import { meaningOf } from './meaning.ts';

const ns = '{http://sms.example/ns}';

describe('the meaning of a difference of names', () => {
  it.each([
    [
      `one ${ns}PacketID`,
      `none; found ${ns}PacketId`,
      'PacketId is not PacketID: XML names are case-sensitive',
    ],
    [`${ns}PacketID`, 'PacketID', 'the name is right, but it is in no namespace'],
    [`${ns}PacketID`, '{http://sms.example/ns/}PacketID', /an extra slash at the end$/],
    ['{urn:x/}PacketID', '{urn:x}PacketID', /lacks the slash at the end$/],
    [`${ns}PacketID`, '{http://SMS.example/ns}PacketID', /differs in letter case$/],
    [`${ns}PacketID`, '{https://sms.example/ns}PacketID', /begins with https instead of http$/],
    [`${ns}PacketID`, '{http://tempuri.org/}PacketID', /is in another namespace/],
  ])('%s against %s', (expected, actual, meaning) => {
    expect(meaningOf(findingOf({ expected, actual }))).toMatch(meaning);
  });

  it.each([
    [`one ${ns}PacketID`, 'none'],
    [`one ${ns}PacketID`, '2 of them'],
    [`one ${ns}PacketID`, `${ns}PacketID and ${ns}PacketID`],
    [`${ns}PacketID`, `${ns}Packet`],
    ['200', '404 Not Found'],
  ])('is not guessed at for %s against %s', (expected, actual) => {
    expect(meaningOf(findingOf({ expected, actual }))).toBeUndefined();
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
    ['ş', '?', 'non-ASCII characters became question marks'],
    ['\\u{A0}ğ', '\\u{A0}Ä\u009F', 'UTF-8 bytes were decoded as ISO 8859-1'],
    ['abcdef', 'abcd', 'the text was cut off after 4 of 6 characters'],
    ['abc', 'abc!', 'text was added at the end'],
    ['abc', '', 'the text was lost'],
    ['abcd', 'abxd', 'the texts differ from character 3 on'],
  ])('%j against %j', (sent, back, meaning) => {
    const finding = findingOf({ rule: 'delivery/texts', expected: shownText(sent), actual: shownText(back) });
    expect(meaningOf(finding)).toMatch(meaning);
  });

  it('says that a text may be cut on purpose where short messages end, also of one that is too long to show', () => {
    const finding = findingOf({ rule: 'delivery/texts', names: { kept: '160 of 1000 characters' } });
    expect(meaningOf(finding)).toBe(
      'the text was cut off after 160 of 1000 characters, where short messages end; whether that is on purpose is not shown (§8)',
    );
  });

  it('is not guessed at where nothing of the text is left', () => {
    expect(meaningOf(findingOf({ expected: '"abc"', actual: '"xyz"' }))).toBeUndefined();
  });
});

it.each([
  ['+905321112233', '905321112233', 'the same number, but the + in front was lost'],
  ['00905321112233', '905321112233', 'the same number, but the 00 in front was lost'],
  ['905321112233', '+905321112233', 'the same number, with + in front'],
  ['05321112233', '905321112233', 'the same number, but 0 became 90'],
  ['0532 111 22 33', '05321112233', 'the same number, without separators'],
  ['905321112233', 'tel:90-532-1112233', 'the same number, with other separators'],
])('%s that comes back as %s means: %s', (sent, back, meaning) => {
  const texts = { expected: shownText(sent), actual: shownText(back) };
  expect(meaningOf(findingOf({ rule: 'delivery/number-notation', ...texts }))).toBe(meaning);
});

it.each([
  ['http/response', 'ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:9', /nothing listens/],
  ['xml/well-formed', '& is not a reference that XML defines', /an & is not escaped/],
  ['result/schema', "Element '{urn:x}PacketID': The element is not 'nillable'.", /xsi:nil is not allowed/],
])('a message of a library under %s has a meaning: %s', (rule, actual, meaning) => {
  expect(meaningOf(findingOf({ rule, actual }))).toMatch(meaning);
});

/** Statuses and pages as servers write them, after `statusText`, and what is said of them. */
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
  '401 Unauthorized': /rejected before it reached the service/,
  '404 Not Found: HTML page: 404 - File or directory not found.': /base URL must end before/,
  '405 Method Not Allowed': /\.asmx handler/,
  '415 Unsupported Media Type, empty body': /basicHttpBinding/,
  '504 Gateway Timeout': /could not reach/,
};

describe('the meaning of an answer of another kind', () => {
  it.each(Object.entries(answers))('of the status %s', (actual, meaning) => {
    expect(meaningOf(findingOf({ rule: 'http/status', expected: '200', actual }))).toMatch(meaning);
  });

  it.each([
    ['text/html, HTML page: PostSms Web Service', /ASMX help page/],
    ['text/html, HTML page: Sign in', /a web page/],
    ['text/plain, Missing parameter: KeyID.', /refused the call in plain text/],
  ])('of the media type %s', (actual, meaning) => {
    expect(meaningOf(findingOf({ rule: 'http/media-type', actual }))).toMatch(meaning);
  });

  it.each(['500 Internal Server Error: no', '201 Created', '500 Internal Server Error: {"error": 7}'])(
    'is not guessed at for %s',
    (actual) => {
      expect(meaningOf(findingOf({ rule: 'http/status', expected: '200', actual }))).toBeUndefined();
    },
  );
});

describe('the meaning of a difference of times', () => {
  it.each([
    ['"2026-01-02T03:04:05"', '"02.01.2026 06:04:07"', 'it is 3 h later'],
    ['not before the SendDate "2026-01-02T03:04:05"', '"2026-01-02T01:34:05"', 'it is 1 h 30 min earlier'],
    ['"2026-01-02T03:04:05"', '"2026-01-02T03:04:09"', undefined],
    ['"2026-01-02T03:04:05"', '"2026-01-01"', undefined],
    ['"2026-01-02T03:04:05"', '"0001-01-01T00:00:00"', undefined],
  ])('%s against %s', (expected, actual, meaning) => {
    expect(meaningOf(findingOf({ rule: 'report/send-date', expected, actual }))).toBe(meaning);
  });
});
