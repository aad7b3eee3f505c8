import { describe, expect, it } from 'vitest';
import type { XmlElement } from '../model/judging/xml.ts';
import { readXml } from './independent-reader.ts';

function root(text: string): XmlElement {
  const result = readXml(text);
  if (result === null) throw new Error(`refused: ${text}`);
  return result;
}

describe('readXml resolves', () => {
  it('namespaces by URI: default, prefixed, redeclared, undeclared again', () => {
    const tree = root('<a xmlns="u" xmlns:p="v"><p:b xmlns:p="w"/><c xmlns=""/><p:d/></a>');
    expect([tree.uri, tree.local, tree.prefix]).toEqual(['u', 'a', '']);
    expect(tree.children).toMatchObject([
      { uri: 'w', local: 'b', prefix: 'p' },
      { uri: '', local: 'c' },
      { uri: 'v', local: 'd' },
    ]);
  });

  it('attributes, of which an unprefixed one has no namespace', () => {
    expect(
      root('<a xmlns="u" xmlns:p="v" x="1" p:x="&lt;&#65;\n" toString="2" xml:lang="en"/>').attributes,
    ).toEqual([
      { uri: '', local: 'x', value: '1' },
      { uri: 'v', local: 'x', value: '<A ' },
      { uri: '', local: 'toString', value: '2' },
      { uri: 'http://www.w3.org/XML/1998/namespace', local: 'lang', value: 'en' },
    ]);
  });

  it.each([
    ['references', '<a>&lt;&amp;&gt;&quot;&apos;&#x20AC;&#8364;&#128512;</a>', '<&>"\'€€😀'],
    ['CDATA without resolving in it', '<a>x<![CDATA[&amp;<b>]]>y</a>', 'x&amp;<b>y'],
    ['text split by comments and instructions', "<a>x<!-- &c --><!---->y<?p it's ?>z</a>", 'xyz'],
    ['line ends, but not a referenced CR', '<a>1\r\n2\r3\n4&#xD;\n</a>', '1\n2\n3\n4\r\n'],
    ['number-like and blank text as it is', '<a> 00905 </a>', ' 00905 '],
    ['white space only', '<a>  </a>', '  '],
    ['DOCTYPE as text', '<a><![CDATA[<!DOCTYPE a>]]><!-- <!DOCTYPE a> --></a>', '<!DOCTYPE a>'],
    [
      'a byte order mark and declaration',
      '\uFEFF<?xml version="1.0" encoding="utf-8"?>\n<a>x</a>\n<!-- end -->',
      'x',
    ],
    ['brackets split by a comment', '<a>]]<!-- -->&gt;</a>', ']]>'],
  ])('%s', (_, text, expected) => {
    expect(root(text).children).toEqual([expected]);
  });

  it('elements named like object members', () => {
    expect(root('<toString><hasOwnProperty/></toString>')).toMatchObject({
      local: 'toString',
      children: [{ local: 'hasOwnProperty' }],
    });
  });
});

describe('readXml refuses', () => {
  it.each([
    '',
    'x',
    '<a>',
    '<a></b>',
    '<a/><b/>',
    '<a/>x',
    '<a></a>x',
    'x<a/>',
    '<!-- -->x<a/>',
    '<!-- -->',
    '<a/>x<!-- -->',
    '<![CDATA[ ]]><a/>',
    '<a/><![CDATA[x]]>',
    '<!DOCTYPE a><a/>',
    '<?xml version="1.0"?><!doctype a [<!ENTITY e "x">]><a>&e;</a>',
    '<a><!DOCTYPE a></a>',
    '<a><!b></a>',
    '<a><![FOO[x]]></a>',
    '<a><!-- x</a>',
    '<a><!-- -- --></a>',
    '<a><![CDATA[x</a>',
    '<a><?p x</a>',
    ' <?xml version="1.0"?><a/>',
    '<?xml encoding="utf-8"?><a/>',
    '<a>&nbsp;</a>',
    '<a>&amp</a>',
    '<a> & </a>',
    '<a>&#0;</a>',
    '<a>&#xD800;</a>',
    '<a>&#x110000;</a>',
    '<a>&#x;</a>',
    '<a>\u0001</a>',
    '<a>\uFFFE</a>',
    '<a>\uD800</a>',
    '<a>]]></a>',
    '<a b="<"/>',
    '<a b="&"/>',
    '<a b="1" b="2"/>',
    '<a b=1/>',
    '<a b/>',
    '<a xmlns:p="u" xmlns:q="u" p:x="1" q:x="2"/>',
    '<p:a/>',
    '<a p:x="1"/>',
    '<p:a xmlns:p=""/>',
    '<a xmlns:xml="u"/>',
    '<a xmlns:p="u"><p:b:c/></a>',
    '<:a/>',
    '<a<!-- -->b/>',
    '<a<?p?>b/>',
    '<__proto__/>',
  ])('%s', (text) => {
    expect(readXml(text)).toBeNull();
  });

  it('nesting beyond its limit without breaking', () => {
    expect(readXml(`${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`)).toBeNull();
  });
});
