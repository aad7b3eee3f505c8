import { describe, expect, it } from 'vitest';
import type { XmlElement } from '../model/judging/xml.ts';
import { readXml } from './independent-reader.ts';
import { limits, parseXml } from './parse.ts';
import { faultsByLibxml } from './testing.ts';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const XSD = 'http://www.w3.org/2001/XMLSchema';
const XML = 'http://www.w3.org/XML/1998/namespace';
const XMLNS = 'http://www.w3.org/2000/xmlns/';

function rootOf(text: string): XmlElement {
  const reading = parseXml(text);
  if (reading.kind !== 'document') throw new Error(JSON.stringify(reading));
  return reading.root;
}

describe.each([
  ['the reader of the judge', rootOf],
  ['the reader of the reference', readXml],
])('%s', (_, read) => {
  it.each([
    '<a xmlns="u"><b>1</b></a>',
    '<p:a xmlns:p="u"><p:b>1</p:b></p:a>',
    '<p:a xmlns:p="u"><b xmlns="u">1</b></p:a>',
  ])('resolves names to namespace and local name, whichever prefix they have: %s', (text) => {
    const child = { uri: 'u', local: 'b', children: ['1'] };
    expect(read(text)).toMatchObject({ uri: 'u', local: 'a', children: [child] });
  });

  it('ends a namespace with its element, undeclares a default one, and keeps a prefix to show it', () => {
    expect(read('<a xmlns="u" xmlns:p="v"><p:b xmlns:p="w"/><c xmlns=""/><p:d/></a>')).toMatchObject({
      ...{ uri: 'u', local: 'a', prefix: '' },
      children: [
        { uri: 'w', local: 'b', prefix: 'p' },
        { uri: '', local: 'c' },
        { uri: 'v', local: 'd' },
      ],
    });
  });

  it.each([
    ['urn:ş {1}', 'urn:ş {1}'],
    ['tempuri', 'tempuri'],
    [' u ', ' u '],
    ['u&amp;v', 'u&v'],
    ['x&#38;#38;y', 'x&#38;y'],
  ])('takes any namespace name as it is: "%s"', (written, uri) => {
    expect(read(`<p:a xmlns:p="${written}" p:b="1"/>`)).toMatchObject({ uri, attributes: [{ uri }] });
    expect(read(`<a xmlns="${written}"><b/></a>`)).toMatchObject({ uri, children: [{ uri }] });
  });

  it('keeps attributes, of which one without a prefix has no namespace', () => {
    const text = '<a xmlns="u" xmlns:p="v" x="1" p:x="&lt;&#65;\n" toString="2" xml:lang="en"/>';
    expect(read(text)?.attributes).toEqual([
      { uri: '', local: 'x', value: '1' },
      { uri: 'v', local: 'x', value: '<A ' },
      { uri: '', local: 'toString', value: '2' },
      { uri: XML, local: 'lang', value: 'en' },
    ]);
  });

  it.each<[string, readonly (string | object)[]]>([
    ["<a>1<!-- x --><![CDATA[<2>&amp;]]><?pi it's ?>&#51;&lt;&#x1F600;<!----></a>", ['1<2>&amp;3<\u{1F600}']],
    ['<a>&lt;&amp;&gt;&quot;&apos;&#x20AC;&#8364;]]<!-- -->&gt;</a>', ['<&>"\'€€]]>']],
    ['<a></a>', []],
    ['<a/>', []],
    ['<a>1\r\n2\r3&#xD;4<![CDATA[\r\n]]></a>', ['1\n2\n3\r4\n']],
    ['<?xml version="1.0" encoding="iso-8859-9"?>\n<a> 0090 </a>\n<!-- end -->', [' 0090 ']],
    ['<a> <b/>\n</a>', [' ', { local: 'b' }, '\n']],
    ['<a><![CDATA[<!DOCTYPE a>]]><!-- <!DOCTYPE a> --></a>', ['<!DOCTYPE a>']],
    ['<toString><hasOwnProperty/></toString>', [{ local: 'hasOwnProperty' }]],
  ])('makes one text of text, references and CDATA: %j', (text, children) => {
    expect(read(text)).toMatchObject({ children });
  });
});

it('the name in an xsi:type is resolved', () => {
  const type = (text: string) => rootOf(text).attributes[0];
  const xsi = `xmlns:i="${XSI}"`;
  expect(type(`<a i:type="s:int" ${xsi} xmlns:s="${XSD}"/>`)).toEqual({
    uri: XSI,
    local: 'type',
    value: `{${XSD}}int`,
  });
  expect(type(`<a i:type=" t " xmlns="u" ${xsi}/>`)?.value).toBe('{u}t');
  const [inner] = rootOf(`<a xmlns:s="${XSD}" ${xsi}><b i:type="s:int"/></a>`).children;
  expect(inner).toMatchObject({ attributes: [{ value: `{${XSD}}int` }] });
});

/** Documents with a mark where the fault is, and the message. */
const faults: readonly (readonly [marked: string, message: string])[] = [
  ['|Missing parameter: PacketId.', 'text precedes the root element'],
  ['<!-- x -->\n|x<a/>', 'text precedes the root element'],
  ['<a/>\n|x', 'text follows the root element'],
  ['<a/>|&#32;', 'text follows the root element'],
  ['<a/>|<![CDATA[ ]]>', 'text follows the root element'],
  ['<!-- x -->|', 'there is no root element'],
  ['<a/>|<b/>', 'a second root element follows the first'],
  ['<a><b>\n</b>x|', 'the document ends before the end tag </a>'],
  ['<a><b>|</a>', 'the end tag </a> does not match the start tag <b>'],
  ['<a>|</A >', 'the end tag </A> does not match the start tag <a>'],
  ['<a/>|</b>', 'the end tag </b> has no start tag'],
  ['<a>|</>', 'an end tag has no name'],
  ['<a></a |b="1">', 'an end tag holds more than a name'],
  ['<a>|<b c="1', 'a tag has no end'],
  ['<a>|</a', 'a tag has no end'],
  ['|<', 'a tag has no end'],
  ['<a>1 |< 2</a>', '`<` does not begin a tag'],
  ['<a>|<1/></a>', '`<` does not begin a tag'],
  ['<a|,/>', '`,` is not allowed at this place of a start tag'],
  ['<a b|\u{10FFFF}="1"/>', '`\u{10FFFF}` is not allowed at this place of a start tag'],
  ['<a b="1" |<c/></a>', '`<` is not allowed at this place of a start tag'],
  ['<a /|b>', '`b` is not allowed at this place of a start tag'],
  ['<a b="|<"/>', '`<` occurs in the value of an attribute'],
  ['<a b|>', 'an attribute has no value'],
  ['<a b |c="1"/>', 'an attribute has no value'],
  ['<a b=|1/>', 'the value of an attribute is not in quotes'],
  ['<a b="1"|c="2"/>', 'no white space separates two attributes'],
  ['|<a b="1" b="2"/>', 'an element has the attribute b twice'],
  ['|<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/>', 'an element has the attribute {u}b twice'],
  ['<a>|<p:b/></a>', 'the namespace prefix p is not declared'],
  ['|<a p:b="1"/>', 'the namespace prefix p is not declared'],
  ['|<a xmlns:p=""/>', 'a namespace prefix is declared without a namespace'],
  ['|<a xmlns:xml="u"/>', 'a reserved namespace or prefix is used'],
  [`|<a xmlns:p="${XML}"/>`, 'a reserved namespace or prefix is used'],
  [`|<a xmlns="${XML}"/>`, 'a reserved namespace or prefix is used'],
  [`|<a xmlns:xmlns="${XMLNS}"/>`, 'a reserved namespace or prefix is used'],
  ['|<xmlns:a/>', 'a reserved namespace or prefix is used'],
  ['|<:a/>', ':a is not a qualified name'],
  ['|<a:/>', 'a: is not a qualified name'],
  ['|<a xmlns:p="u" p:b:c="1"/>', 'p:b:c is not a qualified name'],
  ['|<p:1 xmlns:p="u"/>', 'p:1 is not a qualified name'],
  ['|<a xmlns:p="u" p:-b="1"/>', 'p:-b is not a qualified name'],
  ['|<a xmlns:·p="u"/>', 'xmlns:·p is not a qualified name'],
  ['<a>&amp;|& b</a>', 'an ampersand does not begin a reference'],
  ['<a>|& b &amp; c</a>', 'an ampersand does not begin a reference'],
  ['<a>|&#xD</a>', 'an ampersand does not begin a reference'],
  ['<a>|&#xg;</a>', 'an ampersand does not begin a reference'],
  ['<a>|&;</a>', 'an ampersand does not begin a reference'],
  ['<a>|& ]]></a>', 'an ampersand does not begin a reference'],
  ['<a b="&amp;|&"/>', 'an ampersand does not begin a reference'],
  ['<a>x |&nbsp;</a>', 'the entity nbsp is not declared'],
  ['<a b="|&nbsp;"/>', 'the entity nbsp is not declared'],
  ['<a>&#65;|&#0;</a>', '`&#0;` refers to a character that XML does not allow'],
  ['<a>|&#xFFFE;&</a>', '`&#xFFFE;` refers to a character that XML does not allow'],
  ['<a>|&#xD800;</a>', '`&#xD800;` refers to a character that XML does not allow'],
  ['<a>|&#x110000;</a>', '`&#x110000;` refers to a character that XML does not allow'],
  ['<a>]] > |]]></a>', '`]]>` occurs in text'],
  ['<a>|]]> &</a>', '`]]>` occurs in text'],
  ['<a><!-- |-- --></a>', '`--` occurs in a comment'],
  ['<a><!-- |---></a>', '`--` occurs in a comment'],
  ['<a>|<!-- & </a>', 'a comment has no end'],
  ['<a>|<![CDATA[ & </a>', 'a CDATA section has no end'],
  ['<a>|<?b & </a>', 'a processing instruction has no end'],
  ['<a>|<? b?></a>', 'a processing instruction has no target'],
  ['<a>|<??></a>', 'a processing instruction has no target'],
  ['<a>|<?b:c?></a>', 'the target of a processing instruction is not a name'],
  ['<a>|<?b?c?></a>', 'the target of a processing instruction is not a name'],
  ['|<?XML version="1.0"?><a/>', 'a processing instruction has the reserved target xml'],
  ['\n|<?xml version="1.0"?><a/>', 'the XML declaration is not at the very start'],
  ['<a>|<?xml version="1.0"?></a>', 'the XML declaration is not at the very start'],
  ['|<?xml version="1.1"?><a/>', 'the XML declaration names version 1.1 instead of 1.0'],
  ...[
    ...['', ' encoding="utf-8"', ' version="1.0"encoding="utf-8"', ' version="1.0" encoding="-"'],
    ...[' version="1.0" a="b"', ' version=1.0', ' version', ' version="1"', ' version="1.0'],
    ...[' version="1.0" standalone="1"', ' version="1.0" ?'],
  ].map((rest) => [`|<?xml${rest}?><a/>`, 'the XML declaration is not written as XML 1.0 demands'] as const),
  ['<a>|<!ENTITY b "c"></a>', '`<!` begins neither a comment nor a CDATA section'],
  ['|<!doctype a><a/>', '`<!` begins neither a comment nor a CDATA section'],
  ['<a>|<!DOCTYPE a></a>', 'a document type declaration is not where one may be'],
  [
    '\n<!DOCTYPE a>|<!DOCTYPE b [<!ENTITY x "y">]><a>&x;</a>',
    'a document type declaration is not where one may be',
  ],
  ['|<!DOCTYPE a [ not even well-formed', 'the document type declaration has no end'],
  ['<!DOCTYPE a\n[\n]>\n<a><b>|</a>', 'the end tag </a> does not match the start tag <b>'],
  ['<a>\nx|\0</a>', 'character U+0000 is not allowed in XML'],
  ['<a>|\u001f&</a>', 'character U+001F is not allowed in XML'],
  ['<a><!-- |\uFFFE --></a>', 'character U+FFFE is not allowed in XML'],
  ['<a|\u0001/>', 'character U+0001 is not allowed in XML'],
  ['|\uFEFF<a/>', 'a second byte order mark precedes the document'],
];

/** Faults that the reader of the reference overlooks. */
const lenient: readonly string[] = [
  '<a><?b:c?></a>',
  '<?xml version="1.1"?><a/>',
  '<?xml version="1.0" encoding="-"?><a/>',
  '\uFEFF<a/>',
];

/** What may look like a fault and is none. */
const good = [
  '<a>&amp;&lt;&gt;&quot;&apos;&#65;&#x1F600;&#000000000000000065;&#xA;</a>',
  '<a b="&amp; > \' ]]>" c=\'"\'/>',
  '<!-- & < > ]]> <![CDATA[ - -> <?x --><a/>',
  '<a><![CDATA[ & < <!-- -- ]] > ]]]>]]&gt;]]<!-- -->></a>',
  '<?a & < -- ]]> ??><?b?><?c \r\n?><a/>',
  '<a>\t\r\n\u0085\uFFFD\u{10FFFF}</a \n>',
  "<?xml version = '1.0' encoding='iso-8859-1' standalone='no' ?><a/>",
  `<a xmlns:xml="${XML}" xml:lang="x" xml:id="1 2"><__proto__ constructor="1"/></a>`,
  '<p:a xmlns:p="u" p:b="1" b="1" xmlns="v"><ş.-·/></p:a>',
];

describe('well-formedness', () => {
  it.each(faults)('finds the first fault of %j', (marked, message) => {
    const text = marked.replace('|', '');
    const before = marked.slice(0, marked.indexOf('|')).split('\n');
    const place = { line: before.length, column: (before.at(-1) ?? '').length + 1 };
    expect(parseXml(text)).toEqual({ kind: 'malformed', ...place, message });
    expect(faultsByLibxml(text.replace('\uFEFF', '\uFEFF\uFEFF'))).not.toEqual([]);
    expect(readXml(text) !== null).toBe(lenient.includes(text));
  });

  it.each([
    '<a>\uD800</a>',
    '<![CDATA[ ]]><a/>',
    '<a/>x<!-- -->',
    '<a><![FOO[x]]></a>',
    '<a<!-- -->b/>',
    '<a<?p?>b/>',
    '<a>&amp</a>',
    '<a>&#x;</a>',
  ])('takes no %j, as no other reader does', (text) => {
    expect(parseXml(text).kind).toBe('malformed');
    expect(readXml(text)).toBeNull();
  });

  it.each([
    '<!DOCTYPE a><a/>',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>',
    '<__proto__/>',
    `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`,
  ])('is refused by the reader of the reference for what it cannot read: %.40s', (text) => {
    expect(readXml(text)).toBeNull();
  });

  it.each(['', ' \n', '\t'])('finds %j empty', (text) => {
    const place = { line: 1, column: 0 };
    expect(parseXml(text)).toEqual({ kind: 'malformed', ...place, message: 'the document is empty' });
    expect(readXml(text)).toBeNull();
  });

  it.each(good)('finds no fault in %j', (text) => {
    expect(parseXml(text).kind).toBe('document');
    expect(faultsByLibxml(text)).toEqual([]);
    expect(readXml(text) === null).toBe(text.includes('__proto__'));
  });

  it('tells the beginning of a long name', () => {
    expect(parseXml(`<a><${'b'.repeat(1_000)}>`)).toMatchObject({
      message: `the document ends before the end tag </${'b'.repeat(100)}…>`,
    });
  });
});

describe('a document type declaration', () => {
  const subset = '[<!ENTITY b "2"><!-- ]> \' --><?c ]>?>]';
  it.each(['', ' SYSTEM "http://127.0.0.1:9/a>.dtd"', ` ${subset}`, ` PUBLIC "b" "c" ${subset} `])(
    'is never read, and the document is read without it: %s',
    (declaration) => {
      expect(parseXml(`<!DOCTYPE a${declaration}><a>1</a>`)).toMatchObject({
        kind: 'document',
        doctype: true,
        root: { local: 'a', children: ['1'] },
      });
    },
  );

  it.each([
    '<a/>',
    '<!-- <!DOCTYPE a> --><a/>',
    '<?pi <!DOCTYPE a>?><a/>',
    '<a><![CDATA[<!DOCTYPE a>]]></a>',
  ])('is not in %s', (text) => {
    expect(parseXml(text)).toMatchObject({ kind: 'document', doctype: false });
  });

  it.each<['doctype' | 'malformed', string]>([
    ['doctype', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'],
    ['doctype', '<!DOCTYPE a [<!ENTITY y "1"><!ENTITY x "&y;&y;">]>'],
    ['doctype', '<!DOCTYPE a PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "xhtml1-strict.dtd">'],
    ['doctype', '<!DOCTYPE a SYSTEM "a.dtd" [ ]>'],
    ['doctype', '<!DOCTYPE a [<!ENTITY % p SYSTEM "a.dtd"> %p;]>'],
    ['doctype', '<?xml version="1.0" standalone="yes"?><!DOCTYPE a [<!ENTITY x "1">]>'],
    ['malformed', '<?xml version="1.0" standalone="yes"?><!DOCTYPE a SYSTEM "a.dtd">'],
    ['malformed', '<!DOCTYPE html>'],
    ['malformed', '<!DOCTYPE a [<!ENTITY y "x">]>'],
    ['malformed', ''],
  ])('makes an entity that it does not declare a fault (XML 1.0 §4.1): %s %s', (kind, prolog) => {
    expect(parseXml(`${prolog}<a b="1">&x;&x;</a>`).kind).toBe(kind);
    expect(parseXml(`${prolog}<a b="&x;"/>`).kind).toBe(kind);
  });
});

const times = (count: number, write: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => write(i)).join('');
const attributes = (count: number) => times(count, (i) => ` a${i}="="`);
const namespaces = (count: number, name = 'p') => times(count, (i) => ` xmlns:${name}${i}='u'`);

describe('limits', () => {
  const NODES = 'elements and attributes';

  it.each<[string, (most: number) => string, number, string]>([
    ['nodes', (most) => `<a>${'<b/>'.repeat(most - 1)}</a>`, limits.nodes, NODES],
    ['comments', (most) => `<a>${'<!--<b>-->'.repeat(most - 1)}</a>`, limits.nodes, NODES],
    ['instructions', (most) => `<a>${'<?b?>'.repeat(most - 1)}</a>`, limits.nodes, NODES],
    ['sections', (most) => `<a>${'<![CDATA[<b>]]>'.repeat(most - 1)}</a>`, limits.nodes, NODES],
    ['attributes of one element', (most) => `<a${attributes(most)}/>`, limits.attributes, 'attributes'],
    ['namespaces', (most) => `<a${namespaces(most)}/>`, limits.namespaces, 'namespaces are declared'],
    [
      'namespaces that add up',
      (most) => `<a${namespaces(100)}><b${namespaces(most - 100, 'q')}/></a>`,
      limits.namespaces,
      'namespaces are declared',
    ],
    ['depth', (most) => '<a>'.repeat(most) + '</a>'.repeat(most), limits.depth, 'deep'],
    ['characters', (most) => `<a>${'x'.repeat(most - 7)}</a>`, limits.characters, 'characters'],
  ])('takes as many %s as are read, and not one more', (_, write, most, what) => {
    expect(parseXml(write(most)).kind).toBe('document');
    const message = expect.stringContaining(what);
    expect(parseXml(write(most + 1))).toMatchObject({ kind: 'beyond-limits', message });
  });

  it('says where the element begins that is too much', () => {
    const message = 'an element has more than 1000 attributes';
    const text = `<!-- ${'= '.repeat(2000)} --><a>\n<b ${attributes(1001)}/></a>`;
    expect(parseXml(text)).toEqual({ kind: 'beyond-limits', line: 2, column: 1, message });
  });

  it('counts the attributes of all elements together', () => {
    const one = `<b${attributes(9)}/>`;
    expect(parseXml(`<a>${one.repeat((limits.nodes - 10) / 10)}</a>`).kind).toBe('document');
    expect(parseXml(`<a>${one.repeat(limits.nodes / 10)}</a>`).kind).toBe('beyond-limits');
  });

  it('lets namespaces go with the element that declared them', () => {
    const one = `<b${namespaces(200)}><c${namespaces(50, 'q')}/></b>`;
    expect(parseXml(`<a>${one.repeat(50)}</a>`).kind).toBe('document');
  });

  const many = 300_000;
  it.each([
    ['many nested elements', () => '<a>'.repeat(many)],
    ['many attributes', () => `<a ${times(many, (i) => `b${i}="1" `)}/>`],
    ['many attributes that are the same', () => `<a ${"b='1' ".repeat(many)}/>`],
    ['many namespaces', () => `<a ${times(many, (i) => `xmlns:p${i}="u" `)}/>`],
    ['an attribute of many letters', () => `<a b="${'x'.repeat(many)}"/>`],
    ['many less-than signs', () => '<'.repeat(many)],
    ['many quotes in a tag', () => `<a ${'"'.repeat(many)}/>`],
    ['many references', () => `<a>${'&lt;'.repeat(many)}</a>`],
    ['many comments in front', () => `${'<!---->'.repeat(many / 3)}<a/>`],
    ['many ampersands', () => `<a>${'&'.repeat(many)}</a>`],
    ['many ampersands in a value', () => `<a b="${'&'.repeat(many)};"/>`],
    ['many less-than signs in a value without an end', () => `<a b="${'<'.repeat(many)}`],
    ['ampersands in an end tag', () => `<x><a></a ${'&'.repeat(many)}></x>`],
    ['many ends of CDATA sections', () => `<a>${']]>'.repeat(many)}</a>`],
    ['many beginnings of comments', () => `<a>${'<!--'.repeat(many)}</a>`],
    ['many beginnings of CDATA sections', () => `<a>${'<![CDATA['.repeat(many / 3)}</a>`],
    ['many undefined entities', () => `<!DOCTYPE a><a>${'&nbsp;'.repeat(many)}</a>`],
    [
      'a document type declaration of many entities',
      () => `<!DOCTYPE a [${'<!ENTITY a "">'.repeat(many / 3)}]><a>&b;</a>`,
    ],
    ['many control characters', () => `<a>${'\u0001'.repeat(many)}</a>`],
    ['many elements in a row', () => `<a>${'<b/>'.repeat(many / 3)}</a>`],
  ])('ends and never throws: %s', { timeout: 10_000 }, (_, make) => {
    expect(['document', 'malformed', 'beyond-limits']).toContain(parseXml(make()).kind);
  });
});
