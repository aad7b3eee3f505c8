import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseXml } from './parse.ts';
import { faultsByLibxml, treeByLibxml } from './testing.ts';

const SEED = 20_261_122;
const DOCUMENTS = 1_000;

const spaces = fc.constantFrom('', ' ', '\n', '\t', '\r', '\r\n', ' \r\r\n\t ');
const space = fc.constantFrom(' ', '\n', '\t', '\r\n', '\r', '  ');
const characters = [...'aB0 \t\n\r>\'"=/ğ€\u{1F600}-?', '\r\n', ']]'];
const references = '&amp; &lt; &gt; &quot; &apos; &#65; &#x1F600; &#xD; &#10; &#x9; &#038; &amp;lt;'.split(
  ' ',
);
const words = fc
  .array(fc.constantFrom(...characters, ...references), { maxLength: 8 })
  .map((parts) => parts.join('').replaceAll(']]>', ']] >'));

/** Attributes with each name once: declarations of the prefixes p and q and of a default, and others with and without. */
const attributes = fc
  .uniqueArray(fc.constantFrom('b', 'c', 'p:b', 'q:c', 'xml:lang', 'xmlns', 'xmlns:p', 'xmlns:q'), {
    maxLength: 5,
  })
  .chain((names) => fc.tuple(...names.map(attribute)))
  .map((all) => all.join(''));

function attribute(name: string): fc.Arbitrary<string> {
  return fc
    .tuple(space, spaces, spaces, fc.constantFrom('"', "'"), valueFor(name))
    .map(([before, left, right, quote, value]) => {
      return `${before}${name}${left}=${right}${quote}${value.replaceAll(quote, '')}${quote}`;
    });
}

function valueFor(name: string): fc.Arbitrary<string> {
  if (name === 'xmlns') return fc.constantFrom('urn:u', '', 'urn:a&amp;b', 'u v', ' urn:u');
  if (name.startsWith('xmlns:')) return fc.constantFrom('urn:u', 'urn:v', 'urn:&#97;', ' urn:v ');
  return words;
}

/** What may be between tags. */
const filling = fc.oneof(
  words,
  words.map((text) => `<![CDATA[${text.replaceAll('&', '&<')}]]>`),
  words.map((text) => `<!--${text.replaceAll('-', '+')}-->`),
  words.map((text) => `<?pi ${text.replaceAll('?', '!')}?>`),
);

const { element } = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .tuple(
      fc.constantFrom('a', 'p:a', 'q:Response', 'ş', 'a-b.c'),
      attributes,
      spaces,
      fc.array(fc.oneof({ depthSize: 'small' }, filling, tie('element')), { maxLength: 5 }),
      fc.boolean(),
    )
    .map(([name, written, gap, content, short]) =>
      short && content.length === 0
        ? `<${name}${written}${gap}/>`
        : `<${name}${written}${gap}>${content.join('')}</${name}${gap}>`,
    ),
}));

const wholeDocument = fc
  .tuple(
    fc.constantFrom('', '<?xml version="1.0"?>', "<?xml version='1.0' standalone='yes' ?>\r\n"),
    fc.constantFrom('', '\n', '<!-- <a> -->', '<?a <b>?> '),
    element,
    spaces,
  )
  // Both prefixes are declared around, so that most documents are namespace-well-formed.
  .map(([declaration, before, root, behind]) => {
    return `${declaration}${before}<r xmlns:p="urn:p" xmlns:q='urn:q'>${root}</r>${behind}`;
  });

const piece = fc.constantFrom(
  ...[
    '<a>',
    '</a>',
    '<b c="1"/>',
    '<p:a>',
    '</p:a>',
    '<p:1/>',
    '<:a/>',
    '<é/>',
    '<a ',
    '<p:a ',
    '/>',
    '<xml:a/>',
  ],
  ...[
    '<!--',
    '-->',
    '--',
    '<![CDATA[',
    ']]>',
    '<?p',
    ' ?>',
    '?>',
    '<?p:q x?>',
    '<?XML ?>',
    '<?xml version="1.0"?>',
  ],
  ...['&amp;', '&', '&#65;', '&#0;', '&#xFFFF;', '&#;', '&nbsp;', '&a:b;', '\u0001', '\uFFFE', '\u{1F600}'],
  ...[
    ' xmlns="u"',
    ' xmlns:p="u"',
    ' xmlns:p=""',
    ' xmlns:xml="u"',
    ' p:b="1"',
    ' b="3"',
    ' b=4',
    ' b',
    ' p:-b=""',
  ],
  ...['<', '>', '"', "'", '=', ' ', '\n', '\r', 'x', ']', '-', '!', '/', '?'],
);
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
  .tuple(fc.array(piece, { maxLength: 6 }), wrapping)
  .map(([pieces, wrap]) => wrap(pieces.join('')));

describe(`the reader agrees with libxml2 (seed ${SEED})`, () => {
  it(`about the tree of ${DOCUMENTS} documents`, () => {
    let read = 0;
    fc.assert(
      fc.property(wholeDocument, (text) => {
        const reading = parseXml(text);
        // Two prefixes for one namespace may make one attribute twice, which is not well-formed.
        if (reading.kind !== 'document') return;
        read += 1;
        expect(reading.root).toEqual(treeByLibxml(text));
      }),
      { seed: SEED, numRuns: DOCUMENTS },
    );
    expect(read).toBeGreaterThan(DOCUMENTS * 0.8);
  });

  it('about what is well-formed, whatever is put together', () => {
    let read = 0;
    fc.assert(
      fc.property(anything, (text) => {
        const isRead = parseXml(text).kind === 'document';
        read += isRead ? 1 : 0;
        expect(isRead).toBe(faultsByLibxml(text).length === 0);
      }),
      { seed: SEED, numRuns: 5_000 },
    );
    expect(read).toBeGreaterThan(250);
  });
});
