import { describe, expect, it } from 'vitest';
import { judge, told } from '../testing.ts';

const expected = 'a document within the limits of the suite';

describe('xml/limits', () => {
  it.each([
    ['<b/>'.repeat(30_000), 'the document has more than 20000 elements and attributes'],
    ['<b>'.repeat(300) + '</b>'.repeat(300), 'elements are nested more than 250 deep'],
  ])('is all that is told of a document that is not read: %#', (content, actual) => {
    for (const level of ['must', 'should', 'gap'] as const) {
      const findings = judge({ body: `<a>${content}</a>` }, level);
      expect(told(findings)).toEqual([
        expect.stringMatching(
          `^xml/limits ${level} line 1, column \\d+: expected ${expected}; actual ${actual}$`,
        ),
      ]);
      expect(findings[0]?.requirements).toEqual([]);
    }
  });

  it('is told, beside xml/no-dtd, of a document over GET that cannot be read without its DTD', () => {
    const edits = [
      ['?><', '?><!DOCTYPE r [<!ENTITY p "P">]><'],
      ['>P-1<', '>&p;-1<'],
    ] as const;
    const findings = judge({ binding: 'http-get', edits });
    expect(findings.map(({ rule, level }) => [rule, level])).toEqual([
      ['xml/limits', 'must'],
      ['xml/no-dtd', 'should'],
    ]);
    expect(judge({ edits }).map(({ rule, level }) => [rule, level])).toEqual([['xml/no-dtd', 'must']]);
  });

  it('says nothing of broken XML', () => {
    expect(judge({ body: '<a>' }).map(({ rule }) => rule)).toEqual(['xml/well-formed']);
  });
});
