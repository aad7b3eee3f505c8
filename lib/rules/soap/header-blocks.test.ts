import { describe, expect, it } from 'vitest';
import type { BindingId } from '../../model/contract.ts';
import { bare, judge } from '../testing.ts';

/** Findings on a correct reply with a Header of this content. */
const found = (binding: BindingId, content: string) =>
  bare(judge({ binding, edits: [['<soap:Body', `<soap:Header>${content}</soap:Header><soap:Body`]] }));

function wrong(path: string, expected: string, actual: string) {
  return { rule: 'soap/header-blocks', level: 'must', path, expected, actual };
}

const block = (attributes: string) => `<t:Trace xmlns:t="urn:t"${attributes}>1</t:Trace>`;

describe.each(['soap11', 'soap12'] as const)('soap/header-blocks over %s', (binding) => {
  it.each([
    ['nothing', ''],
    ['white space and a comment', ' \r\n\t<!-- x -->'],
    ['a block', block('')],
  ])('keeps silent on %s', (_, content) => {
    expect(found(binding, content)).toEqual([]);
  });

  it('is broken by text, also by a no-break space', () => {
    const text = (actual: string) => wrong('/Envelope/Header', 'only white space between elements', actual);
    expect(found(binding, ` a ${block('')}b\n`)).toEqual([text('"a b"')]);
    expect(found(binding, '&#160;')).toEqual([text(String.raw`"\u{A0}"`)]);
  });

  it('is broken by each block in no namespace', () => {
    const expected = 'an element in a namespace';
    expect(found(binding, '<a/><b xmlns=""/>')).toEqual([
      wrong('/Envelope/Header/a', expected, 'a'),
      wrong('/Envelope/Header/b', expected, 'b'),
    ]);
  });
});
