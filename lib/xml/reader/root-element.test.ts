import fc from 'fast-check';
import libxml from 'libxmljs2';
import { describe, expect, it } from 'vitest';
import type { XmlAttribute, XmlElement, XmlNode } from '../../model/judging/xml.ts';
import { parseXml } from '../parse.ts';
import { rootElement } from './root-element.ts';

const SEED = 20_261_122;
const DOCUMENTS = 5_000;

/** The nodes as libxmljs2 gives them; its own typings merge kinds that differ. */
interface Node {
  type(): string;
  name(): string;
  text(): string;
  namespace(): Namespace | null;
  attrs(): readonly { name(): string; value(): string; namespace(): Namespace | null }[];
  childNodes(): readonly Node[];
}

interface Namespace {
  href(): string;
  prefix(): string | null;
}

/** The tree that libxml2 makes of a document, walked node by node: what ours is held to. */
function treeOfLibxml(text: string): XmlElement {
  const document = libxml.parseXml(text, { nonet: true });
  return walked(document.root() as unknown as Node);
}

function walked(node: Node): XmlElement {
  const namespace = node.namespace();
  const attributes: XmlAttribute[] = node.attrs().map((attribute) => ({
    uri: uriOf(attribute.namespace()),
    local: attribute.name(),
    value: attribute.value(),
  }));
  const children: XmlNode[] = [];
  let said = '';
  for (const child of node.childNodes()) {
    if (child.type() === 'text' || child.type() === 'cdata') said += child.text();
    if (child.type() !== 'element') continue;
    if (said !== '') children.push(said);
    said = '';
    children.push(walked(child));
  }
  if (said !== '') children.push(said);
  return {
    uri: uriOf(namespace),
    local: node.name(),
    prefix: namespace?.prefix() ?? '',
    attributes,
    children,
  };
}

/** libxml2 2.9 leaves `&#38;` in a namespace name that holds an ampersand. */
function uriOf(namespace: Namespace | null): string {
  return namespace?.href().replaceAll('&#38;', '&') ?? '';
}

const spaces = fc.constantFrom('', ' ', '\n', '\t', '\r', '\r\n', ' \r\r\n\t ');
const space = fc.constantFrom(' ', '\n', '\t', '\r\n', '\r', '  ');
const letters = fc.constantFrom(
  ...[
    'a',
    'B',
    '0',
    ' ',
    '\t',
    '\n',
    '\r',
    '\r\n',
    '>',
    "'",
    '"',
    '=',
    '/',
    'ğ',
    '€',
    '\u{1F600}',
    ']]',
    '-',
    '?',
  ],
  ...[
    '&amp;',
    '&lt;',
    '&gt;',
    '&quot;',
    '&apos;',
    '&#65;',
    '&#x1F600;',
    '&#xD;',
    '&#10;',
    '&#x9;',
    '&#038;',
    '&amp;lt;',
  ],
);
const words = fc.array(letters, { maxLength: 8 }).map((parts) => parts.join('').replaceAll(']]>', ']] >'));
const raw = words.map((text) => text.replaceAll('&', '&<'));

/** Attributes with each name once: declarations of the prefixes p and q and of a default, and others with and without. */
const attributes = fc
  .uniqueArray(fc.constantFrom('b', 'c', 'p:b', 'q:c', 'xml:lang', 'xmlns', 'xmlns:p', 'xmlns:q'), {
    maxLength: 5,
  })
  .chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc.tuple(fc.constant(name), space, spaces, spaces, fc.constantFrom('"', "'"), valueFor(name)),
      ),
    ),
  )
  .map((all) =>
    all
      .map(([name, before, left, right, quote, value]) => {
        const other = quote === '"' ? /"/g : /'/g;
        return `${before}${name}${left}=${right}${quote}${value.replace(other, '')}${quote}`;
      })
      .join(''),
  );

function valueFor(name: string): fc.Arbitrary<string> {
  if (name === 'xmlns') return fc.constantFrom('urn:u', '', 'urn:a&amp;b', 'u v');
  if (name.startsWith('xmlns:')) return fc.constantFrom('urn:u', 'urn:v', 'urn:&#97;');
  return words;
}

/** What may stand between tags. */
const filling = fc.oneof(
  words,
  raw.map((text) => `<![CDATA[${text}]]>`),
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
  .map(
    ([declaration, before, root, behind]) =>
      // Both prefixes are declared around, so that most documents are namespace-well-formed.
      `${declaration}${before}<r xmlns:p="urn:p" xmlns:q='urn:q'>${root}</r>${behind}`,
  );

describe('rootElement', () => {
  it(`reads ${DOCUMENTS} documents as libxml2's own tree has them (seed ${SEED})`, () => {
    let read = 0;
    fc.assert(
      fc.property(wholeDocument, (text) => {
        // Two prefixes for one namespace may make one attribute twice, which is not well-formed.
        if (parseXml(text).kind !== 'document') return;
        read += 1;
        expect(rootElement(text)).toEqual(treeOfLibxml(text));
      }),
      { seed: SEED, numRuns: DOCUMENTS },
    );
    expect(read).toBeGreaterThan(DOCUMENTS * 0.8);
  });

  it('throws on what has no end, and does not search for ever', () => {
    for (const text of [
      '',
      'x',
      '<a',
      '<a b',
      '<a b="1',
      '<a>',
      '<a>x',
      '<a><b></b>',
      '<!-- ',
      '<a><![CDATA[',
    ]) {
      expect(() => rootElement(text), text).toThrow(/no .* comes behind character|has no end, at character/);
    }
  });
});
