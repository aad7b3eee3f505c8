import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  brokenRulesIn,
  type ChangedReply,
  change,
  findingsIn,
  judge,
} from '../../../../suites/support/judged.ts';
import { correctText } from '../../../../suites/support/samples.ts';

describe('xml/limits', () => {
  it.each([
    ['<b/>'.repeat(40_000), 'the document has more than 30000 elements and attributes'],
    ['<b>'.repeat(300) + '</b>'.repeat(300), 'elements are nested more than 250 deep'],
  ])('is all that is told of a document that is not read: %#', (content, actual) => {
    const given = { body: `<a>${content}</a>` };
    for (const level of ['must', 'should', 'gap'] as const) {
      expect(findingsIn(given, level)).toEqual([
        expect.stringMatching(
          `^xml/limits ${level} line 1, column \\d+: expected a document within the limits of the suite; actual ${actual}$`,
        ),
      ]);
    }
    expect(judge(given)[0]?.requirements).toEqual([]);
  });

  const declared = change('?><', '?><!DOCTYPE r [<!ENTITY p "P">]><', '>P-1<', '>&p;-1<');
  it('tells of a document that cannot be read without its DTD', () => {
    expect(brokenRulesIn({ binding: 'http-get', ...declared })).toEqual([
      ...['xml/limits prolog', 'xml/no-dtd prolog'],
    ]);
  });
  it('tells of none over SOAP, which forbids it', () => {
    expect(brokenRulesIn(declared)).toEqual(['xml/no-dtd prolog']);
  });
});

describe('xml/no-dtd', () => {
  const broken = ['xml/no-dtd must prolog: expected no document type declaration; actual <!DOCTYPE …>'];

  it('tells of a document type without entities, and judges the rest', () => {
    expect(findingsIn(change('?><', '?><!DOCTYPE Envelope><'))).toEqual(broken);
  });
  const body = '<!-- a -->\n<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>';
  it('tells of an internal subset behind a comment', () => {
    expect(findingsIn({ body })).toEqual(broken);
  });
  const begun = '\uFEFF<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd">';
  it('tells of one without an XML declaration and with a byte order mark', () => {
    expect(findingsIn(change(/^<\?xml.*?\?>/g, begun))).toEqual(broken);
  });

  it.each(['http-get', 'http-post'] as const)('is broken at should over %s', (binding) => {
    const findings = judge({ binding, edits: [['?><', '?><!DOCTYPE EmPostSmsResult SYSTEM "a.dtd"><']] });
    expect(findings).toMatchObject([
      { rule: 'xml/no-dtd', level: 'should', requirements: [`bindings.${binding}.response-no-dtd`] },
    ]);
  });

  const page = '<!DOCTYPE html><p>Log in';
  it('tells of none in a page that is no XML', () => {
    expect(brokenRulesIn({ body: page })).toEqual(['xml/well-formed line 1, column 24']);
  });
  it('tells of none in one that says so', () => {
    expect(brokenRulesIn({ headers: [['Content-Type', 'text/html']], body: page })).toEqual([
      'http/media-type Content-Type',
    ]);
  });
});

describe('xml/well-formed', () => {
  // Every fault and its place: lib/wire/xml/parse.test.ts.
  it.each([
    ['<a>\n<b>ş', 'line 2, column 4', 'unclosed tag: b; the body ends after 9 bytes'],
    ['<html><body>Down', 'line 1, column 16', 'unclosed tag: body; it says: HTML page: Down'],
    ['<a/>x', 'line 1, column 5', 'text data outside of root node'],
    ['', 'line 1', 'the document is empty'],
    ['<a/><!DOCTYPE a>', 'line 1, column 13', 'inappropriately located doctype declaration'],
  ])('is all that is told of %j', (body, path, actual) => {
    expect(findingsIn({ body })).toEqual([
      `xml/well-formed must ${path}: expected well-formed XML; actual ${actual}`,
    ]);
  });

  it.each(['1 2', 'P-1', ''])('says nothing of what xml:id asks beyond XML 1.0: xml:id="%s"', (id) => {
    expect(judge(change(/<(PacketID|PacketStatus)>/g, `<$1 xml:id="${id}">`))).toEqual([]);
  });
});

const text = correctText('SendBulkSms', 'soap11');
const type = ['Content-Type', 'text/xml; charset=utf-8'] as const;
const coded = (...codings: readonly string[]): ChangedReply => ({
  headers: [type, ...codings.map((coding) => ['Content-Encoding', coding] as const)],
});

describe('xml/encoding', () => {
  const latin1 = Buffer.from('<?xml version="1.0"?><a>\u00FE</a>', 'latin1');
  it('tells of bytes that are not UTF-8, and reads no XML', () => {
    expect(findingsIn({ body: latin1 })).toEqual([
      'xml/encoding must body: expected bytes in utf-8; actual FE 3C 2F 61 at byte 24',
    ]);
  });
  it('counts the bytes of a body that ends too early as they came', () => {
    const body = Buffer.from('\uFEFF<a>\u015F', 'utf16le');
    expect(findingsIn({ body })).toContain(
      'xml/well-formed must line 1, column 4: expected well-formed XML; actual unclosed tag: a; the body ends after 10 bytes',
    );
  });
  it('tells of a body that ends inside of a character that it ends too early', () => {
    expect(findingsIn({ body: Buffer.from('<a>şş').subarray(0, -1) })).toEqual([
      'xml/encoding must body: expected bytes in utf-8; actual C5 at byte 5; the body ends after 6 bytes',
    ]);
  });
  it('tells of an XML declaration of another encoding', () => {
    expect(findingsIn(change('encoding="utf-8"', 'encoding="utf-16"'))).toEqual([
      'xml/encoding should XML declaration: expected utf-8; actual utf-16',
    ]);
  });
  const marked = Buffer.from(`\uFEFF${text.replace('"utf-8"', '"utf-16"')}`, 'utf16le');
  it('tells of a byte order mark against the charset', () => {
    expect(findingsIn({ body: marked })).toEqual([
      'xml/encoding must byte order mark: expected utf-8; actual utf-16le',
    ]);
  });
  const unknown = { body: '<a/>', headers: [['Content-Type', 'text/xml; charset=latin-99']] } as const;
  it('tells of a charset that nobody knows, beside http/charset', () => {
    expect(findingsIn(unknown)).toEqual([
      'http/charset must Content-Type: expected charset=utf-8; actual charset=latin-99',
      'xml/encoding must charset: expected a known encoding; actual latin-99',
    ]);
  });
  const inLatin1 = text.replace('"utf-8"', '"iso-8859-1"').replace('Done', 'é').replaceAll(/[şİ]/g, '&#351;');
  const undeclared = {
    headers: [['Content-Type', 'text/xml']],
    values: { Message: 'Merhaba <b> & şş' },
  } as const;
  const decoded = { ...undeclared, body: Buffer.from(inLatin1, 'latin1') };
  it('tells of no charset where the declaration says how to decode', () => {
    expect(findingsIn(decoded)).toEqual([
      'http/charset must Content-Type: expected charset=utf-8; actual no charset',
    ]);
  });
  it('tells of no bytes of an error', () => {
    expect(findingsIn({ status: 500, body: Buffer.from([0xff]) })).toEqual([
      'http/status must status line: expected 200; actual 500 Internal Server Error, empty body',
    ]);
  });

  it.each([
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate, identity, gzip', gzipSync(deflateSync(text))],
  ])('is broken at should by a content coding that was not asked for: %s', (coding, body) => {
    const given = { ...coded(coding), body };
    expect(findingsIn(given)).toEqual([
      `xml/encoding should Content-Encoding: expected none: the request accepts only identity; actual ${coding.replace(', identity, ', ' and ')} (coding: ${coding.replace(', identity, ', ' and ')})`,
    ]);
    expect(judge(given)[0]?.requirements).toEqual(['bindings.soap11.response-encoding-claims']);
  });

  it('tells of what is wrong in a content coding', () => {
    expect(brokenRulesIn({ ...coded('gzip'), body: gzipSync('<a>') })).toEqual([
      ...['xml/encoding Content-Encoding', 'xml/well-formed line 1, column 3'],
    ]);
  });

  it.each([
    ['gzip', text],
    ['gzip', gzipSync(text).subarray(0, 20)],
  ])('is broken by a body that is not in its content coding %s, told once', (coding, body) => {
    const given = { ...coded(coding), body };
    expect(findingsIn(given)).toEqual([
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

  it.each(['identity', 'Identity, ,', 'none', '8bit', 'utf-8'])(
    'is broken at should by a Content-Encoding that is none: %s',
    (coding) => {
      const [finding, ...others] = judge(coded(coding));
      expect(finding).toMatchObject({ rule: 'xml/encoding', level: 'should', path: 'Content-Encoding' });
      expect(others).toEqual([]);
    },
  );

  it.each([
    ['without a coding', coded(), gzipSync(text), 'gzip, which no Content-Encoding names'],
    ['in a coding that is none', coded('utf-8'), gzipSync(text), 'gzip, which no Content-Encoding names'],
    ['twice', coded('gzip'), gzipSync(gzipSync(text)), 'gzip within gzip: compressed twice'],
  ])('is broken by a body that is compressed %s', (_, changed, body, actual) => {
    const [first] = judge({ ...changed, body });
    expect(first).toMatchObject({ rule: 'xml/encoding', level: 'must', path: 'body', actual });
  });

  it.each([[['']], [[' , ']]])('keeps silent on a Content-Encoding that names no coding: %j', (codings) => {
    expect(judge(coded(...codings))).toEqual([]);
  });
});
