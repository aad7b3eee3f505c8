import libxml from 'libxmljs2';
import type { XmlElement, XmlNode } from '../model/judging/xml.ts';

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

/**
 * Returns the root element of a namespace-well-formed XML 1.0 document, or null if it is not one. A DOCTYPE is refused.
 *
 * The server end's own reader: it is libxml2, so that one parser's mistake cannot hide in both ends.
 */
export function readXml(text: string): XmlElement | null {
  let document: libxml.Document;
  try {
    document = libxml.parseXml(text, { nonet: true });
  } catch {
    return null;
  }
  if (document.errors.some(isFault) || document.getDtd() !== null) return null;
  return elementOf(document.root() as unknown as Node);
}

/** XML_WAR_UNKNOWN_VERSION: libxml2 only warns of a document that is not XML 1.0. */
const UNKNOWN_VERSION = 97;

/** A namespace name that is no URI (99), and what xml:id demands beyond XML 1.0 (513, 539). */
const NO_FAULTS: readonly unknown[] = [99, 513, 539];

function isFault({
  level,
  code,
}: {
  readonly level?: number | null;
  readonly code?: number | null;
}): boolean {
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
