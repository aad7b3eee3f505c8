import type { Contract, Field, Structure } from '../../../model/contract.ts';
import type { XmlElement } from '../../../model/judging/document.ts';
import { escapeAttribute, escapeText } from '../escape.ts';
import { isElement, withoutSpaceAround, XSI } from '../tree.ts';
import type { SchemaEngine } from './schema-engine.ts';

/**
 * XML Schema of the packet result, derived from contract §2. Fields may appear in any order: their order is not
 * stated, and a rule of level should looks at it.
 */
export function resultSchema(contract: Contract, namespace: string): string {
  const uri = escapeAttribute(namespace);
  return (
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="${uri}"` +
    ` targetNamespace="${uri}" elementFormDefault="qualified">` +
    `<xs:element name="${contract.packetResult.element}">${complexType(contract.packetResult, contract)}</xs:element>` +
    '</xs:schema>'
  );
}

function complexType(structure: Structure, contract: Contract): string {
  const fields = structure.fields.map((field) => fieldElement(field, contract)).join('');
  return `<xs:complexType><xs:all>${fields}</xs:all></xs:complexType>`;
}

function fieldElement(field: Field, contract: Contract): string {
  if (field.type === 'string') return `<xs:element name="${field.name}" type="xs:string"/>`;
  const item = complexType(contract.deliveryResult, contract);
  return (
    `<xs:element name="${field.name}"><xs:complexType><xs:sequence>` +
    `<xs:element name="${field.item}" minOccurs="0" maxOccurs="unbounded">${item}</xs:element>` +
    '</xs:sequence></xs:complexType></xs:element>'
  );
}

/**
 * Prepares the schema once for a target, and returns what validates a result element: it gives the validator's messages,
 * none when the element is valid. Throws when the derived schema itself is not usable. It declares one
 * root, the packet result: a result element with another name is shown to it under that name.
 *
 * libxml2 is a second opinion in two ways: of the schema, and of the names and texts that the reader took. A shape that it
 * has accepted is not shown to it again: every text of a declared field is of type string.
 */
export function resultValidator({ compile }: SchemaEngine, contract: Contract, namespace: string) {
  const validate = compile(resultSchema(contract, namespace));
  const accepted = new Set<string>();
  return (result: XmlElement): readonly string[] => {
    const shape = shapeOf(result);
    if (shape !== null && accepted.has(shape)) return [];
    const errors = validate(serializeForSchema(result));
    const isKept = shape !== null && shape.length <= LONGEST_KEPT && accepted.size < MOST_KEPT;
    if (isKept && errors.length === 0) accepted.add(shape);
    return errors;
  };
}

/** Shapes that are remembered, and the characters of one: that of a result for 100 recipients has about 13,000. */
const MOST_KEPT = 500;
const LONGEST_KEPT = 20_000;

const ONLY_SPACE = /^[ \t\r\n]*$/;

/**
 * Returns all that decides whether an element is valid, which is everything but its texts; null where an attribute of
 * XML Schema instances (`xsi:nil`, `xsi:type`) changes what a text must be.
 */
function shapeOf({ uri, local, children, attributes }: XmlElement, parentUri = ''): string | null {
  if (attributes.some((one) => one.uri === XSI)) return null;
  let shape = uri === parentUri ? `<${local}` : `<{${escapeAttribute(uri)}}${local}`;
  for (const child of children) {
    const part = isElement(child) ? shapeOf(child, uri) : ONLY_SPACE.test(child) ? '' : '"';
    if (part === null) return null;
    shape += part;
  }
  return `${shape}>`;
}

const XSD = 'http://www.w3.org/2001/XMLSchema';

/** UTF-16 units of a text that the validator gets: a text of any length is of type string. */
const MOST_TEXT = 1_000;

/**
 * Writes an element as a document of its own for the schema validator: every element in its namespace by
 * default declaration; of its attributes only xsi:nil and those xsi:type that name a type of XML Schema
 * itself (the contract says nothing about attributes, and a type of the service's own schema is not judged).
 */
function serializeForSchema({ uri, local, children, attributes }: XmlElement, parentUri = ''): string {
  const content = children
    .map((child) =>
      isElement(child) ? serializeForSchema(child, uri) : escapeText(child.slice(0, MOST_TEXT)),
    )
    .join('');
  const xmlns = uri === parentUri ? '' : ` xmlns="${escapeAttribute(uri)}"`;
  return `<${local}${xmlns}${schemaAttributes(attributes)}>${content}</${local}>`;
}

function schemaAttributes(attributes: XmlElement['attributes']): string {
  const value = (local: string) => attributes.find((one) => one.uri === XSI && one.local === local)?.value;
  // A value of xs:boolean has no white space around it (XML Schema part 2 §3.2.2, collapse).
  const nil = withoutSpaceAround(value('nil') ?? '');
  const type = value('type');
  let written = '';
  if (nil === 'true' || nil === '1') written += ` xsi:nil="${escapeAttribute(nil)}"`;
  if (type?.startsWith(`{${XSD}}`)) {
    written += ` xmlns:xsd="${XSD}" xsi:type="xsd:${escapeAttribute(type.slice(XSD.length + 2))}"`;
  }
  return written === '' ? '' : ` xmlns:xsi="${XSI}"${written}`;
}
