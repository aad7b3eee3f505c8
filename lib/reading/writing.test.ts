import { describe, expect, it } from 'vitest';
import { parseXml } from '../wire/xml/parse.ts';
import { allElements, bodyOrRoot, hasTextBeside, namesText, writingOf } from './writing.ts';

function rootOf(text: string) {
  const xml = parseXml(text);
  if (xml.kind !== 'document') throw new Error(xml.kind);
  return xml.root;
}

const writing = (text: string) => writingOf(text, rootOf(text));

const PLAIN = {
  'XML declaration': 'none',
  prefixes: 'none',
  'namespace declarations': 'none',
  'white space between elements': 'none',
  'processing instructions': 'none',
  'order of fields': 'none',
  attributes: 'none',
  'elements outside the Body': 'none',
  'text outside the Body': 'none',
  'empty elements': 'none',
};

describe('how a document is written', () => {
  it('is its declaration alone where it is no XML', () => {
    expect(writingOf('no XML', undefined)).toEqual({ 'XML declaration': 'none' });
    expect(writingOf('\n <?xml version="1.0"?><a', undefined)).toEqual({
      'XML declaration': '<?xml version="1.0"?>',
    });
    expect(writingOf('said <?xml version="1.0"?>', undefined)).toEqual({ 'XML declaration': 'none' });
  });

  it('has nothing to tell of the plainest document', () => {
    expect(writing('<a>text</a>')).toEqual(PLAIN);
  });

  it('is in declarations, prefixes, instructions and attributes', () => {
    const text =
      '<?xml version="1.0" encoding="utf-8"?><?xml-stylesheet href="a"?><s:a xmlns:s="urn:s" xmlns="urn:d" b="1"><c xmlns:a-b.c = "urn:e">1</c></s:a>';
    expect(writing(text)).toEqual({
      ...PLAIN,
      'XML declaration': '<?xml version="1.0" encoding="utf-8"?>',
      prefixes: 's, none',
      'namespace declarations': 's, default, a-b.c',
      'processing instructions': 'xml-stylesheet',
      attributes: 'b of a',
    });
  });

  it('is in the white space between elements, not in a field that has nothing else', () => {
    const between = (text: string) => writing(text)['white space between elements'];
    expect(between('<?xml version="1.0"?>\n<a>\r\n  <b>1</b></a>')).toBe('"\\r\\n  "');
    expect(between('<?xml version="1.0"?>\n<a><b>  </b ></a>')).toBe('none');
    expect(between('<a><b c="1">\t</b><b>  </b></a>')).toBe('none');
    expect(between('<a>1 <b>2</b></a>')).toBe('none');
  });

  it('is in the order of fields, each name once', () => {
    expect(writing('<a><c>1</c><b>2</b><c>3</c></a>')['order of fields']).toBe('c b');
    expect(writing('<a><b><d>1</d><e>1</e></b><c>2</c></a>')['order of fields']).toBe('b c; d e');
    expect(writing('<a><b><c>1</c></b></a>')['order of fields']).toBe('none');
  });

  it('is in empty elements of each form', () => {
    expect(writing('<a><b/></a>')['empty elements']).toBe('<a/>');
    expect(writing('<a><b /></a>')['empty elements']).toBe('<a />');
    expect(writing('<a><b></b></a>')['empty elements']).toBe('<a></a>');
    expect(writing('<a><b/><s:c xmlns:s="urn:s"></s:c><d /></a>')['empty elements']).toBe(
      '<a/> and <a /> and <a></a>',
    );
    expect(writing('<a><b></b >1</a>')['empty elements']).toBe('none');
  });

  it('is in what an envelope has outside of its Body', () => {
    const text = '<E><Header>a<b>1</b></Header><Body>c<d>1</d></Body><x xmlns="urn:x"/></E>';
    expect(writing(text)).toMatchObject({
      'elements outside the Body': 'E, Header, b, {urn:x}x',
      'text outside the Body': 'Header',
    });
  });
});

it('a Body is found in any namespace, and is the root where there is none', () => {
  expect(bodyOrRoot(rootOf('<e><s:Body xmlns:s="urn:s"/></e>')).local).toBe('Body');
  expect(bodyOrRoot(rootOf('<e><body/></e>')).local).toBe('e');
  expect(allElements(rootOf('<a><b><c/></b><d/></a>')).map(({ local }) => local)).toEqual([
    'a',
    'b',
    'c',
    'd',
  ]);
});

it('a text beside elements is no white space', () => {
  const isBeside = (text: string) => hasTextBeside(rootOf(text));
  expect(['<a>1<b/></a>', '<a>\n<b/></a>', '<a>1</a>'].map(isBeside)).toEqual([true, false, false]);
});

it('names are listed once each', () => {
  expect([namesText(['a', 'b', 'a']), namesText(['a', 'b'], '; '), namesText([])]).toEqual([
    'a, b',
    'a; b',
    'none',
  ]);
});
