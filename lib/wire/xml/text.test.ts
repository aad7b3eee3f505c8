import { describe, expect, it } from 'vitest';
import type { XmlElement } from '../../model/judging/document.ts';
import { forbiddenCharacter } from '../../text/printable.ts';
import { escapeAttribute, escapeText } from './escape.ts';
import { parseXml } from './parse.ts';
import { elementsOf, expandedName, isNamed, textOf } from './tree.ts';

const HARD = '<b>1 & 2</b> "x" \'y\' ]]> \r\n\r\t\n İıŞş \u{1F600}\u200D\u00A0 &amp; \uFFFD\u0085\u2028';

function rootOf(text: string): XmlElement {
  const reading = parseXml(text);
  if (reading.kind !== 'document') throw new Error(JSON.stringify(reading));
  return reading.root;
}

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
  const forbidden = ['\0', '\b', '\f', '\u001F', '\uFFFE', '\uFFFF', '\uD800', 'a\uDC00'];
  it.each(forbidden)('finds one in %j', (text) => {
    expect(forbiddenCharacter(text)).toBe(text.at(-1));
  });

  it('finds none in hard but sound texts', () => {
    expect(forbiddenCharacter(`${HARD}\u007F\u{10FFFF}`)).toBeUndefined();
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
