import libxml from 'libxmljs2';
import type { XmlReading } from '../model/document.ts';
import type { XmlAttribute, XmlElement, XmlNode } from '../model/xml.ts';
import { hasDoctype } from './doctype.ts';
import { beyondLimits } from './reading-limits.ts';

/**
 * Parses characters as a namespace-well-formed XML 1.0 document without a DTD. Never throws.
 *
 * libxml2 2.9 has open faults around entities, so a document type declaration is refused before it parses;
 * `nonet` forbids fetching, `huge` is never set (depth 256, text 10 MB). The text is given as UTF-8 whatever
 * the declaration says: agreement of encodings was judged on the bytes.
 *
 * @param utf8 the same text in UTF-8, where that is at hand already
 */
export function parseXml(text: string, utf8?: Uint8Array): XmlReading {
  const nul = text.indexOf('\0');
  if (nul >= 0) {
    return { kind: 'malformed', ...placeOf(text, nul), message: 'character U+0000 is not allowed in XML' };
  }
  if (hasDoctype(text)) return { kind: 'doctype' };
  const beyond = beyondLimits(text);
  if (beyond) return { kind: 'beyond-limits', ...placeOf(text, beyond.at), message: beyond.what };
  if (text.trim() === '') return { kind: 'malformed', line: 1, column: 0, message: 'the document is empty' };
  try {
    // The typings know strings only, but a string would be copied and read twice.
    const bytes = (utf8 ?? Buffer.from(text, 'utf8')) as unknown as string;
    const document = libxml.parseXml(bytes, { nonet: true, ignore_enc: true });
    const error = document.errors.find((candidate) => isError(candidate));
    if (error) return fromLibxml(error);
    const root = document.root();
    if (!root) return { kind: 'malformed', line: 1, column: 0, message: 'there is no root element' };
    return { kind: 'document', root: toElement(root as unknown as LibxmlNode, nowhere) };
  } catch (error) {
    return fromLibxml(error);
  }
}

interface LibxmlError {
  readonly message: string;
  readonly line?: number | null;
  readonly column?: number | null;
  readonly level?: number | null;
  readonly code?: number | null;
}

/** The nodes as libxmljs2 0.37 gives them; its own typings merge kinds that differ. */
interface LibxmlNode {
  type(): string;
  name(): string;
  text(): string;
  namespace(): { href(): string; prefix(): string | null } | null;
  attrs(): readonly LibxmlAttribute[];
  namespaces(local: true): readonly { href(): string; prefix(): string | null }[];
  childNodes(): readonly LibxmlNode[];
}

interface LibxmlAttribute {
  name(): string;
  value(): string;
  namespace(): { href(): string } | null;
}

/** XML_WAR_NS_URI: a namespace name that is no URI, such as one with letters beyond ASCII, still names. */
const ODD_NAMESPACE = 99;

/** libxml2 only warns of a document that is not XML 1.0. */
const UNKNOWN_VERSION = 97;

/** Level 1 is a warning, such as a namespace that is not an absolute URI; undefined prefixes are errors. */
function isError(error: unknown): boolean {
  const { level, code } = error as LibxmlError;
  if (code === UNKNOWN_VERSION) return true;
  return (level ?? 2) >= 2 && code !== ODD_NAMESPACE;
}

function fromLibxml(error: unknown): XmlReading {
  const { message, line, column } = error as LibxmlError;
  return {
    kind: 'malformed',
    line: line ?? 1,
    column: column ?? 0,
    message: message.trim().replaceAll('\n', ' '),
  };
}

function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < offset; end = text.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  return { line, column: offset - start + 1 };
}

/** Gives the namespace that a prefix stands for at a place, null being the default one. */
type Scope = (prefix: string | null) => string | undefined;

const nowhere: Scope = () => undefined;

/** What an element declares, and what is declared around it; asked of libxml2 only once anybody wants to know. */
function scopeOf(node: LibxmlNode, outer: Scope): Scope {
  let own: ReadonlyMap<string | null, string> | undefined;
  return (prefix) => {
    own ??= new Map(node.namespaces(true).map((one) => [one.prefix() || null, uriOf(one)]));
    return own.get(prefix) ?? outer(prefix);
  };
}

function toElement(node: LibxmlNode, outer: Scope): XmlElement {
  const namespace = node.namespace();
  const scope = scopeOf(node, outer);
  return {
    uri: uriOf(namespace),
    local: node.name(),
    prefix: namespace?.prefix() ?? '',
    attributes: node.attrs().map((attribute) => toAttribute(attribute, scope)),
    children: toChildren(node.childNodes(), scope),
  };
}

/** libxml2 2.9 leaves `&#38;` in a namespace name that holds an ampersand. */
function uriOf(namespace: { href(): string } | null): string {
  return namespace?.href().replaceAll('&#38;', '&') ?? '';
}

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** An attribute; the QName of an xsi:type is resolved to `{namespace}local`, because prefixes end here. */
function toAttribute(attribute: LibxmlAttribute, scope: Scope): XmlAttribute {
  const uri = uriOf(attribute.namespace());
  const local = attribute.name();
  const value = attribute.value();
  if (uri !== XSI || local !== 'type') return { uri, local, value };
  const [prefix = null, name] = value.includes(':') ? value.trim().split(':', 2) : [null, value.trim()];
  return { uri, local, value: `{${scope(prefix) ?? ''}}${name ?? ''}` };
}

/** Joins text and CDATA that comments or instructions had split, and drops those. */
function toChildren(nodes: readonly LibxmlNode[], scope: Scope): readonly XmlNode[] {
  const children: XmlNode[] = [];
  let text = '';
  const flush = () => {
    if (text !== '') children.push(text);
    text = '';
  };
  for (const node of nodes) {
    const type = node.type();
    if (type === 'element') {
      flush();
      children.push(toElement(node, scope));
    } else if (type === 'text' || type === 'cdata') {
      text += node.text();
    }
  }
  flush();
  return children;
}
