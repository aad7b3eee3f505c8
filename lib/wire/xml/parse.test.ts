import { describe, expect, it } from 'vitest';
import type { XmlElement, XmlNode } from '../../model/judging/document.ts';
import { readXml } from './independent-reader.ts';
import { bounds, parseXml } from './parse.ts';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const XSD = 'http://www.w3.org/2001/XMLSchema';
const XML = 'http://www.w3.org/XML/1998/namespace';
const XMLNS = 'http://www.w3.org/2000/xmlns/';

function rootOf(text: string): XmlElement {
  const reading = parseXml(text);
  if (reading.kind !== 'document') throw new Error(JSON.stringify(reading));
  return reading.root;
}

/** The element with texts that follow each other as one. */
function joined(element: XmlElement | null): XmlElement | null {
  const children: XmlNode[] = [];
  for (const child of element?.children ?? []) {
    const last = children.at(-1);
    const isText = typeof child === 'string' && typeof last === 'string';
    if (isText) children.splice(-1, 1, last + child);
    else if (child !== '') children.push(child);
  }
  return element && { ...element, children };
}

describe.each([
  ['the reader of the judge', rootOf],
  ['the reader of the reference', (text: string) => joined(readXml(text))],
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
    const [b, c, d] = [
      { uri: 'w', local: 'b', prefix: 'p' },
      { uri: '', local: 'c' },
      { uri: 'v', local: 'd' },
    ];
    const root = { uri: 'u', local: 'a', prefix: '', children: [b, c, d] };
    expect(read('<a xmlns="u" xmlns:p="v"><p:b xmlns:p="w"/><c xmlns=""/><p:d/></a>')).toMatchObject(root);
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
    ['<?xml version="1.0" encoding="iso-8859-9"?>\n<a> 0090 ş</a>\n<!-- end -->', [' 0090 ş']],
    ['<a> <b/>\n</a>', [' ', { local: 'b' }, '\n']],
    ['<a><![CDATA[<!DOCTYPE a>]]><!-- <!DOCTYPE a> --></a>', ['<!DOCTYPE a>']],
    ['<toString><hasOwnProperty/></toString>', [{ local: 'hasOwnProperty' }]],
  ])('makes one text of text, references and CDATA: %j', (text, children) => {
    expect(read(text)).toMatchObject({ children });
  });
});

it('the names in attributes that hold QNames are resolved, and no others', () => {
  const read = parseXml('<a xmlns="urn:d" xmlns:p="urn:p" type="p:t" base="t" name="p:t" p:type="p:t" />', [
    'type',
    'base',
  ]);
  expect(read.kind === 'document' && read.root.attributes).toEqual([
    { uri: '', local: 'type', value: '{urn:p}t' },
    { uri: '', local: 'base', value: '{urn:d}t' },
    { uri: '', local: 'name', value: 'p:t' },
    { uri: 'urn:p', local: 'type', value: 'p:t' },
  ]);
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

/** Documents with a mark where the fault is noticed, and the message. */
const faults: readonly (readonly [marked: string, message: string])[] = [
  ['|Missing parameter: PacketId.', 'text data outside of root node'],
  ['<a/>\n|x', 'text data outside of root node'],
  ['<!-- x --|>', 'document must contain a root element'],
  ['<a><b>\n</b>|x', 'unclosed tag: a'],
  ['<a><b>|</a>', 'unexpected close tag </a>'],
  ['<!DOCTYPE a\n[\n]>\n<a><b>|</A >', 'unexpected close tag </A >'],
  ['<a>1 <| 2</a>', 'disallowed character in tag name: U+0020'],
  ['<a b|\u{10FFFF}="1"/>', 'disallowed character in attribute name: U+10FFFF'],
  ['<a b="|<"/>', 'disallowed character: U+003C'],
  ['<a>\nx|\0</a>', 'disallowed character: U+0000'],
  ['<a b="1" b="2"/|>', 'duplicate attribute: b'],
  ['<p:1 xmlns:p="u"/|>', 'malformed name: p:1'],
  ['<a xmlns:p="u" p:-b="1"/|>', 'malformed name: p:-b'],
  ['<a xmlns:·p="u"/|>', 'malformed name: xmlns:·p'],
  ['<a>&amp;|& b</a>', '& is not a reference that XML defines'],
  ['<a>|& b &amp; c</a>', '& is not a reference that XML defines'],
  ['<a>|&#xD</a>', '&#xD is not a reference that XML defines'],
  ['<a>|& ]]></a>', '& is not a reference that XML defines'],
  ['<a b="&amp;|&"/>', '& is not a reference that XML defines'],
  ['<a>x |&nbsp;</a>', '&nbsp; is not a reference that XML defines'],
  ['<a b="|&nbsp;"/>', '&nbsp; is not a reference that XML defines'],
  ['<a>&#65;&#0|;</a>', 'malformed character entity &#0;'],
  ['<a>]]|> &</a>', 'the string `]]>` is disallowed in char data'],
  ['<a><!-- & </a|>', 'unclosed tag: a'],
  ['<a><![CDATA[ & </a|>', 'unclosed tag: a'],
  ['<a><?b & </a|>', 'unclosed tag: a'],
  ['<a>b &am|p', 'unclosed tag: a'],
  ['<a><?b?c?|></a>', 'disallowed character in processing instruction name: U+003E'],
  ['\n<?xml| version="1.0"?><a/>', 'an XML declaration must be at the start of the document'],
  ['<?xml version="1.1"?|><a/>', 'the XML declaration names version 1.1 instead of 1.0'],
  ['|\uFEFF\uFEFF<a/>', 'a second byte order mark precedes the document'],
];

/** Further documents that are not well-formed, separated by `¦`. */
const malformed: readonly string[] = [
  '<!-- x -->\nx<a/>¦<a/>&#32;¦<a/><![CDATA[ ]]>¦<a/><b/>¦<a/></b>¦<a></>¦<a></a b="1">¦<a><b c="1',
  '<a></a¦<¦<a><1/></a>¦<a,/>¦<a b="1" <c/></a>¦<a /b>¦<a b>¦<a b c="1"/>¦<a b=1/>¦<a b="1"c="2"/>',
  '<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/>¦<a><p:b/></a>¦<a p:b="1"/>¦<a xmlns:p=""/>',
  `<a xmlns:xml="u"/>¦<a xmlns:p="${XML}"/>¦<a xmlns="${XML}"/>¦<a xmlns:xmlns="${XMLNS}"/>¦<xmlns:a/>`,
  '<:a/>¦<a:/>¦<a xmlns:p="u" p:b:c="1"/>¦<a>&#xg;</a>¦<a>&;</a>¦<a>&amp</a>¦<a>&#x;</a>',
  '<a>&#xFFFE;&</a>¦<a>&#xD800;</a>¦<a>&#x110000;</a>¦<a>]] > ]]></a>¦<a><!-- -- --></a>',
  '<a><!-- ---></a>¦<a><? b?></a>¦<a><??></a>¦<a><?b:c?></a>¦<?XML version="1.0"?><a/>',
  '<a><?xml version="1.0"?></a>¦<a><!ENTITY b "c"></a>¦<!doctype a><a/>¦<a><!DOCTYPE a></a>',
  '<!DOCTYPE a [ not even well-formed¦<a>\u001f&</a>¦<a><!-- \uFFFE --></a>¦<a\u0001/>',
  '<![CDATA[ ]]><a/>¦<a/>x<!-- -->¦<a><![FOO[x]]></a>¦<a<!-- -->b/>¦<a<?p?>b/>',
].flatMap((line) => line.split('¦'));

/** What is no XML declaration, between `<?xml` and `?>`. */
const declarations = [
  '¦ encoding="utf-8"¦ version="1.0"encoding="utf-8"¦ version="1.0" encoding="-"',
  ' version="1.0" a="b"¦ version=1.0¦ version¦ version="1"¦ version="1.0',
  ' version="1.0" standalone="1"¦ version="1.0" ?',
].flatMap((line) => line.split('¦'));

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
  });

  it.each([...malformed, ...declarations.map((declaration) => `<?xml${declaration}?><a/>`)])(
    'takes no %j',
    (text) => {
      expect(parseXml(text).kind).toBe('malformed');
    },
  );

  it.each([
    '<!DOCTYPE a><a/>',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>',
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
    // A name that JavaScript gives a meaning is refused by the parser of the reference.
    expect(readXml(text) === null).toBe(text.includes('__proto__'));
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

  const others = [
    '<a/>',
    '<!-- <!DOCTYPE a> --><a/>',
    '<?pi <!DOCTYPE a>?><a/>',
    '<a><![CDATA[<!DOCTYPE a>]]></a>',
  ];
  it.each(others)('is not in %s', (text) => {
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
  const addedUp = (most: number) => `<a${namespaces(100)}><b${namespaces(most - 100, 'q')}/></a>`;

  it.each<[string, (most: number) => string, number, string]>([
    ['nodes', (most) => `<a>${'<b/>'.repeat(most - 1)}</a>`, bounds.nodes, NODES],
    ['comments', (most) => `<a>${'<!--<b>-->'.repeat(most - 1)}</a>`, bounds.nodes, NODES],
    ['comments in front', (most) => `${'<!---->'.repeat(most - 1)}<a/>`, bounds.nodes, NODES],
    ['instructions', (most) => `<a>${'<?b?>'.repeat(most - 1)}</a>`, bounds.nodes, NODES],
    ['sections', (most) => `<a>${'<![CDATA[<b>]]>'.repeat(most - 1)}</a>`, bounds.nodes, NODES],
    ['attributes of one element', (most) => `<a${attributes(most)}/>`, bounds.attributes, 'attributes'],
    ['namespaces', (most) => `<a${namespaces(most)}/>`, bounds.namespaces, 'namespaces are declared'],
    ['namespaces that add up', addedUp, bounds.namespaces, 'namespaces are declared'],
    ['depth', (most) => '<a>'.repeat(most) + '</a>'.repeat(most), bounds.depth, 'deep'],
    ['characters', (most) => `<a>${'x'.repeat(most - 7)}</a>`, bounds.characters, 'characters'],
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
    const element = `<b${attributes(9)}/>`;
    expect(parseXml(`<a>${element.repeat((bounds.nodes - 10) / 10)}</a>`).kind).toBe('document');
    expect(parseXml(`<a>${element.repeat(bounds.nodes / 10)}</a>`).kind).toBe('beyond-limits');
  });

  it('lets namespaces go with the element that declared them', () => {
    const element = `<b${namespaces(200)}><c${namespaces(50, 'q')}/></b>`;
    expect(parseXml(`<a>${element.repeat(50)}</a>`).kind).toBe('document');
  });

  // Floods of faults: suites/self/peers/documents.ts.
  const many = 300_000;
  it.each([
    ['many attributes that are the same', () => `<a ${"b='1' ".repeat(many)}/>`],
    ['an attribute of many letters', () => `<a b="${'x'.repeat(many)}"/>`],
    ['many quotes in a tag', () => `<a ${'"'.repeat(many)}/>`],
    ['many references', () => `<a>${'&lt;'.repeat(many)}</a>`],
    ['many undefined entities', () => `<!DOCTYPE a><a>${'&nbsp;'.repeat(many)}</a>`],
    ['many declarations', () => `<!DOCTYPE a [${'<!ENTITY a "">'.repeat(many / 3)}]><a>&b;</a>`],
  ])('ends and never throws: %s', { timeout: 10_000 }, (_, make) => {
    expect(['document', 'malformed', 'beyond-limits']).toContain(parseXml(make()).kind);
  });
});
