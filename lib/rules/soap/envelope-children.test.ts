import { describe, expect, it } from 'vitest';
import type { BindingId } from '../../model/contract.ts';
import { type Edit, fired, found, judge, type Row } from '../testing.ts';

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
    ['each element that stands in a wrong place', [intro, behind('<soap:Header/>')], late, early],
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
