import { describe, expect, it } from 'vitest';
import type { Part } from '../../model/judging/finding.ts';
import { decodeBytes } from './decode-bytes.ts';

const partText = (part: Part) => {
  if (typeof part === 'string' || part.kind === 'name') return part;
  return part.kind === 'count' ? `${part.count} ${part.of}s` : part.text;
};

const utf8 = (text: string) => Buffer.from(text, 'utf8');
const utf16le = (text: string) => Buffer.from(text, 'utf16le');
const utf16be = (text: string) => utf16le(text).swap16();
const marked = (...parts: readonly Uint8Array[]) => Buffer.concat(parts);
const UTF8_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);
/** `<a>ş</a>` in ISO 8859-9. */
const LATIN_5 = Uint8Array.of(0x3c, 0x61, 0x3e, 0xfe, 0x3c, 0x2f, 0x61, 0x3e);
const declaration = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`;

describe('decodeBytes', () => {
  const utf16Mark = Uint8Array.of(0xff, 0xfe);

  it.each<[string, Uint8Array, string | null, string]>([
    ['nothing that says an encoding', utf8('<a/>'), null, 'utf-8'],
    ['a byte order mark', marked(UTF8_MARK, utf8('<a/>')), null, 'utf-8+'],
    ['a byte order mark and a charset', marked(UTF8_MARK, utf8('<a/>')), 'UTF-8', 'utf-8+'],
    ['a charset', utf8('<a/>'), 'UTF-8', 'utf-8'],
    ['a charset in other letters', utf8(`${declaration('Utf-8')}<a/>`), 'UTF-8', 'utf-8'],
    ['a declaration', utf8(`${declaration('UTF-8')}<a/>`), null, 'utf-8'],
    ['UTF-16 with its mark', marked(utf16Mark, utf16le('<a/>')), 'utf-16', 'utf-16le+'],
    ['big-endian UTF-16', utf16be(`\uFEFF${declaration('utf-16')}<a/>`), null, 'utf-16be+'],
  ])('finds no conflict in %s', (_, body, charset, encoding) => {
    const text = expect.stringMatching(/<a\/>$/);
    const hasMark = encoding.endsWith('+');
    const found = { encoding: encoding.replace('+', ''), hasMark, encodingConflicts: [], text };
    expect(decodeBytes(body, charset)).toEqual(found);
  });

  it.each<[Uint8Array, string | null, string]>([
    [utf8('<a>ş\u{1F600}</a>'), null, '<a>ş\u{1F600}</a>'],
    [LATIN_5, 'iso-8859-9', '<a>ş</a>'],
    [marked(utf8(declaration('windows-1254')), LATIN_5), null, `${declaration('windows-1254')}<a>ş</a>`],
    [marked(utf8('<a>'), Uint8Array.of(0x80, 0x9e), utf8('</a>')), 'windows-1252', '<a>€ž</a>'],
    [marked(utf8('<a>'), Uint8Array.of(0x80, 0xff), utf8('</a>')), 'ISO-8859-1', '<a>€ÿ</a>'],
    [new Uint8Array(), null, ''],
    [UTF8_MARK, 'utf-8', ''],
  ])('decodes what is named, UTF-8 without a name: %#', (body, charset, text) => {
    expect(decodeBytes(body, charset)).toMatchObject({ text, encodingConflicts: [] });
  });

  const otherName = `${declaration('iso-8859-9')}<a/>`;
  const manyLetters = marked(utf8('ş'.repeat(1_000_000)), Uint8Array.of(0xff));
  const between = marked(utf8('<a>ş'), Uint8Array.of(0xfe, 0x21), utf8('</a>'));

  it.each<[what: string, Uint8Array, charset: string | null, text: string | null, conflict: string]>([
    [
      'another name than the charset',
      utf8(otherName),
      'utf-8',
      otherName,
      'XML declaration: utf-8, iso-8859-9',
    ],
    ['another mark', marked(utf16Mark, utf16le('<a/>')), 'utf-8', '<a/>', 'byte order mark: utf-8, utf-16le'],
    ['other bytes', between, 'utf-8', null, 'body: bytes in utf-8, FE 21 3C 2F at byte 5'],
    [
      'a character cut at the end',
      Uint8Array.of(0x61, 0xc5),
      null,
      null,
      'body: bytes in utf-8, C5 at byte 1; the body ends after 2 bytes',
    ],
    ['a wrong byte far behind', manyLetters, null, null, 'body: bytes in utf-8, FF at byte 2000000'],
    [
      'half of U+FFFD',
      Uint8Array.of(0x61, 0xef, 0xbf),
      null,
      null,
      'body: bytes in utf-8, BF at byte 2; the body ends after 3 bytes',
    ],
    ['an overlong form', Uint8Array.of(0xc0, 0x80), null, null, 'body: bytes in utf-8, C0 80 at byte 0'],
    ['half of UTF-16', utf16le('<a/>').subarray(1), 'utf-16', null, 'body: bytes in utf-16, other bytes'],
  ])('finds %s', (_, body, charset, text, conflict) => {
    const decoded = decodeBytes(body, charset);
    expect(decoded.text).toBe(text);
    const told = decoded.encodingConflicts.map(
      ({ path, expected, actual }) => `${path}: ${expected}, ${[actual].flat().map(partText).join('')}`,
    );
    expect(told).toEqual([conflict]);
    expect(decoded.encodingConflicts[0]?.level).toBe(conflict.startsWith('XML') ? 'should' : undefined);
  });

  it.each(['klingon', '', 'utf-8;', '\0'])('calls the charset %j unknown', (charset) => {
    expect(decodeBytes(utf8('<a/>'), charset)).toMatchObject({
      text: null,
      encodingConflicts: [{ path: 'charset', expected: 'a known encoding', actual: charset }],
    });
  });

  it.each(['utf8', 'unicode-1-1-utf-8', 'UTF8'])(
    'finds a conflict in %s, which only browsers know',
    (name) => {
      const encodingConflicts = [{ path: 'XML declaration', actual: name }];
      const text = `${declaration(name)}<a/>`;
      for (const charset of ['utf-8', null])
        expect(decodeBytes(utf8(text), charset)).toMatchObject({ text, encodingConflicts });
    },
  );
});

it.each([
  ['a byte that begins nothing', 'ff', 'FF 3C 2F 61'],
  ['a character that is cut off', 'c3', 'C3 3C 2F 61'],
  ['a half of a surrogate pair', 'eda080', 'ED A0 80 3C'],
  ['a character beyond the last', 'f5808080', 'F5 80 80 80'],
])('bytes that are not UTF-8 are found at every position: %s', (_, hex, shown) => {
  const text = '<a>şü€😀\uFFFDx</a>';
  for (const [at] of [...text].entries()) {
    const before = Buffer.from([...text].slice(0, at).join(''));
    const body = Buffer.concat([before, Buffer.from(hex, 'hex'), Buffer.from('</a>')]);
    expect(decodeBytes(body, null).encodingConflicts[0]?.actual).toMatchObject({
      text: `${shown} at byte ${before.length}`,
    });
  }
});
