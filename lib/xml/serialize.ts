import type { XmlElement } from '../model/xml.ts';
import { escapeAttribute, escapeText } from './escape.ts';
import { isElement } from './tree.ts';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const XSD = 'http://www.w3.org/2001/XMLSchema';

/** UTF-16 units of a text that the validator gets: a text of any length is of type string. */
const MOST_TEXT = 1_000;

/**
 * Writes an element as a document of its own for the schema validator: every element in its namespace by
 * default declaration; of its attributes only xsi:nil and those xsi:type that name a type of XML Schema
 * itself (the contract says nothing about attributes, and a type of the service's own schema is its affair).
 * @param written a text as it stands in the document
 */
export function serializeForSchema(element: XmlElement, written = beginningOf): string {
  const content = element.children
    .map((child) => (isElement(child) ? serializeForSchema(child, written) : written(child)))
    .join('');
  const start = `${element.local} xmlns="${escapeAttribute(element.uri)}"${schemaAttributes(element)}`;
  return `<${start}>${content}</${element.local}>`;
}

function beginningOf(text: string): string {
  return escapeText(text.slice(0, MOST_TEXT));
}

/**
 * What a schema of strings looks at in an element: names, and where there is text, but not which. Two elements of one
 * shape are both valid or both not.
 * @returns null where an attribute makes the validator look at a text itself
 */
export function shapeForSchema(element: XmlElement): string | null {
  const shape = serializeForSchema(element, (text) => (/[^ \t\r\n]/.test(text) ? 'text' : ' '));
  return shape.includes(` xmlns:xsi="`) ? null : shape;
}

function schemaAttributes(element: XmlElement): string {
  const value = (local: string) =>
    element.attributes.find((attribute) => attribute.uri === XSI && attribute.local === local)?.value;
  const nil = value('nil');
  const type = value('type');
  let written = '';
  if (nil === 'true' || nil === '1') written += ` xsi:nil="${escapeAttribute(nil)}"`;
  if (type?.startsWith(`{${XSD}}`)) {
    written += ` xmlns:xsd="${XSD}" xsi:type="xsd:${escapeAttribute(type.slice(XSD.length + 2))}"`;
  }
  return written === '' ? '' : ` xmlns:xsi="${XSI}"${written}`;
}
