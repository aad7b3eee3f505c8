import { expect, it } from 'vitest';
import type { BindingId } from '../../model/contract.ts';
import { found, judge } from '../testing.ts';

/** Attributes of the Envelope and the Body of a correct reply, and what is in front of the Body. */
type Change = readonly [binding: BindingId, envelope: string, body?: string, front?: string];

const one = ' xmlns:x="urn:x" x:id="1" xml:lang="tr"';
const style = ' soap:encodingStyle="urn:encoding"';
const later = ' xmlns:l="http://www.w3.org/2003/05/soap-envelope" l:encodingStyle="urn:encoding"';
const outside = (path: string, actual: string) =>
  `soap/envelope-attributes must ${path}/@${actual}: expected an attribute in a namespace; actual ${actual}`;
const styled = (element: string, path: string) =>
  `soap/envelope-attributes must ${path}/@encodingStyle: expected no {soap12}encodingStyle on ${element}; actual urn:encoding`;

it.each<[string, Change, ...string[]]>([
  ['keeps silent on attributes in a namespace', ['soap11', one, one]],
  ['keeps silent on them over SOAP 1.2, wherever they stand', ['soap12', one, one, `<soap:Header${one}/>`]],
  [
    'is broken over SOAP 1.1 by one in no namespace on the Envelope',
    ['soap11', ' a="1"', ' c="3"', '<soap:Header b="2"/>'],
    outside('/Envelope', 'a'),
  ],
  [
    'is broken over SOAP 1.2 by one on the Envelope, on a Header and on the Body',
    ['soap12', ' a="1"', ' c="3"', '<soap:Header b="2"/>'],
    outside('/Envelope', 'a'),
    outside('/Envelope/Header', 'b'),
    outside('/Envelope/Body', 'c'),
  ],
  ['lets SOAP 1.1 have an encodingStyle anywhere', ['soap11', style, style]],
  ['lets SOAP 1.1 have that of SOAP 1.2', ['soap11', later]],
  [
    'is broken over SOAP 1.2 by an encodingStyle',
    ['soap12', style, style],
    styled('Envelope', '/Envelope'),
    styled('Body', '/Envelope/Body'),
  ],
  ['keeps silent on one of another namespace', ['soap12', ' xmlns:e="urn:e" e:encodingStyle="urn:encoding"']],
  ['keeps silent on another attribute of SOAP', ['soap12', ' soap:other="1"']],
  [
    'says nothing of Header blocks',
    ['soap12', '', '', '<soap:Header><b:a xmlns:b="urn:b" c="1"/></soap:Header>'],
  ],
  [
    'says nothing of other elements',
    ['soap12', '', '', '<t:Trailer xmlns:t="urn:t" a="1"/>'],
    'soap/envelope-children must /Envelope/Trailer: expected only {soap12}Header and {soap12}Body; actual {urn:t}Trailer',
  ],
])('soap/envelope-attributes %s', (_, [binding, envelope, body = '', front = ''], ...lines) => {
  expect(found({ binding, edits: [['"><soap:Body>', `"${envelope} >${front}<soap:Body${body} >`]] })).toEqual(
    lines,
  );
});

it('soap/envelope-attributes says nothing of a root that is no Envelope', () => {
  const edits = [
    ['<soap:Envelope', '<soap:Message a="1"'],
    ['</soap:Envelope', '</soap:Message'],
  ] as const;
  expect(judge({ binding: 'soap12', edits }).map(({ rule }) => rule)).not.toContain(
    'soap/envelope-attributes',
  );
});
