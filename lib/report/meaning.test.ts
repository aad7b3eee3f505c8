import { describe, expect, it } from 'vitest';
import { shownText } from '../rules/shown.ts';
import { meaningOf } from './meaning.ts';
import { findingOf } from './testing.ts';

const ns = '{http://sms.example/ns}';

describe('the meaning of a difference of names', () => {
  it.each([
    [
      `one ${ns}PacketID`,
      `none; found ${ns}PacketId`,
      'PacketId is not PacketID: XML tells letter case apart',
    ],
    [`${ns}PacketID`, 'PacketID', 'the name is right, but it is in no namespace'],
    [`${ns}PacketID`, '{http://sms.example/ns/}PacketID', /a slash too many at its end$/],
    ['{urn:x/}PacketID', '{urn:x}PacketID', /lacks the slash at its end$/],
    [`${ns}PacketID`, '{http://SMS.example/ns}PacketID', /differs in letter case$/],
    [`${ns}PacketID`, '{https://sms.example/ns}PacketID', /begins with https, not http$/],
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
    [' a ', 'a', 'white space at its beginning or end was taken away'],
    ['e\u0301', '\u00E9', 'it is in the Unicode normal form NFC now'],
    ['\u00E9', 'e\u0301', 'it is in the Unicode normal form NFD now'],
    ['şi', 'si', 'the letters lost their marks'],
    ['a\r\nb', 'a\nb', 'line breaks became line feeds'],
    ['a  b', 'a b', 'white space became single spaces'],
    ['a\u00A0b', 'a b', 'no-break spaces became spaces'],
    ['a+b', 'a b', 'a plus sign became a space'],
    ['a & b', 'a &amp; b', 'it was escaped once too often'],
    ['&lt;', '<', 'it was unescaped once too often'],
    ['ş', '?', 'characters beyond ASCII became question marks'],
    ['\\u{A0}ğ', '\\u{A0}Ä\u009F', 'its UTF-8 bytes were read as ISO 8859-1'],
    ['abcdef', 'abcd', 'it ends after 4 of 6 characters'],
    ['abc', 'abc!', 'something was added at its end'],
    ['abc', '', 'nothing of the text came back'],
    ['abcd', 'abxd', 'it differs from character 3 on'],
  ])('%j against %j', (sent, back, meaning) => {
    const finding = findingOf({ rule: 'delivery/texts', expected: shownText(sent), actual: shownText(back) });
    expect(meaningOf(finding)).toMatch(meaning);
  });

  it('is not guessed at where nothing of the text is left', () => {
    expect(meaningOf(findingOf({ expected: '"abc"', actual: '"xyz"' }))).toBeUndefined();
  });
});

it.each([
  ['http/response', 'ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:9', /nothing listens/],
  ['xml/well-formed', 'xmlParseEntityRef: no name', /an & stands alone/],
  ['result/schema', "Element '{urn:x}PacketID': The element is not 'nillable'.", /xsi:nil is not allowed/],
])('a message of a library under %s has a meaning: %s', (rule, actual, meaning) => {
  expect(meaningOf(findingOf({ rule, actual }))).toMatch(meaning);
});
