import { describe, expect, it } from 'vitest';
import {
  correctText,
  edit,
  fires,
  found,
  type Given,
  judge,
  silent,
  tells,
} from '../../../../suites/support/judged.ts';
import type { BindingId } from '../../../model/contract.ts';

const SOAP_11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const SOAP_12 = 'http://www.w3.org/2003/05/soap-envelope';

/** Changes to what appears in front of the Body and behind it. */
const around = (front: string, behind: string) => edit(/<soap:Body>.*<.soap:Body>/g, `${front}$&${behind}`);
const inFront = (xml: string) => around(xml, '');
const behind = (xml: string) => around('', xml);

describe('soap/envelope', () => {
  const expects = 'expected {soap11}Envelope; actual';

  tells('the envelope of the other version', { binding: 'soap12', edits: [[SOAP_12, SOAP_11]] }, [
    'soap/envelope must /Envelope: expected {soap12}Envelope; actual {soap11}Envelope',
  ]);
  tells('one in no namespace, whose Body is then in none', edit('soap:', '', `xmlns:soap="${SOAP_11}"`, ''), [
    `soap/envelope must /Envelope: ${expects} Envelope`,
  ]);
  tells('a result without envelope', { body: correctText('SendBulkSms', 'http-get') }, [
    `soap/envelope must /EmPostSmsResult: ${expects} {ns}EmPostSmsResult`,
  ]);
  tells('a name in other letters', edit('soap:Envelope', 'soap:envelope'), [
    `soap/envelope must /envelope: ${expects} {soap11}envelope`,
  ]);
});

describe('soap/body', () => {
  const expects = 'expected one {soap11}Body; actual';

  tells('no Body', edit('soap:Body', 'soap:Content'), [`soap/body must /Envelope: ${expects} none`]);
  tells('two, of which the first is judged', behind('<soap:Body/>'), [
    `soap/body must /Envelope: ${expects} 2 of them`,
  ]);
  tells('one in another namespace', edit('<soap:Body>', `<soap:Body xmlns:soap="${SOAP_12}">`), [
    `soap/body must /Envelope/Body: ${expects} {soap12}Body`,
  ]);

  // SOAP 1.1 §4 lets elements of other namespaces follow the Body, SOAP 1.2 part 1 §5.1 does not.
  silent('an element that is called Body over SOAP 1.1', behind('<t:Body xmlns:t="urn:t"/>'));
  fires('no second Body in it over SOAP 1.2', { binding: 'soap12', ...behind('<t:Body xmlns:t="urn:t"/>') }, [
    'soap/envelope-children /Envelope/Body[2]',
  ]);
});

const wrong = 'soap/envelope-children must /Envelope';
const late = `${wrong}/Header: expected Header before Body; actual Header after Body`;
const text = `${wrong}: expected only white space between elements; actual`;

describe.each<BindingId>(['soap11', 'soap12'])('soap/envelope-children over %s', (binding) => {
  const blocks = '\r\n\t<!-- x --><soap:Header><a xmlns="urn:a">text</a><b xmlns="urn:b"/></soap:Header> ';
  const two = `${wrong}: expected at most one {${binding}}Header; actual 2 of them`;

  silent('blocks, comments and white space', { binding, ...around(blocks, '\n') });
  tells('a Header after the Body', { binding, ...behind('<soap:Header/>') }, [late]);
  tells('two Headers', { binding, ...inFront('<soap:Header/><soap:Header/>') }, [two]);
  tells('one before the Body and one after it', { binding, ...around('<soap:Header/>', '<soap:Header/>') }, [
    two,
  ]);
  tells('text without the white space around it', { binding, ...behind(' \n a  b \n ') }, [`${text} "a  b"`]);
  tells('text at two places once', { binding, ...around('<![CDATA[a]]>', 'b') }, [`${text} "ab"`]);
  tells('a no-break space, which is none of XML', { binding, ...behind('&#160;') }, [
    String.raw`${text} "\u{A0}"`,
  ]);
  const noBody = edit('<soap:Body>', '<soap:Header/><soap:X>', '</soap:Body>', '</soap:X>');
  fires('no wrong place where there is no Body', { binding, ...noBody }, ['soap/body /Envelope']);
});

describe('soap/envelope-children', () => {
  const intro = '<Intro xmlns="urn:t"/>';
  const early = `${wrong}/Intro: expected only {soap11}Header before the Body; actual {urn:t}Intro`;
  const only = 'expected only {soap12}Header and {soap12}Body; actual';

  silent('an element in a namespace behind the Body', behind('<Trailer xmlns="urn:t"/>'));
  tells('an element before the Body, and one in no namespace after it', around(intro, '<Trailer/>'), [
    early,
    `${wrong}/Trailer: expected an element in a namespace; actual Trailer`,
  ]);
  tells('a Header in no namespace', inFront('<Header/>'), [
    `${wrong}/Header: expected only {soap11}Header before the Body; actual Header`,
  ]);
  tells('each element in a wrong place', around(intro, '<soap:Header/>'), [early, late]);
  tells('an element after the Body', { binding: 'soap12', ...behind('<Trailer xmlns="urn:t"/>') }, [
    `${wrong}/Trailer: ${only} {urn:t}Trailer`,
  ]);
  tells('a Header in another namespace', { binding: 'soap12', ...inFront('<Header xmlns="urn:t"/>') }, [
    `${wrong}/Header: ${only} {urn:t}Header`,
  ]);
  fires('nothing in another root', edit('soap:Envelope', 'soap:Letter', '</soap:Body>', '$&text'), [
    'soap/envelope /Letter',
  ]);
});

describe('soap/instructions', () => {
  const found =
    'soap/instructions must processing-instruction(style): expected no processing instruction; actual <?style …?>';

  tells('one before the root', edit('?><', '?><?style href="a"?><'), [found]);
  tells('one in the place of the XML declaration', edit(/^<\?xml.*?\?>/g, '<?style?>'), [found]);
  tells('one in a field, without content', edit('>P-1<', '>P-1<?style?><'), [found]);
  tells('one behind the root', edit(/$/g, '<?style\n <a>?>'), [found]);
  tells('one behind a comment that holds one', edit(/$/g, '<!-- <?a?> --><?style b?>'), [found]);

  silent('a comment', edit('?><', '?><!-- <?a?> --><'));
  silent('a CDATA section', edit('>P-1<', '><![CDATA[P-1]]><'));
  silent('a CDATA section that holds the characters', edit('>Done<', '><![CDATA[<?a?>]]><'));
  silent('escaped characters', edit('>Done<', '>&lt;?a?&gt;<'));
  silent('one over HTTP POST', { binding: 'http-post', edits: [['?><', '?><?style a?><']] });
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

  silent('attributes in a namespace', having('soap11', own, own));
  silent('them over SOAP 1.2, wherever they are', having('soap12', own, own, `<soap:Header${own}/>`));
  silent('an encodingStyle over SOAP 1.1', having('soap11', style, style));
  silent('that of SOAP 1.2 over SOAP 1.1', having('soap11', later));
  silent('one of another namespace', having('soap12', ' xmlns:e="urn:e" e:encodingStyle="urn:encoding"'));
  silent('another attribute of SOAP', having('soap12', ' soap:other="1"'));
  silent(
    'those of blocks',
    having('soap12', '', '', '<soap:Header><b:a xmlns:b="urn:b" c="1"/></soap:Header>'),
  );
  tells('one in no namespace on the Envelope', having('soap11', ' a="1"', ' c="3"', '<soap:Header b="2"/>'), [
    outside('/Envelope', 'a'),
  ]);
  tells('three over SOAP 1.2', having('soap12', ' a="1"', ' c="3"', '<soap:Header b="2"/>'), [
    outside('/Envelope', 'a'),
    outside('/Envelope/Header', 'b'),
    outside('/Envelope/Body', 'c'),
  ]);
  tells('an encodingStyle over SOAP 1.2', having('soap12', style, style), [
    styled('Envelope', '/Envelope'),
    styled('Body', '/Envelope/Body'),
  ]);
  fires('none on other elements', having('soap12', '', '', '<t:Trailer xmlns:t="urn:t" a="1"/>'), [
    'soap/envelope-children /Envelope/Trailer',
  ]);
  const message = edit('<soap:Envelope', '<soap:Message a="1"', '</soap:Envelope', '</soap:Message');
  fires('nothing on another root', { binding: 'soap12', ...message }, ['soap/envelope /Message']);
});

/** A correct reply with a Header of this content. */
const withHeader = (binding: BindingId, content: string): Given => ({
  binding,
  edits: [['<soap:Body', `<soap:Header>${content}</soap:Header><soap:Body`]],
});

const block = (attributes: string) => `<t:Trace xmlns:t="urn:t"${attributes}>1</t:Trace>`;
const strayText =
  'soap/header-blocks must /Envelope/Header: expected only white space between elements; actual';
const foreign = (name: string) =>
  `soap/header-blocks must /Envelope/Header/${name}: expected an element in a namespace; actual ${name}`;

describe.each<BindingId>(['soap11', 'soap12'])('soap/header-blocks over %s', (binding) => {
  silent('white space and a comment', withHeader(binding, ' \r\n\t<!-- x -->'));
  silent('a block', withHeader(binding, block('')));
  tells('text', withHeader(binding, ` a ${block('')}b\n`), [`${strayText} "a b"`]);
  tells('a no-break space', withHeader(binding, '&#160;'), [String.raw`${strayText} "\u{A0}"`]);
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
