import { describe, expect, it } from 'vitest';
import type { BindingId } from '../../model/contract.ts';
import { bare, type Edit, judge } from '../testing.ts';

const encodingStyle = '{http://www.w3.org/2003/05/soap-envelope}encodingStyle';
const SCHEMES = 'urn:encoding';

/** Findings on a correct reply with these attributes of its Envelope and its Body, and this in front of the Body. */
function found(binding: BindingId, envelope: string, body = '', front = '') {
  const edit: Edit = ['"><soap:Body>', `"${envelope} >${front}<soap:Body${body} >`];
  return bare(judge({ binding, edits: [edit] }));
}

function wrong(path: string, expected: string, actual: string) {
  return { rule: 'soap/envelope-attributes', level: 'must', path, expected, actual };
}

describe('soap/envelope-attributes', () => {
  it('keeps silent on attributes in a namespace, wherever they stand', () => {
    const one = ' xmlns:x="urn:x" x:id="1" xml:lang="tr"';
    expect(found('soap11', one, one)).toEqual([]);
    expect(found('soap12', one, one, `<soap:Header${one}/>`)).toEqual([]);
  });

  it('is broken by one in no namespace: on the Envelope, and over SOAP 1.2 on Header and Body', () => {
    const expected = 'an attribute in a namespace';
    const header = '<soap:Header b="2"/>';
    expect(found('soap11', ' a="1"', ' c="3"', header)).toEqual([wrong('/Envelope/@a', expected, 'a')]);
    expect(found('soap12', ' a="1"', ' c="3"', header)).toEqual([
      wrong('/Envelope/@a', expected, 'a'),
      wrong('/Envelope/Header/@b', expected, 'b'),
      wrong('/Envelope/Body/@c', expected, 'c'),
    ]);
  });

  it('is broken over SOAP 1.2 by an encodingStyle, which SOAP 1.1 lets stand anywhere', () => {
    const style = ` soap:encodingStyle="${SCHEMES}"`;
    expect(found('soap11', style, style)).toEqual([]);
    expect(found('soap12', style, style)).toEqual([
      wrong('/Envelope/@encodingStyle', `no ${encodingStyle} on Envelope`, SCHEMES),
      wrong('/Envelope/Body/@encodingStyle', `no ${encodingStyle} on Body`, SCHEMES),
    ]);
    expect(found('soap12', ` xmlns:e="urn:e" e:encodingStyle="${SCHEMES}"`)).toEqual([]);
    expect(found('soap12', ' soap:other="1"')).toEqual([]);
    const later = ` xmlns:l="http://www.w3.org/2003/05/soap-envelope" l:encodingStyle="${SCHEMES}"`;
    expect(found('soap11', later)).toEqual([]);
  });

  it('says nothing of other elements, and nothing of a root that is no Envelope', () => {
    const blocks = '<soap:Header><b:a xmlns:b="urn:b" c="1"/></soap:Header>';
    expect(found('soap12', '', '', blocks)).toEqual([]);
    const stranger = '<t:Trailer xmlns:t="urn:t" a="1"/>';
    expect(found('soap12', '', '', stranger)).toEqual([
      expect.objectContaining({ rule: 'soap/envelope-children' }),
    ]);
    const message = judge({
      binding: 'soap12',
      edits: [
        ['<soap:Envelope', '<soap:Message a="1"'],
        ['</soap:Envelope', '</soap:Message'],
      ],
    });
    expect(message.map(({ rule }) => rule)).not.toContain('soap/envelope-attributes');
  });
});
