import { describe, expect, it } from 'vitest';
import type { EncodingConflict } from '../model/judging/document.ts';
import { decodeBytes } from './decode-bytes.ts';

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

  it.each<[string, Uint8Array, string | null, string, string]>([
    ['nothing that says an encoding', utf8('<a/>'), null, 'utf-8', 'default'],
    ['a byte order mark', marked(UTF8_MARK, utf8('<a/>')), null, 'utf-8', 'bom'],
    ['a byte order mark and a charset', marked(UTF8_MARK, utf8('<a/>')), 'UTF-8', 'utf-8', 'bom'],
    ['a charset', utf8('<a/>'), 'UTF-8', 'utf-8', 'content-type'],
    ['a charset in other letters', utf8(`${declaration('Utf-8')}<a/>`), 'UTF-8', 'utf-8', 'content-type'],
    ['a declaration', utf8(`${declaration('UTF-8')}<a/>`), null, 'utf-8', 'declaration'],
    ['UTF-16 with its mark', marked(utf16Mark, utf16le('<a/>')), 'utf-16', 'utf-16le', 'bom'],
    [
      'big-endian UTF-16',
      marked(Uint8Array.of(0xfe, 0xff), utf16be(`${declaration('utf-16')}<a/>`)),
      null,
      'utf-16be',
      'bom',
    ],
  ])('finds no conflict in %s', (_, body, charset, encoding, from) => {
    const decoded = decodeBytes(body, charset);
    expect(decoded).toMatchObject({ encoding, encodingFrom: from, encodingConflicts: [] });
    expect(decoded.text).toMatch(/<a\/>$/);
  });

  it.each<[Uint8Array, string | null, string]>([
    [utf8('<a>ş\u{1F600}</a>'), null, '<a>ş\u{1F600}</a>'],
    [LATIN_5, 'iso-8859-9', '<a>ş</a>'],
    [marked(utf8(declaration('windows-1254')), LATIN_5), null, `${declaration('windows-1254')}<a>ş</a>`],
    [new Uint8Array(), null, ''],
    [UTF8_MARK, 'utf-8', ''],
  ])('decodes what is named, UTF-8 without a name: %#', (body, charset, text) => {
    expect(decodeBytes(body, charset)).toMatchObject({ text, encodingConflicts: [] });
  });

  it.each<[string, Uint8Array, string | null, text: string | null, EncodingConflict]>([
    [
      'a declaration of another encoding than the charset',
      utf8(`${declaration('iso-8859-9')}<a/>`),
      'utf-8',
      `${declaration('iso-8859-9')}<a/>`,
      { where: 'XML declaration', expected: 'utf-8', actual: 'iso-8859-9', level: 'should' },
    ],
    [
      'a byte order mark of another encoding than the charset',
      marked(utf16Mark, utf16le('<a/>')),
      'utf-8',
      '<a/>',
      { where: 'byte order mark', expected: 'utf-8', actual: 'utf-16le' },
    ],
    [
      'bytes that are not in the encoding',
      marked(utf8('<a>ş'), Uint8Array.of(0xfe, 0x21), utf8('</a>')),
      'utf-8',
      null,
      { where: 'body', expected: 'bytes in utf-8', actual: 'FE 21 3C 2F at byte 5' },
    ],
    [
      'a character that is cut at the end',
      Uint8Array.of(0x61, 0xc5),
      null,
      null,
      { where: 'body', expected: 'bytes in utf-8', actual: 'C5 at byte 1' },
    ],
    [
      'the wrong bytes of a long body',
      marked(utf8('ş'.repeat(1_000_000)), Uint8Array.of(0xff)),
      null,
      null,
      { where: 'body', expected: 'bytes in utf-8', actual: 'FF at byte 2000000' },
    ],
    [
      'a replacement character that is cut at the end',
      Uint8Array.of(0x61, 0xef, 0xbf),
      null,
      null,
      { where: 'body', expected: 'bytes in utf-8', actual: 'BF at byte 2' },
    ],
    [
      'an overlong form',
      Uint8Array.of(0xc0, 0x80),
      null,
      null,
      { where: 'body', expected: 'bytes in utf-8', actual: 'C0 80 at byte 0' },
    ],
    [
      'bytes that are not in another encoding, and says no more of them',
      utf16le('<a/>').subarray(1),
      'utf-16',
      null,
      { where: 'body', expected: 'bytes in utf-16', actual: 'other bytes' },
    ],
  ])('finds %s', (_, body, charset, text, conflict) => {
    expect(decodeBytes(body, charset)).toMatchObject({ text, encodingConflicts: [conflict] });
  });

  it.each(['klingon', '', 'utf-8;', '\0'])('calls the charset %j unknown', (charset) => {
    expect(decodeBytes(utf8('<a/>'), charset)).toMatchObject({
      text: null,
      encodingConflicts: [{ where: 'charset', expected: 'a known encoding', actual: charset }],
    });
  });

  it.each(['utf8', 'unicode-1-1-utf-8', 'UTF8'])(
    'finds a conflict in %s, which only browsers take for UTF-8',
    (name) => {
      const text = `${declaration(name)}<a/>`;
      const encodingConflicts = [{ where: 'XML declaration', actual: name }];
      for (const charset of ['utf-8', null]) {
        expect(decodeBytes(utf8(text), charset)).toMatchObject({ text, encodingConflicts });
      }
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
    expect(decodeBytes(body, null).encodingConflicts[0]?.actual).toBe(`${shown} at byte ${before.length}`);
  }
});
