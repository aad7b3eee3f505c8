import { expect, it } from 'vitest';
import { indentXml } from './indent.ts';

it('a document for people has a line for every element, and text where it was', () => {
  const lines = `<?xml version="1.0"?>
<s:Envelope xmlns:s="urn:s">
  <s:Body>
    <a b="1 > 0" c='"'>
      <d>text &amp; more</d>
      <e/>
      <f></f>
      <!-- <g> -->
    </a>
  </s:Body>
</s:Envelope>`;
  expect(indentXml(lines.replace(/\n */g, ''))).toBe(lines);
  expect(indentXml(lines.replace(/\n */g, '\r\n\t'))).toBe(lines);
  expect(indentXml(lines)).toBe(lines);
});

it.each(['  ', 'two\nlines', ' <![CDATA[<x> ]]> ', 'a <b>c</b> d'])(
  'an element keeps what it holds: %j',
  (held) => {
    expect(indentXml(`<m>\n<t>${held}</t></m>`)).toBe(`<m>\n  <t>${held}</t>\n</m>`);
  },
);
