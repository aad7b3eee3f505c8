import { describe, expect, it } from 'vitest';
import type { BindingId } from '../../model/contract.ts';
import { correctText, type Edit, fired, found, judge, type Row } from '../testing.ts';

const SOAP_11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const SOAP_12 = 'http://www.w3.org/2003/05/soap-envelope';
const behindBody = (xml: string): Edit => ['</soap:Body>', `</soap:Body>${xml}`];

describe('soap/envelope', () => {
  const expects = 'expected {soap11}Envelope; actual';

  it.each<Row>([
    [
      'the envelope of the other version',
      { binding: 'soap12', edits: [[SOAP_12, SOAP_11]] },
      'soap/envelope must /Envelope: expected {soap12}Envelope; actual {soap11}Envelope',
    ],
    [
      'an envelope in no namespace, whose Body is then in none',
      {
        edits: [
          ['soap:', ''],
          [`xmlns:soap="${SOAP_11}"`, ''],
        ],
      },
      `soap/envelope must /Envelope: ${expects} Envelope`,
    ],
    [
      'a result without envelope',
      { body: correctText('SendBulkSms', 'http-get') },
      `soap/envelope must /EmPostSmsResult: ${expects} {ns}EmPostSmsResult`,
    ],
    [
      'a name in other letters',
      { edits: [['soap:Envelope', 'soap:envelope']] },
      `soap/envelope must /envelope: ${expects} {soap11}envelope`,
    ],
  ])('is broken by %s', (_, given, ...lines) => {
    expect(found(given)).toEqual(lines);
  });
});

describe('soap/body', () => {
  const expects = 'expected one {soap11}Body; actual';

  it.each<Row<Edit>>([
    ['no Body', ['soap:Body', 'soap:Content'], `soap/body must /Envelope: ${expects} none`],
    [
      'two, of which the first is judged',
      behindBody('<soap:Body/>'),
      `soap/body must /Envelope: ${expects} 2 of them`,
    ],
    [
      'a Body in another namespace than the Envelope',
      ['<soap:Body>', `<soap:Body xmlns:soap="${SOAP_12}">`],
      `soap/body must /Envelope/Body: ${expects} {soap12}Body`,
    ],
  ])('is broken by %s', (_, edit, ...lines) => {
    expect(found({ edits: [edit] })).toEqual(lines);
  });

  // SOAP 1.1 §4 lets elements of other namespaces follow the Body, SOAP 1.2 part 1 §5.1 does not.
  it.each<Row<BindingId>>([
    ['SOAP 1.1', 'soap11'],
    ['SOAP 1.2', 'soap12', 'soap/envelope-children'],
  ])('takes no element of another namespace for a second Body: %s', (_, binding, ...rules) => {
    const findings = judge({ binding, edits: [behindBody('<t:Body xmlns:t="urn:t"/>')] });
    expect(fired(findings)).toEqual(rules);
  });
});

const inFront = (xml: string): Edit => ['<soap:Body>', `${xml}<soap:Body>`];
const behind = (xml: string): Edit => ['</soap:Body>', `</soap:Body>${xml}`];
const blocks = '\r\n\t<!-- x --><soap:Header><a xmlns="urn:a">text</a><b xmlns="urn:b"/></soap:Header> ';
const wrong = 'soap/envelope-children must /Envelope';
const late = `${wrong}/Header: expected Header before Body; actual Header after Body`;
const text = `${wrong}: expected only white space between elements; actual`;

describe.each<BindingId>(['soap11', 'soap12'])('soap/envelope-children over %s', (binding) => {
  it.each<Row<readonly Edit[]>>([
    ['nothing where there are blocks, comments and white space around', [inFront(blocks), behind('\n')]],
    ['a Header after the Body', [behind('<soap:Header/>')], late],
    [
      'two Headers',
      [inFront('<soap:Header/><soap:Header/>')],
      `${wrong}: expected at most one {${binding}}Header; actual 2 of them`,
    ],
    [
      'a Header before the Body and one after it',
      [inFront('<soap:Header/>'), behind('<soap:Header/>')],
      `${wrong}: expected at most one {${binding}}Header; actual 2 of them`,
    ],
    ['text, shown without the white space around it', [behind(' \n a  b \n ')], `${text} "a  b"`],
    ['text before the Body and after it, told once', [inFront('<![CDATA[a]]>'), behind('b')], `${text} "ab"`],
    ['a no-break space, which is no white space of XML', [behind('&#160;')], String.raw`${text} "\u{A0}"`],
  ])('tells of %s', (_, edits, ...lines) => {
    expect(found({ binding, edits })).toEqual(lines);
  });

  it('says nothing about places where there is no Body', () => {
    const edits = [inFront('<soap:Header/>'), ['soap:Body', 'soap:Content']] as const;
    expect(fired(judge({ binding, edits }))).toEqual(['soap/body']);
  });
});

describe('soap/envelope-children', () => {
  const intro = inFront('<Intro xmlns="urn:t"/>');
  const early = `${wrong}/Intro: expected only {soap11}Header before the Body; actual {urn:t}Intro`;

  it.each<Row<readonly Edit[]>>([
    ['nothing where an element in a namespace follows the Body', [behind('<Trailer xmlns="urn:t"/>')]],
    [
      'an element before the Body, and one without a namespace after it',
      [intro, behind('<Trailer/>')],
      early,
      `${wrong}/Trailer: expected an element in a namespace; actual Trailer`,
    ],
    [
      'a Header in no namespace',
      [inFront('<Header/>')],
      `${wrong}/Header: expected only {soap11}Header before the Body; actual Header`,
    ],
    ['each element that stands in a wrong place', [intro, behind('<soap:Header/>')], early, late],
  ])('tells over SOAP 1.1 of %s', (_, edits, ...lines) => {
    expect(found({ edits })).toEqual(lines);
  });

  it.each([
    ['an element after the Body', behind('<Trailer xmlns="urn:t"/>'), 'Trailer'],
    ['a Header in another namespace', inFront('<Header xmlns="urn:t"/>'), 'Header'],
  ])('is broken over SOAP 1.2 by %s', (_, edit, local) => {
    expect(found({ binding: 'soap12', edits: [edit] })).toEqual([
      `${wrong}/${local}: expected only {soap12}Header and {soap12}Body; actual {urn:t}${local}`,
    ]);
  });

  it('leaves the number of Bodies and another root to other rules', () => {
    expect(fired(judge({ edits: [behind('<soap:Body/>')] }))).toEqual(['soap/body']);
    const letter: readonly Edit[] = [['soap:Envelope', 'soap:Letter'], behind('text')];
    expect(fired(judge({ edits: letter }))).toEqual(['soap/envelope']);
  });
});

describe('soap/instructions', () => {
  it.each<[string, Edit]>([
    ['before the root', ['?><', '?><?style href="a"?><']],
    ['in the place of the XML declaration', [/^<\?xml.*?\?>/g, '<?style?>']],
    ['in a field, without content', ['>P-1<', '>P-1<?style?><']],
    ['behind the root', [/$/g, '<?style\n <a>?>']],
    ['behind a comment that holds one', [/$/g, '<!-- <?a?> --><?style b?>']],
  ])('is broken by one %s', (_, edit) => {
    expect(found({ edits: [edit] })).toEqual([
      'soap/instructions must processing-instruction(style): expected no processing instruction; actual <?style …?>',
    ]);
  });

  it.each<[string, Edit]>([
    ['a comment', ['?><', '?><!-- <?a?> --><']],
    ['a CDATA section', ['>P-1<', '><![CDATA[P-1]]><']],
    ['a CDATA section that holds the characters', ['>Done<', '><![CDATA[<?a?>]]><']],
    ['escaped characters', ['>Done<', '>&lt;?a?&gt;<']],
  ])('keeps silent on %s', (_, edit) => {
    expect(judge({ edits: [edit] })).toEqual([]);
  });

  it('is not asked over GET and POST', () => {
    expect(judge({ binding: 'http-post', edits: [['?><', '?><?style a?><']] })).toEqual([]);
  });
});
