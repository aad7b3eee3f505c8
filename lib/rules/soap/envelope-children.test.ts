import { describe, expect, it } from 'vitest';
import type { BindingId } from '../../model/contract.ts';
import { bare, type Edit, judge } from '../testing.ts';

const soap11 = '{http://schemas.xmlsoap.org/soap/envelope/}';
const soap12 = '{http://www.w3.org/2003/05/soap-envelope}';

const inFront = (xml: string): Edit => ['<soap:Body>', `${xml}<soap:Body>`];
const behind = (xml: string): Edit => ['</soap:Body>', `</soap:Body>${xml}`];
const found = (binding: BindingId, ...edits: readonly Edit[]) => bare(judge({ binding, edits }));

function wrong(path: string, expected: string, actual: string) {
  return { rule: 'soap/envelope-children', level: 'must', path, expected, actual };
}

describe('soap/envelope-children', () => {
  it('keeps silent on a Header with blocks, comments and white space around', () => {
    const header = '\r\n\t<!-- x --><soap:Header><a xmlns="urn:a">text</a><b xmlns="urn:b"/></soap:Header> ';
    expect(found('soap11', inFront(header), behind('\n'))).toEqual([]);
    expect(found('soap12', inFront(header), behind('\n'))).toEqual([]);
  });

  it('is broken by a Header after the Body', () => {
    const breach = wrong('/Envelope/Header', 'Header before Body', 'Header after Body');
    expect(found('soap11', behind('<soap:Header/>'))).toEqual([breach]);
    expect(found('soap12', behind('<soap:Header/>'))).toEqual([breach]);
  });

  it('is broken by two Headers, wherever they stand', () => {
    expect(found('soap11', inFront('<soap:Header/><soap:Header/>'))).toEqual([
      wrong('/Envelope', `at most one ${soap11}Header`, '2 of them'),
    ]);
    expect(found('soap12', inFront('<soap:Header/>'), behind('<soap:Header/>'))).toEqual([
      wrong('/Envelope', `at most one ${soap12}Header`, '2 of them'),
    ]);
  });

  it('is broken by a Header in another namespace', () => {
    expect(found('soap11', inFront('<Header/>'))).toEqual([
      wrong('/Envelope/Header', `only ${soap11}Header before the Body`, 'Header'),
    ]);
    expect(found('soap12', inFront('<Header xmlns="urn:h"/>'))).toEqual([
      wrong('/Envelope/Header', `only ${soap12}Header and ${soap12}Body`, '{urn:h}Header'),
    ]);
  });

  it('is broken by text, wherever it stands, told once', () => {
    const breach = (actual: string) => wrong('/Envelope', 'only white space between elements', actual);
    expect(found('soap11', behind('\n done '))).toEqual([breach('"done"')]);
    expect(found('soap12', inFront('<![CDATA[a]]>'), behind('b'))).toEqual([breach('"ab"')]);
  });

  it('is broken by a no-break space, which is no white space of XML', () => {
    expect(found('soap11', behind('&#160;'))).toEqual([
      wrong('/Envelope', 'only white space between elements', String.raw`"\u{A0}"`),
    ]);
  });

  it('lets elements in a namespace follow the Body over SOAP 1.1 only', () => {
    const trailer = behind('<Trailer xmlns="urn:t"/>');
    expect(found('soap11', trailer)).toEqual([]);
    expect(found('soap12', trailer)).toEqual([
      wrong('/Envelope/Trailer', `only ${soap12}Header and ${soap12}Body`, '{urn:t}Trailer'),
    ]);
  });

  it('is broken over SOAP 1.1 by an element before the Body, and by one without a namespace after it', () => {
    expect(found('soap11', inFront('<Intro xmlns="urn:t"/>'), behind('<Trailer/>'))).toEqual([
      wrong('/Envelope/Intro', `only ${soap11}Header before the Body`, '{urn:t}Intro'),
      wrong('/Envelope/Trailer', 'an element in a namespace', 'Trailer'),
    ]);
  });

  it('leaves the number of Bodies and another root to other rules', () => {
    const rulesOf = (...edits: readonly Edit[]) => judge({ edits }).map(({ rule }) => rule);
    expect(rulesOf(['soap:Body', 'soap:Content'])).toEqual(['soap/body']);
    expect(rulesOf(behind('<soap:Body/>'))).toEqual(['soap/body']);
    expect(rulesOf(['soap:Envelope', 'soap:Letter'], behind('text'))).toEqual(['soap/envelope']);
  });

  it('shows text without the white space around it, and with that inside', () => {
    expect(found('soap11', behind(' \n a  b \n '))).toEqual([
      wrong('/Envelope', 'only white space between elements', '"a  b"'),
    ]);
  });

  it('tells each element that stands in a wrong place', () => {
    expect(found('soap11', inFront('<Intro xmlns="urn:t"/>'), behind('<soap:Header/>'))).toEqual([
      wrong('/Envelope/Header', 'Header before Body', 'Header after Body'),
      wrong('/Envelope/Intro', `only ${soap11}Header before the Body`, '{urn:t}Intro'),
    ]);
  });

  it('says nothing about places where there is no Body', () => {
    for (const binding of ['soap11', 'soap12'] as const) {
      const edits = [inFront('<soap:Header/>'), ['soap:Body', 'soap:Content']] as const;
      expect(judge({ binding, edits }).map(({ rule }) => rule)).toEqual(['soap/body']);
    }
  });
});
