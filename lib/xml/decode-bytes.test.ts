import { describe, expect, it } from 'vitest';
import { decodeBytes } from './decode-bytes.ts';

const utf8 = (text: string) => Buffer.from(text, 'utf8');
const utf16le = (text: string) => Buffer.from(text, 'utf16le');
const utf16be = (text: string) => utf16le(text).swap16();
const marked = (...parts: readonly Uint8Array[]) => Buffer.concat(parts);
const UTF8_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);
const declaration = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`;

describe('decodeBytes', () => {
  it('takes UTF-8 where nothing says otherwise', () => {
    expect(decodeBytes(utf8('<a>ş\u{1F600}</a>'), null)).toEqual({
      encoding: 'utf-8',
      encodingFrom: 'default',
      encodingConflicts: [],
      text: '<a>ş\u{1F600}</a>',
    });
  });

  it.each([
    ['a byte order mark', marked(UTF8_MARK, utf8('<a/>')), null, 'utf-8', 'bom'],
    ['a byte order mark and a charset', marked(UTF8_MARK, utf8('<a/>')), 'UTF-8', 'utf-8', 'bom'],
    ['a charset', utf8('<a/>'), 'UTF-8', 'utf-8', 'content-type'],
    [
      'the charset in another letter case',
      utf8(`${declaration('Utf-8')}<a/>`),
      'UTF-8',
      'utf-8',
      'content-type',
    ],
    ['a declaration', utf8(`${declaration('UTF-8')}<a/>`), null, 'utf-8', 'declaration'],
    ['UTF-16 with its mark', marked(Uint8Array.of(0xff, 0xfe), utf16le('<a/>')), 'utf-16', 'utf-16le', 'bom'],
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

  it('decodes what the charset or the declaration names', () => {
    const latin5 = Uint8Array.of(0x3c, 0x61, 0x3e, 0xfe, 0x3c, 0x2f, 0x61, 0x3e);
    expect(decodeBytes(latin5, 'iso-8859-9')).toMatchObject({ text: '<a>ş</a>', encodingConflicts: [] });
    const declared = marked(utf8(declaration('windows-1254')), latin5);
    expect(decodeBytes(declared, null)).toMatchObject({
      encoding: 'windows-1254',
      encodingFrom: 'declaration',
    });
  });

  it('finds a declaration that says another encoding than the charset', () => {
    expect(decodeBytes(utf8(`${declaration('iso-8859-9')}<a/>`), 'utf-8').encodingConflicts).toEqual([
      { where: 'XML declaration', expected: 'utf-8', actual: 'iso-8859-9', level: 'should' },
    ]);
  });

  it('finds a byte order mark that says another encoding than the charset', () => {
    const body = marked(Uint8Array.of(0xff, 0xfe), utf16le('<a/>'));
    expect(decodeBytes(body, 'utf-8')).toMatchObject({
      encoding: 'utf-16le',
      text: '<a/>',
      encodingConflicts: [{ where: 'byte order mark', expected: 'utf-8', actual: 'utf-16le' }],
    });
  });

  it('says which bytes are not in the encoding', () => {
    const body = marked(utf8('<a>ş'), Uint8Array.of(0xfe, 0x21), utf8('</a>'));
    expect(decodeBytes(body, 'utf-8')).toMatchObject({
      text: null,
      encodingConflicts: [{ where: 'body', expected: 'bytes in utf-8', actual: 'FE 21 3C 2F at byte 5' }],
    });
  });

  it('says so of a character that is cut at the end', () => {
    expect(decodeBytes(Uint8Array.of(0x61, 0xc5), null)).toMatchObject({
      text: null,
      encodingConflicts: [{ where: 'body', actual: 'C5 at byte 1' }],
    });
  });

  it('says no more of bytes that are not in another encoding', () => {
    expect(decodeBytes(utf16le('<a/>').subarray(1), 'utf-16').encodingConflicts).toEqual([
      { where: 'body', expected: 'bytes in utf-16', actual: 'other bytes' },
    ]);
  });

  it('finds overlong forms and surrogates in UTF-8', () => {
    expect(decodeBytes(Uint8Array.of(0xc0, 0x80), null).text).toBeNull();
    expect(decodeBytes(Uint8Array.of(0xed, 0xa0, 0x80), null).text).toBeNull();
  });

  it.each(['klingon', '', 'utf-8;', '\0'])('calls the charset %j unknown', (charset) => {
    expect(decodeBytes(utf8('<a/>'), charset)).toMatchObject({
      text: null,
      encodingConflicts: [{ where: 'charset', expected: 'a known encoding', actual: charset }],
    });
  });

  it('takes an empty body and a lone byte order mark for empty texts', () => {
    expect(decodeBytes(new Uint8Array(), null)).toMatchObject({ text: '', encodingConflicts: [] });
    expect(decodeBytes(UTF8_MARK, 'utf-8')).toMatchObject({ text: '', encodingConflicts: [] });
  });

  it.each(['utf8', 'unicode-1-1-utf-8', 'UTF8'])(
    'finds a conflict in %s, which only browsers take for UTF-8',
    (name) => {
      for (const charset of ['utf-8', null]) {
        expect(decodeBytes(utf8(`${declaration(name)}<a/>`), charset)).toMatchObject({
          text: expect.stringMatching(/<a\/>$/),
          encodingConflicts: [{ where: 'XML declaration', actual: name }],
        });
      }
    },
  );

  it('finds the wrong bytes of a long body', () => {
    const body = marked(utf8('ş'.repeat(1_000_000)), Uint8Array.of(0xff));
    expect(decodeBytes(body, null).encodingConflicts[0]?.actual).toBe('FF at byte 2000000');
  });
});

it.each([
  ['a replacement character that is cut off', 'efbf', 'EF BF 3C 2F'],
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
