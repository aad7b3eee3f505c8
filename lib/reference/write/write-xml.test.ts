import { describe, expect, it } from 'vitest';
import { writeXml } from './write-xml.ts';

const declaration = '<?xml version="1.0" encoding="utf-8"?>';

describe('writeXml', () => {
  it('declares a namespace where it is not in scope, and only there', () => {
    const inner = { name: 'c', uri: 'u', children: [{ name: 'd', uri: '', children: [] }] };
    const root = { name: 'a', uri: 'v', prefix: 'p', children: [{ name: 'b', uri: 'u', children: [inner] }] };
    expect(writeXml(root, 'one-line')).toBe(
      `${declaration}<p:a xmlns:p="v"><b xmlns="u"><c><d xmlns="" /></c></b></p:a>`,
    );
  });

  it('escapes text and attributes', () => {
    const root = {
      name: 'a',
      uri: '',
      attributes: [['x', '<"&\t\r\n>']] as const,
      children: ['<&>"\'\r\n\t', '\u0001\uFFFE\uD800😀'],
    };
    expect(writeXml(root, 'one-line')).toBe(
      `${declaration}<a x="&lt;&quot;&amp;&#x9;&#xD;&#xA;&gt;">&lt;&amp;&gt;"'&#xD;\n\t\uFFFD\uFFFD\uFFFD😀</a>`,
    );
  });

  it('indents elements but never text', () => {
    const text = { name: 'b', uri: '', children: ['x'] };
    const mixed = { name: 'c', uri: '', children: ['x', text] };
    expect(writeXml({ name: 'a', uri: '', children: [text, mixed] }, 'indented')).toBe(
      `${declaration}\r\n<a>\r\n  <b>x</b>\r\n  <c>x<b>x</b></c>\r\n</a>`,
    );
  });
});
