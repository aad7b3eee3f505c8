import { describe, expect, it } from 'vitest';
import { found, type Given, judge, silent, tells } from '../../../../suites/support/judged.ts';
import type { BindingId } from '../../../model/contract.ts';

/** A correct reply with a Header of this content. */
const withHeader = (binding: BindingId, content: string): Given => ({
  binding,
  edits: [['<soap:Body', `<soap:Header>${content}</soap:Header><soap:Body`]],
});

const block = (attributes: string) => `<t:Trace xmlns:t="urn:t"${attributes}>1</t:Trace>`;
const text = 'soap/header-blocks must /Envelope/Header: expected only white space between elements; actual';
const foreign = (name: string) =>
  `soap/header-blocks must /Envelope/Header/${name}: expected an element in a namespace; actual ${name}`;

describe.each<BindingId>(['soap11', 'soap12'])('soap/header-blocks over %s', (binding) => {
  silent('white space and a comment', withHeader(binding, ' \r\n\t<!-- x -->'));
  silent('a block', withHeader(binding, block('')));
  tells('text', withHeader(binding, ` a ${block('')}b\n`), [`${text} "a b"`]);
  tells('a no-break space', withHeader(binding, '&#160;'), [String.raw`${text} "\u{A0}"`]);
  tells('each block in no namespace', withHeader(binding, '<a/><b xmlns=""/>'), [foreign('a'), foreign('b')]);
});

describe.each([
  ['soap11', 'actor', 'role'],
  ['soap12', 'role', 'actor'],
] as const)('soap/must-understand over %s', (binding, whose, ofOtherVersion) => {
  const next = 'http://schemas.xmlsoap.org/soap/actor/next';
  const role = 'http://www.w3.org/2003/05/soap-envelope/role';

  it.each([
    'soap:mustUnderstand="0"',
    'soap:mustUnderstand=" 0&#xD;"',
    'mustUnderstand="1" t:mustUnderstand="1"',
    `soap:mustUnderstand="1" soap:${whose}="urn:proxy"`,
  ])('keeps silent on a block that a client need not understand: %s', (attributes) => {
    expect(judge(withHeader(binding, block(` ${attributes}`)))).toEqual([]);
  });

  it.each([
    '="1"',
    '=" 1 "',
    `="1" soap:${whose}=""`,
    `="1" soap:${whose}="${next}"`,
    `="1" soap:${whose}="${role}/next"`,
    `="1" soap:${whose}="${role}/ultimateReceiver"`,
    `="1" soap:${ofOtherVersion}="urn:proxy"`,
  ])('is broken by a block that a client must understand: soap:mustUnderstand%s', (attributes) => {
    expect(found(withHeader(binding, block(` soap:mustUnderstand${attributes}`)))).toEqual([
      'soap/must-understand should /Envelope/Header/Trace: expected no mandatory header block; actual {urn:t}Trace with mustUnderstand (mandatory: true)',
    ]);
  });

  it.each(['yes', '', '01', 'TRUE', '2', 'true false'])(
    'is broken by a value that is no boolean: %j',
    (value) => {
      const given = withHeader(binding, block(` soap:mustUnderstand="${value}" soap:${whose}="urn:proxy"`));
      const booleans = binding === 'soap11' ? '0 or 1' : '0 or 1 or false or true';
      expect(found(given)).toEqual([
        `soap/must-understand must /Envelope/Header/Trace/@mustUnderstand: expected ${booleans}; actual ${JSON.stringify(value)}`,
      ]);
    },
  );

  it.each(['true', 'false'])('takes the word %s for a boolean over SOAP 1.2 alone', (value) => {
    const findings = judge(withHeader(binding, block(` soap:mustUnderstand="${value}"`)));
    const level = binding === 'soap11' ? ['must'] : value === 'true' ? ['should'] : [];
    expect(findings.map((finding) => finding.level)).toEqual(level);
    const broken = binding === 'soap11' ? 'must-understand' : 'no-mandatory-block';
    expect(findings.flatMap(({ requirements }) => requirements)).toEqual(
      level.map(() => `bindings.${binding}.response-${broken}`),
    );
  });
});
