import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { correctText, edit, edited, fired, found, type Given, judge, type Row, tells } from '../testing.ts';

describe('xml/limits', () => {
  it.each([
    ['<b/>'.repeat(30_000), 'the document has more than 20000 elements and attributes'],
    ['<b>'.repeat(300) + '</b>'.repeat(300), 'elements are nested more than 250 deep'],
  ])('is all that is told of a document that is not read: %#', (content, actual) => {
    const given = { body: `<a>${content}</a>` };
    for (const level of ['must', 'should', 'gap'] as const) {
      expect(found(given, level)).toEqual([
        expect.stringMatching(
          `^xml/limits ${level} line 1, column \\d+: expected a document within the limits of the suite; actual ${actual}$`,
        ),
      ]);
    }
    expect(judge(given)[0]?.requirements).toEqual([]);
  });

  it.each<Row<'http-get' | 'soap11'>>([
    ['beside xml/no-dtd over GET', 'http-get', 'xml/limits must', 'xml/no-dtd should'],
    ['by xml/no-dtd alone over SOAP', 'soap11', 'xml/no-dtd must'],
  ])('a document that cannot be read without its DTD is told %s', (_, binding, ...lines) => {
    const findings = judge({
      binding,
      edits: [
        ['?><', '?><!DOCTYPE r [<!ENTITY p "P">]><'],
        ['>P-1<', '>&p;-1<'],
      ],
    });
    expect(findings.map(({ rule, level }) => `${rule} ${level}`)).toEqual(lines);
  });
});

describe('xml/no-dtd', () => {
  const BODY = '<!-- a -->\n<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>';

  it.each([
    [
      'a document type without entities, and what is behind it is judged',
      edit('?><', '?><!DOCTYPE Envelope><'),
    ],
    ['an internal subset behind a comment', { body: BODY }],
    [
      'one without an XML declaration and with a byte order mark',
      edit(/^<\?xml.*?\?>/g, '\uFEFF<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd">'),
    ],
  ] as const)('is broken by %s', (_, given) => {
    expect(found(given)).toEqual([
      'xml/no-dtd must prolog: expected no document type declaration; actual <!DOCTYPE …>',
    ]);
  });

  it.each(['http-get', 'http-post'] as const)('is broken at should over %s', (binding) => {
    const findings = judge({ binding, edits: [['?><', '?><!DOCTYPE EmPostSmsResult SYSTEM "a.dtd"><']] });
    expect(findings).toMatchObject([
      { rule: 'xml/no-dtd', level: 'should', requirements: [`bindings.${binding}.response-no-dtd`] },
    ]);
  });

  it('leaves a page that is no XML to xml/well-formed, and one that says so to http/media-type', () => {
    const body = '<!DOCTYPE html><p>Log in';
    expect(fired(judge({ body }))).toEqual(['xml/well-formed']);
    expect(fired(judge({ headers: [['Content-Type', 'text/html']], body }))).toEqual(['http/media-type']);
  });
});

describe('xml/well-formed', () => {
  // Every fault and its place: lib/xml/parse.test.ts.
  it.each([
    ['<a>\n<b>', 'line 2, column 3', 'unclosed tag: b'],
    ['<a/>x', 'line 1, column 5', 'text data outside of root node'],
    ['', 'line 1', 'the document is empty'],
    ['<a/><!DOCTYPE a>', 'line 1, column 13', 'inappropriately located doctype declaration'],
  ])('is all that is told of %j', (body, path, actual) => {
    expect(found({ body })).toEqual([
      `xml/well-formed must ${path}: expected well-formed XML; actual ${actual}`,
    ]);
  });

  it.each(['1 2', 'P-1', ''])('says nothing of what xml:id asks beyond XML 1.0: xml:id="%s"', (id) => {
    expect(judge(edit(/<(PacketID|PacketStatus)>/g, `<$1 xml:id="${id}">`))).toEqual([]);
  });
});

const text = correctText('SendBulkSms', 'soap11');
const encodedAs = (name: string, from: string, to: string) =>
  edited(text, [
    ['"utf-8"', `"${name}"`],
    ['ş', '&#351;'],
    ['İ', '&#304;'],
    [from, to],
  ]);
const type = ['Content-Type', 'text/xml; charset=utf-8'] as const;
const coded = (...codings: readonly string[]): Given => ({
  headers: [type, ...codings.map((coding) => ['Content-Encoding', coding] as const)],
});

describe('xml/encoding', () => {
  tells(
    'bytes that are not UTF-8, and no XML is read then',
    { body: Buffer.from('<?xml version="1.0"?><a>\u00FE</a>', 'latin1') },
    ['xml/encoding must body: expected bytes in utf-8; actual FE 3C 2F 61 at byte 24'],
  );
  tells('an XML declaration that names another encoding', edit('encoding="utf-8"', 'encoding="utf-16"'), [
    'xml/encoding should XML declaration: expected utf-8; actual utf-16',
  ]);
  tells(
    'a byte order mark against the charset',
    { body: Buffer.from(`\uFEFF${edited(text, [['"utf-8"', '"utf-16"']])}`, 'utf16le') },
    ['xml/encoding must byte order mark: expected utf-8; actual utf-16le'],
  );
  tells(
    'a charset that nobody knows, beside http/charset',
    { edits: [[/^<\?xml.*?\?>/g, '']], headers: [['Content-Type', 'text/xml; charset=latin-99']] },
    [
      'http/charset must Content-Type: expected charset=utf-8; actual charset=latin-99',
      'xml/encoding must charset: expected a known encoding; actual latin-99',
    ],
  );

  tells(
    'a missing charset: the declaration says how to decode',
    {
      headers: [['Content-Type', 'text/xml']],
      body: Buffer.from(encodedAs('iso-8859-1', 'Done', 'é'), 'latin1'),
    },
    ['http/charset must Content-Type: expected charset=utf-8; actual no charset'],
  );
  tells('the body of an error', { status: 500, body: Buffer.from([0xff]) }, [
    'http/status must status line: expected 200; actual 500 Internal Server Error, empty body',
  ]);

  it.each([
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate, identity, gzip', gzipSync(deflateSync(text))],
  ])('is broken at should by a content coding that was not asked for: %s', (coding, body) => {
    const given = { ...coded(coding), body };
    expect(found(given)).toEqual([
      `xml/encoding should Content-Encoding: expected none: the request accepts only identity; actual ${coding.replace(', identity, ', ' and ')}`,
    ]);
    expect(judge(given)[0]?.requirements).toEqual(['bindings.soap11.response-encoding-claims']);
  });

  it('judges what is in a content coding', () => {
    expect(fired(judge({ ...coded('gzip'), body: gzipSync('<a>') }))).toEqual([
      'xml/encoding',
      'xml/well-formed',
    ]);
  });

  it.each([
    ['gzip', text],
    ['gzip', gzipSync(text).subarray(0, 20)],
  ])('is broken by a body that is not in its content coding %s, told once', (coding, body) => {
    const given = { ...coded(coding), body };
    expect(found(given)).toEqual([
      `xml/encoding must Content-Encoding: expected none, or a body in this coding; actual ${coding}`,
    ]);
    expect(judge(given)[0]?.requirements).toEqual(['bindings.soap11.response-encoding']);
  });

  it.each(['compress', 'utf-8', 'constructor', 'gzip, utf-8'])(
    'reads a body as it came where no client knows its coding: %s',
    (coding) => {
      const places = (body: string | Uint8Array) =>
        judge({ ...coded(coding), body }).map(({ rule, level, path }) => [rule, level, path]);
      const unknown = ['xml/encoding', 'should', 'Content-Encoding'];
      expect(places(text)).toEqual([unknown]);
      expect(places(Uint8Array.of(0xff))).toEqual([['xml/encoding', 'must', 'body'], unknown]);
    },
  );

  it.each([[['']], [['identity']], [['Identity, ,']], [['', 'identity']]])(
    'keeps silent on a Content-Encoding that names no coding: %j',
    (codings) => {
      expect(judge(coded(...codings))).toEqual([]);
    },
  );
});
