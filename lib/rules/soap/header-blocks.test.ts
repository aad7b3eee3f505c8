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

describe.each([
  ['soap11', 'actor', 'role'],
  ['soap12', 'role', 'actor'],
] as const)('soap/header-blocks over %s', (binding, whose, ofOtherVersion) => {
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
    [
      'a block that somebody else must understand',
      block(` soap:mustUnderstand="1" soap:${whose}="urn:proxy"`),
    ],
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
    '="1"',
    '=" true "',
    `="1" soap:${whose}=""`,
    `="1" soap:${whose}="http://schemas.xmlsoap.org/soap/actor/next"`,
    `="1" soap:${whose}="http://www.w3.org/2003/05/soap-envelope/role/next"`,
    `="1" soap:${whose}="http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver"`,
    `="1" soap:${ofOtherVersion}="urn:proxy"`,
  ])('is broken by a block that a client must understand: soap:mustUnderstand%s', (attributes) => {
    expect(found(binding, block(` soap:mustUnderstand${attributes}`))).toEqual([mandatory]);
  });
});
