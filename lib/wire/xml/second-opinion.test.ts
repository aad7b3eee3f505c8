import fc from 'fast-check';
import {
  ParseOption,
  type XmlDocument as WasmDocument,
  XmlElement as WasmElement,
  XmlDocument,
  XmlParseError,
} from 'libxml2-wasm';
import { expect, it } from 'vitest';
import type { XmlElement, XmlNode } from '../../model/judging/document.ts';
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

/** Both builds of libxml2, where libxmljs2 is installed. */
const libxmljs2 = await import('libxmljs2').then(
  ({ default: libxml }) => libxml as unknown as Native,
  () => null,
);
const readers = [
  ['libxml2-wasm', readByWasm],
  ...(libxmljs2 ? [['libxmljs2', (text: string) => readByNative(text, libxmljs2)] as const] : []),
] as const;

it.each(readers)(
  `the reader agrees with %s about what is well-formed, and about its tree (seed ${SEED})`,
  (_, readByLibxml) => {
    let read = 0;
    fc.assert(
      fc.property(anything, (text) => {
        const reading = parseXml(text);
        const root = reading.kind === 'document' ? reading.root : null;
        expect(root).toEqual(readByLibxml(text));
        if (root !== null) read += 1;
      }),
      { seed: SEED, numRuns: DOCUMENTS },
    );
    expect(read).toBeGreaterThan(DOCUMENTS / 5);
  },
);

/** What is used of libxmljs2; its own typings may be missing, and merge kinds of nodes that differ. */
interface Native {
  parseXml(
    text: string,
    options: { readonly nonet: true },
  ): {
    readonly errors: readonly { readonly level?: number | null; readonly code?: number | null }[];
    getDtd(): unknown;
    root(): Node;
  };
}

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

/** The root element by libxml2, or null where that finds no namespace-well-formed XML 1.0 document without a DOCTYPE. */
function readByNative(text: string, libxml: Native): XmlElement | null {
  try {
    const document = libxml.parseXml(text, { nonet: true });
    return document.errors.some(isFault) || document.getDtd() !== null ? null : elementOf(document.root());
  } catch {
    return null;
  }
}

/** XML_WAR_UNKNOWN_VERSION: libxml2 only warns of a document that is not XML 1.0. */
const UNKNOWN_VERSION = 97;

/** A namespace name that is no URI (99), and what xml:id demands beyond XML 1.0 (513, 539). */
const NO_FAULTS: readonly unknown[] = [99, 513, 539];

function isFault({ level, code }: { level?: number | null; code?: number | null }): boolean {
  return code === UNKNOWN_VERSION || ((level ?? 2) >= 2 && !NO_FAULTS.includes(code));
}

function elementOf(node: Node): XmlElement {
  const namespace = node.namespace();
  const children: XmlNode[] = [];
  let text = '';
  for (const child of node.childNodes()) {
    const type = child.type();
    if (type === 'text' || type === 'cdata') text += child.text();
    if (type !== 'element') continue;
    if (text !== '') children.push(text);
    text = '';
    children.push(elementOf(child));
  }
  if (text !== '') children.push(text);
  return {
    uri: uriOf(namespace),
    local: node.name(),
    prefix: namespace?.prefix() ?? '',
    attributes: node.attrs().map((attribute) => ({
      uri: uriOf(attribute.namespace()),
      local: attribute.name(),
      value: attribute.value(),
    })),
    children,
  };
}

/** libxml2 2.9 leaves `&#38;` in a namespace name that holds an ampersand. */
function uriOf(namespace: Namespace | null): string {
  return namespace?.href().replaceAll('&#38;', '&') ?? '';
}

/** The same by libxml2-wasm, whose errors have no codes. */
function readByWasm(text: string): XmlElement | null {
  let document: WasmDocument;
  try {
    document = XmlDocument.fromString(text);
  } catch (error) {
    const details = error instanceof XmlParseError ? error.details : [];
    if (details.length === 0 || !details.every(({ message }) => /is not a valid URI|^xml:id/.test(message))) {
      return null;
    }
    document = XmlDocument.fromString(text, { option: ParseOption.XML_PARSE_NOERROR });
  }
  try {
    const isOther = document.warnings.some(({ message }) => /version/.test(message));
    return isOther || document.dtd !== null ? null : wasmElementOf(document.root);
  } finally {
    document.dispose();
  }
}

function wasmElementOf(node: WasmElement): XmlElement {
  const children: XmlNode[] = [];
  let text = '';
  // Its lists of children end at a processing instruction.
  for (const child of node.find('text() | *')) {
    if (!(child instanceof WasmElement)) {
      text += child.content;
      continue;
    }
    if (text !== '') children.push(text);
    text = '';
    children.push(wasmElementOf(child));
  }
  if (text !== '') children.push(text);
  const { namespaceUri, name, prefix, attrs } = node;
  const attributes = attrs.map((attribute) => ({
    uri: attribute.namespaceUri,
    local: attribute.name,
    value: attribute.value,
  }));
  return { uri: namespaceUri, local: name, prefix, attributes, children };
}
