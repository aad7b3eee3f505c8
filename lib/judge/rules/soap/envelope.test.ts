import { describe, expect, it } from 'vitest';
import {
  brokenRulesIn,
  type ChangedReply,
  change,
  findingsIn,
  judge,
} from '../../../../suites/support/judged.ts';
import { correctText } from '../../../../suites/support/samples.ts';
import type { BindingId } from '../../../model/contract.ts';

const SOAP_11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const SOAP_12 = 'http://www.w3.org/2003/05/soap-envelope';

/** Changes to what appears in front of the Body and behind it. */
const around = (front: string, behind: string) => change(/<soap:Body>.*<.soap:Body>/g, `${front}$&${behind}`);
const inFront = (xml: string) => around(xml, '');
const behind = (xml: string) => around('', xml);

describe('soap/envelope', () => {
  const expects = 'expected {soap11}Envelope; actual';

  it('tells of the envelope of the other version', () => {
    expect(findingsIn({ binding: 'soap12', edits: [[SOAP_12, SOAP_11]] })).toEqual([
      'soap/envelope must /Envelope: expected {soap12}Envelope; actual {soap11}Envelope',
    ]);
  });
  it('tells of one in no namespace, whose Body is then in none', () => {
    expect(findingsIn(change('soap:', '', `xmlns:soap="${SOAP_11}"`, ''))).toEqual([
      `soap/envelope must /Envelope: ${expects} Envelope`,
    ]);
  });
  it('tells of a result without envelope', () => {
    expect(findingsIn({ body: correctText('SendBulkSms', 'http-get') })).toEqual([
      `soap/envelope must /EmPostSmsResult: ${expects} {ns}EmPostSmsResult`,
    ]);
  });
  it('tells of a name in other letters', () => {
    expect(findingsIn(change('soap:Envelope', 'soap:envelope'))).toEqual([
      `soap/envelope must /envelope: ${expects} {soap11}envelope`,
    ]);
  });
});

describe('soap/body', () => {
  const expects = 'expected one {soap11}Body; actual';

  it('tells of no Body', () => {
    expect(findingsIn(change('soap:Body', 'soap:Content'))).toEqual([
      `soap/body must /Envelope: ${expects} none`,
    ]);
  });
  it('tells of two, of which the first is judged', () => {
    expect(findingsIn(behind('<soap:Body/>'))).toEqual([`soap/body must /Envelope: ${expects} 2 of them`]);
  });
  it('tells of one in another namespace', () => {
    expect(findingsIn(change('<soap:Body>', `<soap:Body xmlns:soap="${SOAP_12}">`))).toEqual([
      `soap/body must /Envelope/Body: ${expects} {soap12}Body`,
    ]);
  });

  // SOAP 1.1 §4 lets elements of other namespaces follow the Body, SOAP 1.2 part 1 §5.1 does not.
  it('tells nothing of an element that is called Body over SOAP 1.1', () => {
    expect(findingsIn(behind('<t:Body xmlns:t="urn:t"/>'))).toEqual([]);
  });
  it('tells of no second Body in it over SOAP 1.2', () => {
    expect(brokenRulesIn({ binding: 'soap12', ...behind('<t:Body xmlns:t="urn:t"/>') })).toEqual([
      'soap/envelope-children /Envelope/Body[2]',
    ]);
  });
});

const wrong = 'soap/envelope-children must /Envelope';
const late = `${wrong}/Header: expected Header before Body; actual Header after Body`;
const text = `${wrong}: expected only white space between elements; actual`;

describe.each<BindingId>(['soap11', 'soap12'])('soap/envelope-children over %s', (binding) => {
  const blocks = '\r\n\t<!-- x --><soap:Header><a xmlns="urn:a">text</a><b xmlns="urn:b"/></soap:Header> ';
  const two = `${wrong}: expected at most one {${binding}}Header; actual 2 of them`;

  it('tells nothing of blocks, comments and white space', () => {
    expect(findingsIn({ binding, ...around(blocks, '\n') })).toEqual([]);
  });
  it('tells of a Header after the Body', () => {
    expect(findingsIn({ binding, ...behind('<soap:Header/>') })).toEqual([late]);
  });
  it('tells of two Headers', () => {
    expect(findingsIn({ binding, ...inFront('<soap:Header/><soap:Header/>') })).toEqual([two]);
  });
  it('tells of one before the Body and one after it', () => {
    expect(findingsIn({ binding, ...around('<soap:Header/>', '<soap:Header/>') })).toEqual([two]);
  });
  it('tells of text without the white space around it', () => {
    expect(findingsIn({ binding, ...behind(' \n a  b \n ') })).toEqual([`${text} "a  b"`]);
  });
  it('tells of text at two places once', () => {
    expect(findingsIn({ binding, ...around('<![CDATA[a]]>', 'b') })).toEqual([`${text} "ab"`]);
  });
  it('tells of a no-break space, which is none of XML', () => {
    expect(findingsIn({ binding, ...behind('&#160;') })).toEqual([String.raw`${text} "\u{A0}"`]);
  });
  const noBody = change('<soap:Body>', '<soap:Header/><soap:X>', '</soap:Body>', '</soap:X>');
  it('tells of no wrong place where there is no Body', () => {
    expect(brokenRulesIn({ binding, ...noBody })).toEqual(['soap/body /Envelope']);
  });
});

describe('soap/envelope-children', () => {
  const intro = '<Intro xmlns="urn:t"/>';
  const early = `${wrong}/Intro: expected only {soap11}Header before the Body; actual {urn:t}Intro`;
  const only = 'expected only {soap12}Header and {soap12}Body; actual';

  it('tells nothing of an element in a namespace behind the Body', () => {
    expect(findingsIn(behind('<Trailer xmlns="urn:t"/>'))).toEqual([]);
  });
  it('tells of an element before the Body, and one in no namespace after it', () => {
    expect(findingsIn(around(intro, '<Trailer/>'))).toEqual([
      early,
      `${wrong}/Trailer: expected an element in a namespace; actual Trailer`,
    ]);
  });
  it('tells of a Header in no namespace', () => {
    expect(findingsIn(inFront('<Header/>'))).toEqual([
      `${wrong}/Header: expected only {soap11}Header before the Body; actual Header`,
    ]);
  });
  it('tells of each element in a wrong place', () => {
    expect(findingsIn(around(intro, '<soap:Header/>'))).toEqual([early, late]);
  });
  it('tells of an element after the Body', () => {
    expect(findingsIn({ binding: 'soap12', ...behind('<Trailer xmlns="urn:t"/>') })).toEqual([
      `${wrong}/Trailer: ${only} {urn:t}Trailer`,
    ]);
  });
  it('tells of a Header in another namespace', () => {
    expect(findingsIn({ binding: 'soap12', ...inFront('<Header xmlns="urn:t"/>') })).toEqual([
      `${wrong}/Header: ${only} {urn:t}Header`,
    ]);
  });
  it('tells nothing in another root', () => {
    expect(brokenRulesIn(change('soap:Envelope', 'soap:Letter', '</soap:Body>', '$&text'))).toEqual([
      'soap/envelope /Letter',
    ]);
  });
});

describe('soap/instructions', () => {
  const found =
    'soap/instructions must processing-instruction(style): expected no processing instruction; actual <?style …?>';

  it('tells of one before the root', () => {
    expect(findingsIn(change('?><', '?><?style href="a"?><'))).toEqual([found]);
  });
  it('tells of one in the place of the XML declaration', () => {
    expect(findingsIn(change(/^<\?xml.*?\?>/g, '<?style?>'))).toEqual([found]);
  });
  it('tells of one in a field, without content', () => {
    expect(findingsIn(change('>P-1<', '>P-1<?style?><'))).toEqual([found]);
  });
  it('tells of one behind the root', () => {
    expect(findingsIn(change(/$/g, '<?style\n <a>?>'))).toEqual([found]);
  });
  it('tells of one behind a comment that holds one', () => {
    expect(findingsIn(change(/$/g, '<!-- <?a?> --><?style b?>'))).toEqual([found]);
  });

  it('tells nothing of a comment', () => {
    expect(findingsIn(change('?><', '?><!-- <?a?> --><'))).toEqual([]);
  });
  it('tells nothing of a CDATA section', () => {
    expect(findingsIn(change('>P-1<', '><![CDATA[P-1]]><'))).toEqual([]);
  });
  it('tells nothing of a CDATA section that holds the characters', () => {
    expect(findingsIn(change('>Done<', '><![CDATA[<?a?>]]><'))).toEqual([]);
  });
  it('tells nothing of escaped characters', () => {
    expect(findingsIn(change('>Done<', '>&lt;?a?&gt;<'))).toEqual([]);
  });
  it('tells nothing of one over HTTP POST', () => {
    expect(findingsIn({ binding: 'http-post', edits: [['?><', '?><?style a?><']] })).toEqual([]);
  });
});

describe('soap/envelope-attributes', () => {
  const own = ' xmlns:x="urn:x" x:id="1" xml:lang="tr"';
  const style = ' soap:encodingStyle="urn:encoding"';
  const later = ` xmlns:l="${SOAP_12}" l:encodingStyle="urn:encoding"`;
  /** Puts attributes on Envelope and Body, and something in front of the Body. */
  const having = (binding: BindingId, envelope: string, body = '', front = '') => ({
    binding,
    edits: [['"><soap:Body>', `"${envelope} >${front}<soap:Body${body} >`]] as const,
  });
  const outside = (path: string, actual: string) =>
    `soap/envelope-attributes must ${path}/@${actual}: expected an attribute in a namespace; actual ${actual}`;
  const styled = (element: string, path: string) =>
    `soap/envelope-attributes must ${path}/@encodingStyle: expected no {soap12}encodingStyle on ${element}; actual urn:encoding`;

  it('tells nothing of attributes in a namespace', () => {
    expect(findingsIn(having('soap11', own, own))).toEqual([]);
  });
  it('tells nothing of them over SOAP 1.2, wherever they are', () => {
    expect(findingsIn(having('soap12', own, own, `<soap:Header${own}/>`))).toEqual([]);
  });
  it('tells nothing of an encodingStyle over SOAP 1.1', () => {
    expect(findingsIn(having('soap11', style, style))).toEqual([]);
  });
  it('tells nothing of that of SOAP 1.2 over SOAP 1.1', () => {
    expect(findingsIn(having('soap11', later))).toEqual([]);
  });
  it('tells nothing of one of another namespace', () => {
    expect(findingsIn(having('soap12', ' xmlns:e="urn:e" e:encodingStyle="urn:encoding"'))).toEqual([]);
  });
  it('tells nothing of another attribute of SOAP', () => {
    expect(findingsIn(having('soap12', ' soap:other="1"'))).toEqual([]);
  });
  it('tells nothing of those of blocks', () => {
    expect(
      findingsIn(having('soap12', '', '', '<soap:Header><b:a xmlns:b="urn:b" c="1"/></soap:Header>')),
    ).toEqual([]);
  });
  it('tells of one in no namespace on the Envelope', () => {
    expect(findingsIn(having('soap11', ' a="1"', ' c="3"', '<soap:Header b="2"/>'))).toEqual([
      outside('/Envelope', 'a'),
    ]);
  });
  it('tells of three over SOAP 1.2', () => {
    expect(findingsIn(having('soap12', ' a="1"', ' c="3"', '<soap:Header b="2"/>'))).toEqual([
      outside('/Envelope', 'a'),
      outside('/Envelope/Header', 'b'),
      outside('/Envelope/Body', 'c'),
    ]);
  });
  it('tells of an encodingStyle over SOAP 1.2', () => {
    expect(findingsIn(having('soap12', style, style))).toEqual([
      styled('Envelope', '/Envelope'),
      styled('Body', '/Envelope/Body'),
    ]);
  });
  it('tells of none on other elements', () => {
    expect(brokenRulesIn(having('soap12', '', '', '<t:Trailer xmlns:t="urn:t" a="1"/>'))).toEqual([
      'soap/envelope-children /Envelope/Trailer',
    ]);
  });
  const message = change('<soap:Envelope', '<soap:Message a="1"', '</soap:Envelope', '</soap:Message');
  it('tells nothing on another root', () => {
    expect(brokenRulesIn({ binding: 'soap12', ...message })).toEqual(['soap/envelope /Message']);
  });
});

/** A correct reply with a Header of this content. */
const withHeader = (binding: BindingId, content: string): ChangedReply => ({
  binding,
  edits: [['<soap:Body', `<soap:Header>${content}</soap:Header><soap:Body`]],
});

const block = (attributes: string) => `<t:Trace xmlns:t="urn:t"${attributes}>1</t:Trace>`;
const strayText =
  'soap/header-blocks must /Envelope/Header: expected only white space between elements; actual';
const foreign = (name: string) =>
  `soap/header-blocks must /Envelope/Header/${name}: expected an element in a namespace; actual ${name}`;

describe.each<BindingId>(['soap11', 'soap12'])('soap/header-blocks over %s', (binding) => {
  it('tells nothing of white space and a comment', () => {
    expect(findingsIn(withHeader(binding, ' \r\n\t<!-- x -->'))).toEqual([]);
  });
  it('tells nothing of a block', () => {
    expect(findingsIn(withHeader(binding, block('')))).toEqual([]);
  });
  it('tells of text', () => {
    expect(findingsIn(withHeader(binding, ` a ${block('')}b\n`))).toEqual([`${strayText} "a b"`]);
  });
  it('tells of a no-break space', () => {
    expect(findingsIn(withHeader(binding, '&#160;'))).toEqual([String.raw`${strayText} "\u{A0}"`]);
  });
  it('tells of each block in no namespace', () => {
    expect(findingsIn(withHeader(binding, '<a/><b xmlns=""/>'))).toEqual([foreign('a'), foreign('b')]);
  });
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
    expect(findingsIn(withHeader(binding, block(` soap:mustUnderstand${attributes}`)))).toEqual([
      'soap/must-understand should /Envelope/Header/Trace: expected no mandatory header block; actual {urn:t}Trace with mustUnderstand (mandatory: true)',
    ]);
  });

  it.each(['yes', '', '01', 'TRUE', '2', 'true false'])(
    'is broken by a value that is no boolean: %j',
    (value) => {
      const given = withHeader(binding, block(` soap:mustUnderstand="${value}" soap:${whose}="urn:proxy"`));
      const booleans = binding === 'soap11' ? '0 or 1' : '0 or 1 or false or true';
      expect(findingsIn(given)).toEqual([
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
