import { describe, expect, it } from 'vitest';
import { bare, judge, onCorrectReplies } from '../testing.ts';

describe('xml/well-formed', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('xml/well-formed')).toEqual({ asked: 16, wrong: [] });
  });

  it('is broken by a document cut off', () => {
    expect(bare(judge({ body: '<a>\n<b>' }))).toEqual([
      {
        rule: 'xml/well-formed',
        level: 'must',
        path: 'line 2, column 4',
        expected: 'well-formed XML',
        actual: expect.stringContaining('Premature end'),
      },
    ]);
  });

  it('is broken by text behind the root', () => {
    expect(bare(judge({ body: '<a/>x' }))).toEqual([
      {
        rule: 'xml/well-formed',
        level: 'must',
        path: 'line 1, column 5',
        expected: 'well-formed XML',
        actual: 'Extra content at the end of the document',
      },
    ]);
  });

  it('is broken by a second root', () => {
    expect(bare(judge({ body: '<a/><b/>' }))).toEqual([
      {
        rule: 'xml/well-formed',
        level: 'must',
        path: 'line 1, column 5',
        expected: 'well-formed XML',
        actual: 'Extra content at the end of the document',
      },
    ]);
  });

  it('is broken by white space before the XML declaration', () => {
    expect(bare(judge({ edits: [[/^/g, '\n']] }))).toEqual([
      {
        rule: 'xml/well-formed',
        level: 'must',
        path: expect.stringMatching(/^line 2/),
        expected: 'well-formed XML',
        actual: expect.stringContaining('XML declaration allowed only at the start'),
      },
    ]);
  });

  it('is broken by a prefix that is not declared', () => {
    expect(bare(judge({ body: '<p:a/>' }))).toEqual([
      {
        rule: 'xml/well-formed',
        level: 'must',
        path: expect.stringMatching(/^line 1/),
        expected: 'well-formed XML',
        actual: expect.stringContaining('Namespace prefix p'),
      },
    ]);
  });

  it('is broken by a bare ampersand', () => {
    expect(bare(judge({ edits: [['&amp;', '&']] }))).toEqual([
      {
        rule: 'xml/well-formed',
        level: 'must',
        path: expect.stringMatching(/^line 1, column \d+$/),
        expected: 'well-formed XML',
        actual: 'xmlParseEntityRef: no name',
      },
    ]);
  });

  it('is broken by an entity that XML does not define', () => {
    expect(bare(judge({ edits: [['Done', '&nbsp;']] }))).toEqual([
      {
        rule: 'xml/well-formed',
        level: 'must',
        path: expect.stringMatching(/^line 1, column \d+$/),
        expected: 'well-formed XML',
        actual: "Entity 'nbsp' not defined",
      },
    ]);
  });

  it('is broken by a reference to a control character', () => {
    expect(bare(judge({ edits: [['Done', '&#x1;']] }))).toEqual([
      {
        rule: 'xml/well-formed',
        level: 'must',
        path: expect.stringMatching(/^line 1, column \d+$/),
        expected: 'well-formed XML',
        actual: 'xmlParseCharRef: invalid xmlChar value 1',
      },
    ]);
  });

  it('is broken by NUL', () => {
    expect(bare(judge({ body: '<a>\n\0</a>' }))).toEqual([
      {
        rule: 'xml/well-formed',
        level: 'must',
        path: 'line 2, column 1',
        expected: 'well-formed XML',
        actual: 'character U+0000 is not allowed in XML',
      },
    ]);
  });

  it.each(['1 2', 'P-1', ''])('says nothing of what xml:id asks beyond XML 1.0: xml:id="%s"', (id) => {
    const added = ` xml:id="${id}"`;
    expect(judge({ edits: [[/<(PacketID|PacketStatus)>/g, `<$1${added}>`]] })).toEqual([]);
  });

  it('is broken by an empty body', () => {
    expect(bare(judge({ body: '' }))).toEqual([
      {
        rule: 'xml/well-formed',
        level: 'must',
        path: 'line 1',
        expected: 'well-formed XML',
        actual: 'the document is empty',
      },
    ]);
  });

  it('is broken by a body that is no XML', () => {
    expect(bare(judge({ body: '{"PacketID":"1"}' }))).toEqual([
      {
        rule: 'xml/well-formed',
        level: 'must',
        path: expect.stringMatching(/^line 1/),
        expected: 'well-formed XML',
        actual: expect.stringContaining('Start tag expected'),
      },
    ]);
  });
});
