import { describe, expect, it } from 'vitest';
import type { BindingId } from '../../model/contract.ts';
import { bare, judge, onCorrectReplies } from '../testing.ts';

/** Findings on a correct reply with a Header of this content. */
const found = (binding: BindingId, content: string) =>
  bare(judge({ binding, edits: [['<soap:Body', `<soap:Header>${content}</soap:Header><soap:Body`]] }));

function wrong(path: string, expected: string, actual: string) {
  return { rule: 'soap/header-blocks', level: 'must', path, expected, actual };
}

const block = (attributes: string) => `<t:Trace xmlns:t="urn:t"${attributes}>1</t:Trace>`;
const mandatory = wrong(
  '/Envelope/Header/Trace',
  'no block that must be understood',
  '{urn:t}Trace with mustUnderstand',
);

describe.each(['soap11', 'soap12'] as const)('soap/header-blocks over %s', (binding) => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('soap/header-blocks')).toEqual({ asked: 8, wrong: [] });
  });

  it.each([
    ['nothing', ''],
    ['white space and a comment', ' \r\n\t<!-- x -->'],
    ['a block', block('')],
    ['a block that need not be understood', block(' soap:mustUnderstand="0"')],
    ['a block that need not be understood, in words', block(' soap:mustUnderstand="false"')],
    ['a block with an attribute of that name', block(' mustUnderstand="1" t:mustUnderstand="1"')],
    ['a block that another actor must understand', block(' soap:mustUnderstand="1" soap:actor="urn:proxy"')],
    ['a block that another role must understand', block(' soap:mustUnderstand="1" soap:role="urn:proxy"')],
  ])('keeps silent on %s', (_, content) => {
    expect(found(binding, content)).toEqual([]);
  });

  it('is broken by text, also by a no-break space', () => {
    const text = (actual: string) => wrong('/Envelope/Header', 'no text but white space', actual);
    expect(found(binding, ` a ${block('')}b\n`)).toEqual([text('"a b"')]);
    expect(found(binding, '&#160;')).toEqual([text(String.raw`"\u{A0}"`)]);
  });

  it('is broken by each block in no namespace, mandatory or not', () => {
    const expected = 'an element in a namespace';
    expect(found(binding, '<a/><b soap:mustUnderstand="1" xmlns=""/>')).toEqual([
      wrong('/Envelope/Header/a', expected, 'a'),
      wrong('/Envelope/Header/b', expected, 'b'),
    ]);
  });

  it.each([
    ' soap:mustUnderstand="1"',
    ' soap:mustUnderstand=" true "',
    ' soap:mustUnderstand="1" soap:actor=""',
    ' soap:mustUnderstand="1" soap:actor="http://schemas.xmlsoap.org/soap/actor/next"',
    ' soap:mustUnderstand="1" soap:role="http://www.w3.org/2003/05/soap-envelope/role/next"',
    ' soap:mustUnderstand="1" soap:role="http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver"',
  ])('is broken by a block that a client must understand: %s', (attributes) => {
    expect(found(binding, block(attributes))).toEqual([mandatory]);
  });
});
