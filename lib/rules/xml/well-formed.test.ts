import { describe, expect, it } from 'vitest';
import { bare, type Given, judge } from '../testing.ts';

describe('xml/well-formed', () => {
  // Every fault and its place: lib/xml/parse.test.ts.
  it.each<[string, Given, string, string]>([
    [
      'a document cut off',
      { body: '<a>\n<b>' },
      'line 2, column 4',
      'the document ends before the end tag </b>',
    ],
    ['text behind the root', { body: '<a/>x' }, 'line 1, column 5', 'text follows the root element'],
    ['an empty body', { body: '' }, 'line 1', 'the document is empty'],
    [
      'a body that is no XML',
      { body: '{"PacketID":"1"}' },
      'line 1, column 1',
      'text precedes the root element',
    ],
    ['NUL', { body: '<a>\n\0</a>' }, 'line 2, column 1', 'character U+0000 is not allowed in XML'],
    [
      'an undeclared entity behind a document type declaration',
      { body: '<!DOCTYPE html><html>&nbsp;</html>' },
      'line 1, column 22',
      'the entity nbsp is not declared',
    ],
  ])('is broken by %s', (_, given, path, actual) => {
    const rule = { rule: 'xml/well-formed', level: 'must', expected: 'well-formed XML' };
    expect(bare(judge(given))).toEqual([{ ...rule, path, actual }]);
  });

  it.each(['1 2', 'P-1', ''])('says nothing of what xml:id asks beyond XML 1.0: xml:id="%s"', (id) => {
    const added = ` xml:id="${id}"`;
    expect(judge({ edits: [[/<(PacketID|PacketStatus)>/g, `<$1${added}>`]] })).toEqual([]);
  });
});
