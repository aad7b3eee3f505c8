import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readXml } from './independent-reader.ts';
import { parseXml } from './parse.ts';

const SEED = 20_261_122;
const DOCUMENTS = 8_000;

/** Markup and what may break it, separated by `¦`. */
const pieces = [
  '<a>¦</a>¦<b c="1"/>¦<p:a b=" x\r\n\t">¦</p:a>¦<p:1/>¦<:a/>¦<é.-/>¦<a ¦<p:a ¦/>¦<xml:a/>¦<a xmlns="">x</a \n>',
  '<!--¦-->¦--¦<![CDATA[¦]]>¦<?p¦ ?>¦?>¦<?p:q x?>¦<?XML ?>¦<?xml version="1.0"?>¦<![CDATA[<b>&\r\n]]>¦<!-- & -->¦<?c <b>?>',
  '&amp;¦&¦&#65;¦&#0;¦&#xFFFF;¦&#xD;¦&#;¦&nbsp;¦&a:b;¦&#038;lt;¦\u0001¦\uFFFE¦\u{1F600}¦ğ€',
  ' xmlns="u"¦ xmlns:p="v&amp;"¦ xmlns:p=" w "¦ xmlns:p=""¦ xmlns:xml="u"¦ p:b=\'"&lt;\r\'¦ q:b = "2"¦ b="3"¦ b=4¦ b¦ p:-b=""',
  '<¦>¦"¦\'¦=¦ ¦\n¦\r¦\r\n¦\t¦x¦]¦-¦!¦/¦?¦]]',
].flatMap((line) => line.split('¦'));
const wrapping = fc.constantFrom(
  (inside: string) => `<a>${inside}</a>`,
  (inside: string) => `<a xmlns:p="u" xmlns:q="v">${inside}</a>`,
  (inside: string) => `<a${inside}/>`,
  (inside: string) => `<a b="${inside}"/>`,
  (inside: string) => `<?xml version="1.0"${inside}?><a/>`,
  (inside: string) => `${inside}<a/>`,
  (inside: string) => `<a/>${inside}`,
);
const anything = fc
  .tuple(fc.array(fc.constantFrom(...pieces), { maxLength: 6 }), wrapping)
  .map(([pieces, wrap]) => wrap(pieces.join('')));

it(`the reader agrees with libxml2 about what is well-formed, and about its tree (seed ${SEED})`, () => {
  let read = 0;
  fc.assert(
    fc.property(anything, (text) => {
      const reading = parseXml(text);
      const root = reading.kind === 'document' ? reading.root : null;
      expect(root).toEqual(readXml(text));
      if (root !== null) read += 1;
    }),
    { seed: SEED, numRuns: DOCUMENTS },
  );
  expect(read).toBeGreaterThan(DOCUMENTS / 5);
});
