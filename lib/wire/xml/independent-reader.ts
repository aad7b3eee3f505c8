import type * as FastXmlParser from 'fast-xml-parser';
import type { XmlElement } from '../../model/judging/document.ts';
import { attempt } from '../../text/reason-of.ts';
import { require } from '../../text/require.ts';
import { PREDEFINED } from './escape.ts';

type RawNode = Readonly<Record<string, unknown>>;
/** The namespaces in force at a place by their prefixes; it inherits from that around it. */
type Scope = Record<string, string>;

const { XMLParser, XMLValidator } = require('fast-xml-parser') as typeof FastXmlParser;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  trimValues: false,
  processEntities: false,
  ignoreDeclaration: true,
  cdataPropName: '#cdata',
  onDangerousProperty: (name) => name,
});

// What is not ended reaches to the end, so that no text is searched again from each of many beginnings.
const NOT_TEXT = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)/g;

/** Elements and attributes: far more than a request of the contract has. */
const MOST = 20_000;

/**
 * Returns the root element of an XML document with namespaces, or null if fast-xml-parser finds it not well-formed, or it
 * has a DOCTYPE, an undeclared prefix or too many parts. It is as lenient as its parser: the judge reads requests as well.
 * Text, references and CDATA sections beside each other may be several texts.
 */
export function readXml(text: string): XmlElement | null {
  // The parser takes the end of a processing instruction from the first `>`.
  const body = text.replace(NOT_TEXT, (piece) => (/^<\?[\s\S]*\?>$/.test(piece) ? '' : piece));
  if ((body.match(/<[^/!]|=\s*["']/g) ?? []).length > MOST) return null;
  if (/<!DOCTYPE/.test(body.replace(NOT_TEXT, '')) || XMLValidator.validate(body) !== true) return null;
  const element = attempt(() => {
    const root = (parser.parse(body) as readonly RawNode[]).find((node) => rawText(node) === null);
    const scope: Scope = Object.create(null);
    scope.xml = 'http://www.w3.org/XML/1998/namespace';
    return root && readElement(root, scope);
  });
  return element ?? null;
}

function readElement(node: RawNode, outer: Scope): XmlElement {
  const [name = ''] = Object.keys(node).filter((key) => key !== ':@');
  const raw = Object.entries((node[':@'] ?? {}) as Record<string, string>).map(
    ([key, value]) => [key, resolveReferences(value.replace(/[\t\n]/g, ' '))] as const,
  );
  const scope: Scope = Object.create(outer);
  for (const [key, uri] of raw) if (/^xmlns(:|$)/.test(key)) scope[key.slice('xmlns:'.length)] = uri;
  return {
    ...resolvedName(name, scope, scope[''] ?? ''),
    prefix: name.includes(':') ? name.replace(/:.*/s, '') : '',
    attributes: raw
      .filter(([key]) => !/^xmlns(:|$)/.test(key))
      .map(([key, value]) => ({ ...resolvedName(key, scope, ''), value })),
    children: (node[name] as readonly RawNode[]).map((child) => rawText(child) ?? readElement(child, scope)),
  };
}

/** Resolves a name. @throws Error for a prefix that is not declared */
function resolvedName(name: string, scope: Scope, unprefixed: string): Pick<XmlElement, 'uri' | 'local'> {
  const [prefix, local] = name.split(':');
  if (local === undefined) return { uri: unprefixed, local: name };
  const uri = scope[prefix ?? ''];
  if (uri === undefined) throw new Error(`prefix ${prefix} is not declared`);
  return { uri, local };
}

/** Returns the characters of a text or CDATA node, null for an element. */
function rawText(node: RawNode): string | null {
  if ('#cdata' in node) return (node['#cdata'] as readonly { '#text': string }[])[0]?.['#text'] ?? '';
  return typeof node['#text'] === 'string' ? resolveReferences(node['#text']) : null;
}

/** Replaces references by their characters. @throws Error for one that XML does not define */
function resolveReferences(text: string): string {
  return text.replace(/&(#x?)?([^;]*);/g, (reference, kind: string | undefined, name: string) => {
    const code = Number.parseInt(name, kind === '#x' ? 16 : 10);
    const character = kind === undefined ? PREDEFINED[name] : String.fromCodePoint(code);
    if (character === undefined) throw new Error(`${reference} is not a reference`);
    return character;
  });
}
