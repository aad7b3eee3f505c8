import { describe, expect, it } from 'vitest';
import type { BindingId } from '../../model/contract.ts';
import { bare, judge } from '../testing.ts';

/** Findings on a correct reply with a Header of this content. */
const found = (binding: BindingId, content: string) =>
  bare(judge({ binding, edits: [['<soap:Body', `<soap:Header>${content}</soap:Header><soap:Body`]] }));

const block = (attributes: string) => `<t:Trace xmlns:t="urn:t"${attributes}>1</t:Trace>`;
const mandatory = {
  rule: 'soap/must-understand',
  level: 'should',
  path: '/Envelope/Header/Trace',
  expected: 'no mandatory header block',
  actual: '{urn:t}Trace with mustUnderstand',
  names: { mandatory: 'true' },
};

describe.each([
  ['soap11', 'actor', 'role'],
  ['soap12', 'role', 'actor'],
] as const)('soap/must-understand over %s', (binding, whose, ofOtherVersion) => {
  it.each([
    ['nothing', ''],
    ['white space and a comment', ' \r\n\t<!-- x -->'],
    ['a block', block('')],
    ['a block that need not be understood', block(' soap:mustUnderstand="0"')],
    ['a block that need not be understood, with white space', block(' soap:mustUnderstand=" 0&#xD;"')],
    ['a block with an attribute of that name', block(' mustUnderstand="1" t:mustUnderstand="1"')],
    [
      'a block that somebody else must understand',
      block(` soap:mustUnderstand="1" soap:${whose}="urn:proxy"`),
    ],
  ])('keeps silent on %s', (_, content) => {
    expect(found(binding, content)).toEqual([]);
  });

  it.each([
    '="1"',
    '=" 1 "',
    `="1" soap:${whose}=""`,
    `="1" soap:${whose}="http://schemas.xmlsoap.org/soap/actor/next"`,
    `="1" soap:${whose}="http://www.w3.org/2003/05/soap-envelope/role/next"`,
    `="1" soap:${whose}="http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver"`,
    `="1" soap:${ofOtherVersion}="urn:proxy"`,
  ])('is broken by a block that a client must understand: soap:mustUnderstand%s', (attributes) => {
    expect(found(binding, block(` soap:mustUnderstand${attributes}`))).toEqual([mandatory]);
  });

  it.each(['yes', '', '01', 'TRUE', '2', 'true false'])(
    'is broken by a value that is no boolean: %j',
    (value) => {
      expect(found(binding, block(` soap:mustUnderstand="${value}" soap:${whose}="urn:proxy"`))).toEqual([
        {
          rule: 'soap/must-understand',
          level: 'must',
          path: '/Envelope/Header/Trace/@mustUnderstand',
          expected: binding === 'soap11' ? '0 or 1' : '0 or 1 or false or true',
          actual: JSON.stringify(value),
        },
      ]);
    },
  );

  it.each(['true', 'false'])('takes the word %s for a boolean over SOAP 1.2 alone', (value) => {
    const findings = judge({
      binding,
      edits: [
        ['<soap:Body', `<soap:Header>${block(` soap:mustUnderstand="${value}"`)}</soap:Header><soap:Body`],
      ],
    });
    const level = binding === 'soap11' ? ['must'] : value === 'true' ? ['should'] : [];
    expect(findings.map((finding) => finding.level)).toEqual(level);
    const broken = binding === 'soap11' ? 'must-understand' : 'no-mandatory-block';
    expect(findings.flatMap(({ requirements }) => requirements)).toEqual(
      level.map(() => `bindings.${binding}.response-${broken}`),
    );
  });
});
