import { describe, expect, it } from 'vitest';
import type { XmlElement } from '../model/judging/xml.ts';
import { doctypeOf } from './doctype.ts';
import { escapeAttribute, escapeText, forbiddenCharacter } from './escape.ts';
import { parseXml } from './parse.ts';
import { serializeForSchema } from './serialize.ts';
import { elementsOf, expandedName, isNamed, textOf } from './tree.ts';

const HARD = '<b>1 & 2</b> "x" \'y\' ]]> \r\n\r\t\n İıŞş \u{1F600}\u200D\u00A0 &amp; \uFFFD\u0085\u2028';

function rootOf(text: string): XmlElement {
  const reading = parseXml(text);
  if (reading.kind !== 'document') throw new Error(JSON.stringify(reading));
  return reading.root;
}

describe('doctypeOf', () => {
  it.each([
    '<!DOCTYPE a><a/>',
    '<!doctype a><a/>',
    '<?xml version="1.0"?>\n<!-- x -->\r\n\t<?pi?><!DOCTYPE a SYSTEM "u"><a/>',
    '  <!DOCTYPE a>',
  ])('sees the declaration in %j', (text) => {
    expect(doctypeOf(text)).not.toBeNull();
  });

  it.each([
    '',
    '<a/>',
    '<!-- <!DOCTYPE a> --><a/>',
    '<?pi <!DOCTYPE a>?><a/>',
    '<a><![CDATA[<!DOCTYPE a>]]></a>',
    '<a>&lt;!DOCTYPE a></a>',
    '<a/><!DOCTYPE a>',
    '<!-- no end <!DOCTYPE a>',
    '<!DOCTYP',
  ])('sees none in %j', (text) => {
    expect(doctypeOf(text)).toBeNull();
  });

  it.each([
    '<!DOCTYPE a>',
    '<!DOCTYPE a SYSTEM "b>c">',
    "<!DOCTYPE a [<!ENTITY b ']>'><!-- ]> ' --><?c ]>?>]>",
    '<!DOCTYPE a PUBLIC "b" "c" [ ] >',
  ])('knows the end of %j', (text) => {
    expect(doctypeOf(` ${text}<a>></a>`)).toEqual({ start: 1, end: 1 + text.length });
  });

  it('knows where there is no end', () => {
    expect(doctypeOf('<!DOCTYPE a [ <a/>')).toEqual({ start: 0, end: -1 });
  });
});

describe('escapeText and escapeAttribute', () => {
  it('write what is needed and nothing else', () => {
    expect(escapeText(`a<b>&"'\r\n\t]]>`)).toBe(`a&lt;b&gt;&amp;"'&#xD;\n\t]]&gt;`);
    expect(escapeAttribute(`a<b>&"'\r\n\t`)).toBe(`a&lt;b&gt;&amp;&quot;'&#xD;&#xA;&#x9;`);
    expect(escapeText('İı\u{1F600}')).toBe('İı\u{1F600}');
  });

  it('are read back as what was written', () => {
    expect(rootOf(`<a>${escapeText(HARD)}</a>`).children).toEqual([HARD]);
    expect(rootOf(`<a b="${escapeAttribute(HARD)}"/>`).attributes[0]?.value).toBe(HARD);
  });
});

describe('forbiddenCharacter', () => {
  it.each(['\0', '\b', '\f', '\u001F', '\uFFFE', '\uFFFF', '\uD800', 'a\uDC00'])(
    'finds one in %j',
    (text) => {
      expect(forbiddenCharacter(text)).toBe(text.at(-1));
    },
  );

  it('finds none in hard but sound texts', () => {
    expect(forbiddenCharacter(`${HARD}\u007F\u{10FFFF}`)).toBeUndefined();
  });
});

describe('serializeForSchema', () => {
  it('writes the same names, namespaces and texts, with no prefix', () => {
    const root = rootOf('<p:a xmlns:p="u&amp;v" x="1"><b xmlns="">1<c/>&lt;2</b></p:a>');
    const written = serializeForSchema(root);
    expect(written).toBe('<a xmlns="u&amp;v"><b xmlns="">1<c xmlns=""></c>&lt;2</b></a>');
    expect(rootOf(written)).toMatchObject({
      uri: 'u&v',
      children: [{ uri: '', children: ['1', { local: 'c' }, '<2'] }],
    });
  });

  it('keeps xsi:nil, and an xsi:type of XML Schema itself', () => {
    const xsi = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';
    const xsd = 'xmlns:s="http://www.w3.org/2001/XMLSchema"';
    expect(serializeForSchema(rootOf(`<a ${xsi} ${xsd} i:nil="true" i:type="s:string"/>`))).toBe(
      '<a xmlns="" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"' +
        ' xmlns:xsd="http://www.w3.org/2001/XMLSchema" xsi:type="xsd:string"></a>',
    );
    expect(serializeForSchema(rootOf(`<a ${xsi} i:type="own"/>`))).toBe('<a xmlns=""></a>');
  });
});

describe('the tree', () => {
  const root = rootOf('<a xmlns="u">1<b>2</b>3<c xmlns=""/></a>');

  it('gives child elements and own text', () => {
    expect(elementsOf(root).map((element) => element.local)).toEqual(['b', 'c']);
    expect(textOf(root)).toBe('13');
  });

  it('names elements by namespace and local name', () => {
    expect([root, ...elementsOf(root)].map(expandedName)).toEqual(['{u}a', '{u}b', 'c']);
    expect(isNamed(root, 'u', 'a')).toBe(true);
    expect(isNamed(root, '', 'a')).toBe(false);
    expect(isNamed(root, 'u', 'A')).toBe(false);
  });
});
