/** libxml2 as a second opinion, for tests of the reader. */
import libxml from 'libxmljs2';
import type { XmlElement, XmlNode } from '../model/judging/xml.ts';

/** Messages of libxml2 about a document, none if it is namespace-well-formed XML 1.0. */
export function faultsByLibxml(text: string): readonly string[] {
  try {
    return libxml
      .parseXml(text, { nonet: true })
      .errors.filter(isFault)
      .map(({ message }) => message);
  } catch (error) {
    return [(error as Error).message];
  }
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

/** The tree that libxml2 makes of a document, walked node by node. */
export function treeByLibxml(text: string): XmlElement {
  return walked(libxml.parseXml(text, { nonet: true }).root() as unknown as Node);
}

function walked(node: Node): XmlElement {
  const namespace = node.namespace();
  const attributes = node.attrs().map((attribute) => ({
    uri: uriOf(attribute.namespace()),
    local: attribute.name(),
    value: attribute.value(),
  }));
  const children: XmlNode[] = [];
  for (const child of node.childNodes()) {
    const before = children.at(-1);
    if (child.type() === 'element') children.push(walked(child));
    if ((child.type() !== 'text' && child.type() !== 'cdata') || child.text() === '') continue;
    if (typeof before === 'string') children.splice(-1, 1, before + child.text());
    else children.push(child.text());
  }
  const prefix = namespace?.prefix() ?? '';
  return { uri: uriOf(namespace), local: node.name(), prefix, attributes, children };
}

/** libxml2 2.9 leaves `&#38;` in a namespace name that holds an ampersand. */
function uriOf(namespace: Namespace | null): string {
  return namespace?.href().replaceAll('&#38;', '&') ?? '';
}
