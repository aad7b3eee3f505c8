import libxml from 'libxmljs2';
import type { Contract, Field, Structure } from '../model/contract.ts';
import type { XmlElement } from '../model/xml.ts';
import { escapeAttribute } from './escape.ts';
import { serializeForSchema } from './serialize.ts';
import { isElement } from './tree.ts';

/**
 * XML Schema of the packet result, derived from contract §2. Fields may stand in any order: their order is not
 * stated, and a rule of level should looks at it.
 */
export function resultSchema(contract: Contract, namespace: string): string {
  return (
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="${escapeAttribute(namespace)}"` +
    ` targetNamespace="${escapeAttribute(namespace)}" elementFormDefault="qualified">` +
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

/** Validates a result element; gives the validator's messages, none when it is valid. */
export type ResultValidator = (result: XmlElement) => readonly string[];

/**
 * Prepares the schema once for a target; throws when the derived schema itself is not usable. The result element
 * is validated under the name of the packet result, because its name depends on the binding and has rules of
 * its own, and without the elements that the contract does not name, for the same reason.
 */
export function resultValidator(contract: Contract, namespace: string): ResultValidator {
  const schema = libxml.parseXml(resultSchema(contract, namespace), { nonet: true });
  return (result) => {
    const known = prune({ ...result, uri: namespace, local: contract.packetResult.element }, contract);
    const document = libxml.parseXml(serializeForSchema(known), { nonet: true });
    if (document.validate(schema)) return [];
    return document.validationErrors.map((error) => error.message.trim());
  };
}

/** The result and its delivery results without elements that are no fields of theirs. */
function prune(result: XmlElement, contract: Contract): XmlElement {
  const lists = new Map(
    contract.packetResult.fields.flatMap((f) => (f.type === 'list' ? [[f.name, f.item]] : [])),
  );
  return onlyFields(result, contract.packetResult, (field) => {
    const item = lists.get(field.local);
    if (item === undefined) return field;
    const children = field.children.map((child) =>
      isElement(child) && child.local === item
        ? onlyFields(child, contract.deliveryResult, (leaf) => leaf)
        : child,
    );
    return { ...field, children };
  });
}

function onlyFields(
  element: XmlElement,
  { fields }: Structure,
  within: (field: XmlElement) => XmlElement,
): XmlElement {
  const names = fields.map(({ name }) => name);
  const children = element.children
    .filter((child) => !isElement(child) || names.includes(child.local))
    .map((child) => (isElement(child) ? within(child) : child));
  return { ...element, children };
}
