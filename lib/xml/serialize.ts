import type { XmlElement } from '../model/judging/xml.ts';
import { escapeAttribute, escapeText } from './escape.ts';
import { withoutSpaceAround } from './space.ts';
import { isElement } from './tree.ts';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const XSD = 'http://www.w3.org/2001/XMLSchema';

/** UTF-16 units of a text that the validator gets: a text of any length is of type string. */
const MOST_TEXT = 1_000;

/**
 * Writes an element as a document of its own for the schema validator: every element in its namespace by
 * default declaration; of its attributes only xsi:nil and those xsi:type that name a type of XML Schema
 * itself (the contract says nothing about attributes, and a type of the service's own schema is its affair).
 */
export function serializeForSchema(element: XmlElement): string {
  const content = element.children
    .map((child) => (isElement(child) ? serializeForSchema(child) : escapeText(child.slice(0, MOST_TEXT))))
    .join('');
  const start = `${element.local} xmlns="${escapeAttribute(element.uri)}"${schemaAttributes(element)}`;
  return `<${start}>${content}</${element.local}>`;
}

/** Whether the validator gets an attribute of an element or of one inside of it. */
export function hasSchemaAttributes(element: XmlElement): boolean {
  const own = element.attributes.length > 0 && schemaAttributes(element) !== '';
  return own || element.children.some((child) => isElement(child) && hasSchemaAttributes(child));
}

function schemaAttributes(element: XmlElement): string {
  const value = (local: string) =>
    element.attributes.find((attribute) => attribute.uri === XSI && attribute.local === local)?.value;
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
