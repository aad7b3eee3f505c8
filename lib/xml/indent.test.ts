import { describe, expect, it } from 'vitest';
import { indentXml } from './indent.ts';

describe('a document for people', () => {
  it('has a line for every element, and text where it was', () => {
    const document =
      '<?xml version="1.0"?><s:Envelope xmlns:s="urn:s"><s:Body><a b="1 > 0" c=\'"\'><d>text &amp; more</d><e/><f></f><!-- <g> --></a></s:Body></s:Envelope>';
    expect(indentXml(document).split('\n')).toEqual([
      '<?xml version="1.0"?>',
      '<s:Envelope xmlns:s="urn:s">',
      '  <s:Body>',
      '    <a b="1 > 0" c=\'"\'>',
      '      <d>text &amp; more</d>',
      '      <e/>',
      '      <f></f>',
      '      <!-- <g> -->',
      '    </a>',
      '  </s:Body>',
      '</s:Envelope>',
    ]);
  });

  it('keeps white space, line breaks and CDATA that an element holds', () => {
    for (const held of ['  ', 'two\nlines', ' <![CDATA[<x> ]]> ', 'a <b>c</b> d']) {
      expect(indentXml(`<m>\n<t>${held}</t></m>`)).toBe(`<m>\n  <t>${held}</t>\n</m>`);
    }
  });

  it('comes out the same again', () => {
    const once = indentXml('<a>\r\n\t<b><c>1</c> \n<c/></b></a>');
    expect(once).toBe('<a>\n  <b>\n    <c>1</c>\n    <c/>\n  </b>\n</a>');
    expect(indentXml(once)).toBe(once);
  });
});
