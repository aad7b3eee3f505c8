import type { BindingId } from '../../model/contract.ts';
import type { XmlElement } from '../../model/judging/document.ts';
import { beginningOf } from '../../text/printable.ts';
import { parseXml } from '../../wire/xml/parse.ts';
import { elementsOf, expandedName } from '../../wire/xml/tree.ts';

export const WSDL = 'http://schemas.xmlsoap.org/wsdl/';
export const SCHEMA = 'http://www.w3.org/2001/XMLSchema';

/** A WSDL 1.1 document, or an XML Schema that such a document imports. */
export interface WsdlDocument {
  readonly root: XmlElement;
  /** Prefixes that are declared, in alphabetical order; names are resolved without them. */
  readonly prefixes: string;
  /** Locations of the documents that it imports, as written. */
  readonly imports: readonly string[];
}

const ROOTS = [`{${WSDL}}definitions`, `{${SCHEMA}}schema`];
const IMPORTS = [`{${WSDL}}import`, `{${SCHEMA}}import`, `{${SCHEMA}}include`];

/** Attributes of WSDL and XML Schema whose values are QNames. */
const Q_NAMES = ['type', 'element', 'base', 'ref', 'binding', 'message'];

/** Reads a document, or returns a clause that says why it cannot be read; a document type declaration is refused. */
export function readWsdl(text: string): WsdlDocument | string {
  const xml = parseXml(text, Q_NAMES);
  if (xml.kind === 'doctype' || (xml.kind === 'document' && xml.doctype))
    return 'has a document type declaration, which is never read';
  if (xml.kind !== 'document')
    return `is no XML: ${'message' in xml ? xml.message : 'its encoding is unknown'}`;
  const { root } = xml;
  if (!ROOTS.includes(expandedName(root))) return `is no WSDL 1.1: its root is ${expandedName(root)}`;
  const imports = [root, ...schemasIn(root)]
    .flatMap(elementsOf)
    .filter((child) => IMPORTS.includes(expandedName(child)))
    .flatMap((child) => attributeText(child, 'location') ?? attributeText(child, 'schemaLocation') ?? []);
  const declared = text.match(/\bxmlns(?::[^\s=]+)?(?=\s*=)/g) ?? [];
  return { root, imports, prefixes: [...new Set(declared)].sort().join(' ') };
}

/** Returns the schemas of a document; a schema is its only one. */
function schemasIn(root: XmlElement): readonly XmlElement[] {
  return root.uri === SCHEMA ? [root] : wsdlChildren(root, 'types').flatMap(elementsOf);
}

/** Characters of a value that are read. */
const MOST_OF_VALUE = 300;

/** Returns the value of an attribute without a namespace, cut where it is longer than any name. */
export function attributeText({ attributes }: XmlElement, name: string): string | undefined {
  const value = attributes.find(({ uri, local }) => uri === '' && local === name)?.value;
  return value && beginningOf(value, MOST_OF_VALUE);
}

/** Returns the children of a name in the namespace of WSDL. */
export function wsdlChildren(parent: XmlElement, name: string): readonly XmlElement[] {
  return elementsOf(parent).filter(({ uri, local }) => uri === WSDL && local === name);
}

/** Returns the element of another namespace in an element of WSDL, such as soap:address or http:operation. */
export function extensionOf(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  return parent && elementsOf(parent).find(({ uri, local }) => local === name && uri !== WSDL);
}

/** A declaration of a WSDL or a schema, and the element that has it. */
export interface Declared {
  readonly node: XmlElement;
  readonly parent: XmlElement;
}

/** Returns all declarations by kind and expanded name, such as `binding {urn:a}Soap`; of two with a name, the first. */
export function declarationsIn(documents: readonly WsdlDocument[]): ReadonlyMap<string, Declared> {
  const declared = new Map<string, Declared>();
  for (const parent of new Set(documents.flatMap(({ root }) => [root, ...schemasIn(root)])))
    for (const node of elementsOf(parent)) {
      const name = attributeText(node, 'name');
      const kind = node.local.replace(/^(?:complex|simple)Type$/, 'type');
      const key = `${kind} {${attributeText(parent, 'targetNamespace') ?? ''}}${name}`;
      if (name !== undefined && !declared.has(key)) declared.set(key, { node, parent });
    }
  return declared;
}

/** The bindings of WSDL 1.1 by the namespace of their extension elements, and by the verb over HTTP. */
const EXTENSIONS: Readonly<Record<string, BindingId>> = {
  [`${WSDL}soap/`]: 'soap11',
  [`${WSDL}soap12/`]: 'soap12',
  [`${WSDL}http/GET`]: 'http-get',
  [`${WSDL}http/POST`]: 'http-post',
};

/** Returns the binding of the contract that a wsdl:binding describes. */
export function bindingIn(node: XmlElement | undefined): BindingId | undefined {
  const style = extensionOf(node, 'binding');
  return style && EXTENSIONS[`${style.uri}${attributeText(style, 'verb') ?? ''}`];
}
