import { describe, expect, it } from 'vitest';
import type { XmlElement } from '../model/judging/xml.ts';
import { parseXml } from './parse.ts';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const XSD = 'http://www.w3.org/2001/XMLSchema';

function rootOf(text: string): XmlElement {
  const reading = parseXml(text);
  if (reading.kind !== 'document') throw new Error(JSON.stringify(reading));
  return reading.root;
}

describe('parseXml', () => {
  it('resolves names to namespace and local name, whichever prefix they have', () => {
    const written = [
      '<a xmlns="u"><b>1</b></a>',
      '<p:a xmlns:p="u"><p:b>1</p:b></p:a>',
      '<p:a xmlns:p="u"><b xmlns="u">1</b></p:a>',
    ];
    for (const text of written) {
      expect(rootOf(text)).toMatchObject({
        uri: 'u',
        local: 'a',
        children: [{ uri: 'u', local: 'b', children: ['1'] }],
      });
    }
    expect(rootOf('<p:a xmlns:p="u"/>').prefix).toBe('p');
    expect(rootOf('<a xmlns="u"><b xmlns=""/></a>').children).toMatchObject([{ uri: '', local: 'b' }]);
  });

  it('joins text, CDATA and references, and drops comments and instructions', () => {
    expect(rootOf('<a>1<!-- x --><![CDATA[<2>]]><?pi?>&#51;&lt;&#x1F600;</a>').children).toEqual([
      '1<2>3<\u{1F600}',
    ]);
    expect(rootOf('<a></a>').children).toEqual([]);
    expect(rootOf('<a/>').children).toEqual([]);
    expect(rootOf('<a> <b/>\n</a>').children).toMatchObject([' ', { local: 'b' }, '\n']);
  });

  it('normalises line ends but keeps a carriage return that is a reference', () => {
    expect(rootOf('<a>1\r\n2\r3&#xD;4</a>').children).toEqual(['1\n2\n3\r4']);
  });

  it('keeps attributes with their namespaces and resolves the name in xsi:type', () => {
    const root = rootOf(`<a x="1" xmlns:i="${XSI}" xmlns:s="${XSD}" i:type="s:int" i:nil="true"/>`);
    expect(root.attributes).toEqual([
      { uri: '', local: 'x', value: '1' },
      { uri: XSI, local: 'type', value: `{${XSD}}int` },
      { uri: XSI, local: 'nil', value: 'true' },
    ]);
    expect(rootOf(`<a xmlns="u" xmlns:i="${XSI}" i:type=" t "/>`).attributes[0]?.value).toBe('{u}t');
    expect(rootOf(`<a xmlns:s="${XSD}" xmlns:i="${XSI}"><b i:type="s:int"/></a>`).children).toMatchObject([
      { attributes: [{ value: `{${XSD}}int` }] },
    ]);
  });

  it('takes a declaration and space behind the root, and no byte order mark besides that of the bytes', () => {
    expect(rootOf('<?xml version="1.0" encoding="utf-8"?>\n<a/>\n').local).toBe('a');
    for (const text of ['\uFEFF<a/>', '\uFEFF<?xml version="1.0"?><a/>', '\uFEFF<!DOCTYPE a><a/>']) {
      expect(parseXml(text)).toEqual({
        kind: 'malformed',
        line: 1,
        column: 1,
        message: 'a second byte order mark precedes the document',
      });
    }
    expect(rootOf('<?xml version="1.0" encoding="iso-8859-9"?><a>ş</a>').children).toEqual(['ş']);
  });

  it('reads an ampersand in a namespace', () => {
    const root = rootOf('<p:a xmlns:p="u&amp;v" xmlns="x&#38;#38;y" p:c="1"><b/></p:a>');
    expect(root).toMatchObject({ uri: 'u&v', attributes: [{ uri: 'u&v' }], children: [{ uri: 'x&#38;y' }] });
  });

  it('takes a namespace that is no absolute URI, or none at all', () => {
    expect(rootOf('<a xmlns="urn:ş {1}"/>').uri).toBe('urn:ş {1}');
    expect(rootOf('<a xmlns="tempuri"/>').uri).toBe('tempuri');
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \n'],
    ['a lone byte order mark', '\uFEFF'],
    ['text', 'Missing parameter: PacketId.'],
    ['an unclosed element', '<a><b></a>'],
    ['two roots', '<a/><b/>'],
    ['text behind the root', '<a/>x'],
    ['an undefined entity', '<a>&nbsp;</a>'],
    ['an undefined prefix', '<p:a/>'],
    ['an undefined prefix of an attribute', '<a p:b="1"/>'],
    ['an attribute twice', '<a b="1" b="2"/>'],
    ['an attribute twice by two prefixes', '<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/>'],
    ['a bare ampersand', '<a>a & b</a>'],
    [']]> in text', '<a>]]></a>'],
    ['a reference to U+0001', '<a>&#1;</a>'],
    ['U+0001', '<a>\u0001</a>'],
    ['a space before the declaration', ' <?xml version="1.0"?><a/>'],
    ['an upper-case declaration', '<?XML version="1.0"?><a/>'],
  ])('finds %s malformed', (_, text) => {
    expect(parseXml(text)).toMatchObject({ kind: 'malformed', message: expect.stringMatching(/./) });
  });

  it('says where', () => {
    expect(parseXml('<a>\n<b>\n</a>')).toMatchObject({ kind: 'malformed', line: 3 });
    expect(parseXml('<a>\nx\0</a>')).toEqual({
      kind: 'malformed',
      line: 2,
      column: 2,
      message: 'character U+0000 is not allowed in XML',
    });
  });

  it('never reads a document type declaration, and reads the document without it', () => {
    const document = { kind: 'document', doctype: true, root: { local: 'a', children: ['1'] } };
    for (const subset of ['', ' SYSTEM "http://127.0.0.1:9/a.dtd"', ' [<!ENTITY b "2">]']) {
      expect(parseXml(`<!DOCTYPE a${subset}><a>1</a>`)).toMatchObject(document);
    }
    expect(parseXml('<a/>')).toMatchObject({ kind: 'document', doctype: false });
  });

  it('says that a document needs its document type declaration', () => {
    expect(parseXml('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>')).toEqual({
      kind: 'doctype',
    });
  });

  it.each([
    ['the document type declaration has no end', 1, '<!DOCTYPE a [ not even well-formed'],
    ['there are two document type declarations', 2, '\n<!DOCTYPE a><!DOCTYPE b [<!ENTITY x "y">]><a>&x;</a>'],
  ])('finds malformed: %s', (message, line, text) => {
    expect(parseXml(text)).toMatchObject({ kind: 'malformed', line, message });
  });

  it('says where a document with a document type declaration is malformed', () => {
    expect(parseXml('<!DOCTYPE a\n[\n]>\n<a><b></a>')).toMatchObject({ kind: 'malformed', line: 4 });
  });
});

describe('parseXml on hostile input', () => {
  const million = 1_000_000;
  const times = (count: number, write: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => write(i)).join(' ');

  it.each([
    ['a million nested elements', () => `${'<a>'.repeat(million)}${'</a>'.repeat(million)}`],
    ['a million unclosed elements', () => '<a>'.repeat(million)],
    ['a million attributes', () => `<a ${times(million, (i) => `b${i}="1"`)}/>`],
    ['a million attributes that are the same', () => `<a ${times(million, () => `b='1'`)}/>`],
    ['a million namespaces', () => `<a ${times(million, (i) => `xmlns:p${i}="u"`)}/>`],
    ['a million attributes without an end', () => `<a ${times(million, (i) => `b${i}="1"`)}`],
    ['an attribute of a million letters', () => `<a b="${'x'.repeat(million)}"/>`],
    ['a million less-than signs', () => '<'.repeat(million)],
    ['a million quotes in a tag', () => `<a ${'"'.repeat(million)}/>`],
    ['a million references', () => `<a>${'&lt;'.repeat(million)}</a>`],
    ['a hundred thousand comments in front', () => `${'<!---->'.repeat(million / 10)}<a/>`],
    ['three million ampersands', () => `<a>${'&'.repeat(3 * million)}</a>`],
    ['three million ampersands in a value', () => `<a b="${'&'.repeat(3 * million)}"/>`],
    ['three million less-than signs in a value', () => `<a b="${'<'.repeat(3 * million)}"/>`],
    ['three million less-than signs in a value without an end', () => `<a b="${'<'.repeat(3 * million)}`],
    ['ampersands in a tag that is none', () => `<x><a b=c ${'&'.repeat(3 * million)}></a></x>`],
    ['ampersands in an end tag', () => `<x><a></a ${'&'.repeat(3 * million)}></x>`],
    ['ampersands in an instruction without a target', () => `<a><? ${'&'.repeat(3 * million)}?></a>`],
    ['a million ends of CDATA sections', () => `<a>${']]>'.repeat(million)}</a>`],
    ['a million beginnings of comments', () => `<a>${'<!--'.repeat(million)}</a>`],
    ['a million comments in a comment', () => `<a><!--${'<!--'.repeat(million)}--></a>`],
    ['a million beginnings of CDATA sections', () => `<a>${'<![CDATA['.repeat(million / 3)}</a>`],
    ['a million undefined entities', () => `<a>${'&nbsp;'.repeat(million / 2)}</a>`],
    ['a million references to no character', () => `<a>${'&#0;'.repeat(million / 2)}</a>`],
    ['three million control characters', () => `<a>${'\u0001'.repeat(3 * million)}</a>`],
    ['a declaration in the content, of ampersands', () => `<a><!ENTITY ${'&'.repeat(3 * million)}></a>`],
    ['a hundred thousand elements in a row', () => `<a>${'<b/>'.repeat(million / 10)}</a>`],
  ])('ends and never throws: %s', (_, make) => {
    expect(['document', 'malformed', 'beyond-limits']).toContain(parseXml(make()).kind);
  });

  it('takes a thousand attributes, and says of more that it does not read them', () => {
    const attributes = (count: number) =>
      `<!-- ${'= '.repeat(2000)} --><a>\n<b ${times(count, (i) => `b${i}="="`)}/></a>`;
    expect(rootOf(attributes(1000)).children[1]).toMatchObject({ local: 'b' });
    expect(parseXml(attributes(1001))).toEqual({
      kind: 'beyond-limits',
      line: 2,
      column: 1,
      message: 'an element has more than 1000 attributes',
    });
  });

  it('does not take equal signs in text, CDATA, instructions and values for attributes', () => {
    const many = '='.repeat(5000);
    expect(rootOf(`<?pi ${many}?><a b="${many}">${many}<![CDATA[<a ${many}]]></a>`).local).toBe('a');
  });

  it('takes the depth that libxml2 takes, and says of more that it does not read it', () => {
    const nested = (depth: number) => parseXml(`${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`).kind;
    expect(nested(250)).toBe('document');
    expect(nested(251)).toBe('beyond-limits');
  });
});

it('a document of XML 1.1 is not one of XML 1.0', () => {
  expect(parseXml('<?xml version="1.1"?><a/>')).toMatchObject({
    kind: 'malformed',
    message: "Unsupported version '1.1'",
  });
});
