import { describe, expect, it } from 'vitest';
import { fired, found, judge, type Row } from '../testing.ts';

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
      { edits: [['?><', '?><!DOCTYPE Envelope><']] },
    ],
    ['an internal subset behind a comment', { body: BODY }],
    [
      'one without an XML declaration and with a byte order mark',
      { edits: [[/^<\?xml.*?\?>/g, '\uFEFF<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd">']] },
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
    expect(judge({ edits: [[/<(PacketID|PacketStatus)>/g, `<$1 xml:id="${id}">`]] })).toEqual([]);
  });
});
