import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bare, correctText, edited, fired, judge, told } from '../testing.ts';

describe('xml/encoding', () => {
  it('is broken by bytes that are not UTF-8, and no XML is read then', () => {
    expect(told(judge({ body: Buffer.from('<?xml version="1.0"?><a>\u00FE</a>', 'latin1') }))).toEqual([
      `xml/encoding must body: expected bytes in utf-8; actual FE 3C 2F 61 at byte 24`,
    ]);
  });

  const coded = (coding: string) =>
    [
      ['Content-Type', 'text/xml; charset=utf-8'],
      ['Content-Encoding', coding],
    ] as const;
  const text = correctText('SendBulkSms', 'soap11');

  it.each([
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate, identity, gzip', gzipSync(deflateSync(text))],
  ])(
    'is broken at should by a content coding that was not asked for, and what is in it is judged: %s',
    (coding, body) => {
      const findings = judge({ headers: coded(coding), body });
      expect(told(findings)).toEqual([
        `xml/encoding should Content-Encoding: expected none: the request accepts only identity; actual ${coding.replace(', identity, ', ' and ')}`,
      ]);
      expect(findings[0]?.requirements).toEqual(['bindings.soap11.response-encoding-claims']);
      expect(fired(judge({ headers: coded('gzip'), body: gzipSync('<a>') }))).toEqual([
        'xml/encoding',
        'xml/well-formed',
      ]);
    },
  );

  it.each([
    ['gzip', text],
    ['gzip', gzipSync(text).subarray(0, 20)],
  ])('is broken by a body that is not in its content coding %s, told once', (coding, body) => {
    const findings = judge({ headers: coded(coding), body });
    expect(told(findings)).toEqual([
      `xml/encoding must Content-Encoding: expected none, or a body in this coding; actual ${coding}`,
    ]);
    expect(findings[0]?.requirements).toEqual(['bindings.soap11.response-encoding']);
  });

  it.each(['compress', 'utf-8', 'constructor', 'gzip, utf-8'])(
    'reads a body as it came where no client knows its coding: %s',
    (coding) => {
      expect(bare(judge({ headers: coded(coding), body: text }))).toMatchObject([
        { rule: 'xml/encoding', level: 'should', path: 'Content-Encoding' },
      ]);
      const unreadable = judge({ headers: coded(coding), body: Uint8Array.of(0xff) });
      expect(unreadable.map(({ level, path }) => [level, path])).toEqual([
        ['must', 'body'],
        ['should', 'Content-Encoding'],
      ]);
    },
  );

  it.each(['identity', 'Identity'])('keeps silent on the content coding that is none: %s', (coding) => {
    const type = ['Content-Type', 'text/xml; charset=utf-8'] as const;
    expect(judge({ headers: [type, ['Content-Encoding', coding]] })).toEqual([]);
  });

  it('is broken by an XML declaration that names another encoding', () => {
    expect(told(judge({ edits: [['encoding="utf-8"', 'encoding="utf-16"']] }))).toEqual([
      `xml/encoding should XML declaration: expected utf-8; actual utf-16`,
    ]);
  });

  it('is broken by a byte order mark against the charset', () => {
    expect(
      told(
        judge({
          body: Buffer.from(
            `\uFEFF${edited(correctText('SendBulkSms', 'soap11'), [['"utf-8"', '"utf-16"']])}`,
            'utf16le',
          ),
        }),
      ),
    ).toEqual([`xml/encoding must byte order mark: expected utf-8; actual utf-16le`]);
  });

  it('is broken beside http/charset by a charset that nobody knows', () => {
    expect(
      told(
        judge({ edits: [[/^<\?xml.*?\?>/g, '']], headers: [['Content-Type', 'text/xml; charset=latin-99']] }),
      ),
    ).toEqual([
      `http/charset must Content-Type: expected charset=utf-8; actual charset=latin-99`,
      `xml/encoding must charset: expected a known encoding; actual latin-99`,
    ]);
  });

  it('leaves a missing charset to http/charset and decodes as the declaration says', () => {
    expect(
      told(
        judge({
          headers: [['Content-Type', 'text/xml']],
          body: Buffer.from(
            edited(correctText('SendBulkSms', 'soap11'), [
              ['"utf-8"', '"iso-8859-1"'],
              ['ş', '&#351;'],
              ['İ', '&#304;'],
              ['Done', 'é'],
            ]),
            'latin1',
          ),
        }),
      ),
    ).toEqual([`http/charset must Content-Type: expected charset=utf-8; actual no charset`]);
  });

  it.each([[['']], [['identity']], [['Identity, ,']], [['', 'identity']]])(
    'keeps silent on a Content-Encoding that names no coding: %j',
    (values) => {
      const headers = values.map((value) => ['Content-Encoding', value] as const);
      expect(judge({ headers: [['Content-Type', 'text/xml; charset=utf-8'], ...headers] })).toEqual([]);
    },
  );

  it('is not asked about the body of an error', () => {
    expect(told(judge({ status: 500, body: Buffer.from([0xff]) }))).toEqual([
      `http/status must status line: expected 200; actual 500 Internal Server Error, empty body`,
    ]);
  });
});
