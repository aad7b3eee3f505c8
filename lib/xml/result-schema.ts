import libxml from 'libxmljs2';
import type { Contract, Field, Structure } from '../model/contract.ts';
import type { XmlElement } from '../model/judging/xml.ts';
import { escapeAttribute } from './escape.ts';
import { hasShape, type Shape, shapeOf } from './reader/shape.ts';
import { hasSchemaAttributes, serializeForSchema } from './serialize.ts';
import { isElement } from './tree.ts';

/**
 * XML Schema of the packet result, derived from contract §2. Fields may stand in any order: their order is not
 * stated, and a rule of level should looks at it.
 */
export function resultSchema(contract: Contract, namespace: string): string {
  // libxml2 2.9 reads the ampersand of an xmlns as `&#38;` and that of any other attribute as `&`: told the same
  // mistake here, it finds the two equal.
  const targetNamespace = escapeAttribute(namespace).replaceAll('&amp;', '&amp;#38;');
  return (
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="${escapeAttribute(namespace)}"` +
    ` targetNamespace="${targetNamespace}" elementFormDefault="qualified">` +
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

/** Errors of the validator that are passed on. */
const MOST_ERRORS = 1_000;

/** Shapes of valid results that are remembered, and the delivery results of one: most replies of a target have few. */
const MOST_SHAPES = 50;
const MOST_ITEMS = 50;

/** Validates a result element; gives the validator's messages, none when it is valid. */
export type ResultValidator = (result: XmlElement) => readonly string[];

/**
 * Prepares the schema once for a target; throws when the derived schema itself is not usable. It declares one
 * root, the packet result: a result element with another name is given under that name. libxml2 compiles a schema
 * anew each time, so what has the shape of a valid result is not validated again.
 */
export function resultValidator(contract: Contract, namespace: string): ResultValidator {
  const schema = libxml.parseXml(resultSchema(contract, namespace), { nonet: true });
  const valid: Shape[] = [];
  return (result) => {
    // A type that an attribute gives may look at the text itself.
    const isPlain = !hasSchemaAttributes(result);
    if (isPlain && valid.some((shape) => hasShape(result, shape))) return [];
    const document = libxml.parseXml(serializeForSchema(result), { nonet: true });
    if (document.validate(schema)) {
      if (isPlain && isSmall(result) && valid.length < MOST_SHAPES) valid.push(shapeOf(result));
      return [];
    }
    // One would do, and each of thousands costs as much as the element that it is about.
    return document.validationErrors
      .slice(0, MOST_ERRORS)
      .map((error) => error.message.trim().replaceAll('&#38;', '&'));
  };
}

function isSmall({ children }: XmlElement): boolean {
  const most = Math.max(0, ...children.map((child) => (isElement(child) ? child.children.length : 0)));
  return children.length <= MOST_ITEMS && most <= MOST_ITEMS;
}
