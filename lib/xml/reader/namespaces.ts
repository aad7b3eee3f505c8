import type { XmlAttribute, XmlElement } from '../../model/judging/xml.ts';
import { attributeValue } from './character-data.ts';
import type { StartTag } from './start-tag.ts';

/** The namespace declarations that are in force at a place, the innermost first. */
export interface Declared {
  /** Empty for the default namespace. */
  readonly prefix: string;
  readonly uri: string;
  readonly outer: Declared | undefined;
}

/** What is in force without a declaration. */
export const xmlIsDeclared: Declared = {
  prefix: 'xml',
  uri: 'http://www.w3.org/XML/1998/namespace',
  outer: undefined,
};

/** The declarations of a start tag, in front of those around it. */
export function declaredBy({ attributes }: StartTag, outer: Declared): Declared {
  let declared = outer;
  for (const [name, value] of attributes) {
    if (!isDeclaration(name)) continue;
    declared = { prefix: name.slice('xmlns:'.length), uri: attributeValue(value), outer: declared };
  }
  return declared;
}

function isDeclaration(name: string): boolean {
  return name === 'xmlns' || name.startsWith('xmlns:');
}

/** Names and attributes of an element, their namespaces resolved; declarations are no attributes. */
export function resolved(tag: StartTag, declared: Declared): Omit<XmlElement, 'children'> {
  const [prefix, local] = splitName(tag.name);
  const others = tag.attributes.filter(([name]) => !isDeclaration(name));
  return {
    uri: uriOf(prefix, declared),
    local,
    prefix,
    attributes: others.map(([name, value]) => toAttribute(name, attributeValue(value), declared)),
  };
}

function splitName(name: string): readonly [prefix: string, local: string] {
  const colon = name.indexOf(':');
  return colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
}

function uriOf(prefix: string, declared: Declared | undefined): string {
  for (let one = declared; one; one = one.outer) if (one.prefix === prefix) return one.uri;
  return '';
}

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/**
 * An attribute; without a prefix it is in no namespace, whatever the default one is. The QName of an xsi:type is
 * resolved to `{namespace}local`, because prefixes end here.
 */
function toAttribute(name: string, value: string, declared: Declared): XmlAttribute {
  const [prefix, local] = splitName(name);
  const uri = prefix === '' ? '' : uriOf(prefix, declared);
  if (uri !== XSI || local !== 'type') return { uri, local, value };
  const [typePrefix, type] = splitName(value.trim());
  return { uri, local, value: `{${uriOf(typePrefix, declared)}}${type}` };
}
