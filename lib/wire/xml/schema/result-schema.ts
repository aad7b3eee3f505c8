import type { Contract, Structure } from '../../../model/contract.ts';
import type { XmlElement } from '../../../model/judging/document.ts';
import { escapeAttribute, escapeText } from '../escape.ts';
import { isElement, withoutSpaceAround, XSI } from '../tree.ts';
import type { SchemaEngine } from './schema-engine.ts';

const XSD = 'http://www.w3.org/2001/XMLSchema';

/** Returns the XML Schema of the packet result, derived from contract §2; its fields may appear in any order. */
export function resultSchema({ packetResult, deliveryResult }: Contract, namespace: string): string {
  const uri = escapeAttribute(namespace);
  const typeOf = ({ fields }: Structure, list = '') => {
    const elements = fields.map(({ name, type }) =>
      type === 'string'
        ? `<xs:element name="${name}" type="xs:string"/>`
        : `<xs:element name="${name}">${list}</xs:element>`,
    );
    return `<xs:complexType><xs:all>${elements.join('')}</xs:all></xs:complexType>`;
  };
  const list =
    '<xs:complexType><xs:sequence>' +
    `<xs:element name="${packetResult.list.item}" minOccurs="0" maxOccurs="unbounded">` +
    `${typeOf(deliveryResult)}</xs:element></xs:sequence></xs:complexType>`;
  return (
    `<xs:schema xmlns:xs="${XSD}" xmlns="${uri}" targetNamespace="${uri}" elementFormDefault="qualified">` +
    `<xs:element name="${packetResult.element}">${typeOf(packetResult, list)}</xs:element></xs:schema>`
  );
}

/** Remembered shapes, and the characters of each: the shape of a result for 100 recipients has about 25,000. */
const MOST_KEPT = 300;
const LONGEST_KEPT = 40_000;

/** UTF-16 units of a text that the validator gets: a text of any length is of type string. */
const MOST_TEXT = 1_000;

/**
 * Prepares the schema once for a target, and returns a function that returns the messages about a result element, none if
 * it is valid. Throws if the schema is not usable. The validator gets the element under its declared name and without
 * elements that the contract does not name: other rules judge both. It does not get an accepted shape, which is
 * everything but the texts, again, because every text of a declared field is of type string.
 */
export function resultValidator({ compile }: SchemaEngine, contract: Contract, namespace: string) {
  const { packetResult, deliveryResult } = contract;
  const validate = compile(resultSchema(contract, namespace));
  const accepted = new Set<string>();
  const namesOf = ({ fields }: Structure) => fields.map(({ name }) => name);
  /** Names of the elements inside, by depth. */
  const known = [namesOf(packetResult), [packetResult.list.item], namesOf(deliveryResult)];
  const write = (
    { children, attributes }: XmlElement,
    name: string,
    text: (text: string) => string,
    depth = 0,
  ): string => {
    let written = `<${name}${schemaAttributes(attributes)}`;
    written += depth === 0 ? ` xmlns="${escapeAttribute(namespace)}">` : '>';
    for (const child of children) {
      if (!isElement(child)) written += text(child);
      else if (child.uri === namespace && known[depth]?.includes(child.local))
        written += write(child, child.local, text, depth + 1);
    }
    return `${written}</${name}>`;
  };
  return (result: XmlElement): readonly string[] => {
    const shape = write(result, packetResult.element, (text) => (ONLY_SPACE.test(text) ? '' : '.'));
    if (accepted.has(shape)) return [];
    const errors = validate(write(result, packetResult.element, (text) => escapeText(beginningOf(text))));
    // A type or nil changes what a text must be.
    const isKept = !shape.includes(' xmlns:xsi') && shape.length <= LONGEST_KEPT && accepted.size < MOST_KEPT;
    if (isKept && errors.length === 0) accepted.add(shape);
    return errors;
  };
}

/** Returns the beginning of a text for the validator; half a surrogate pair at its end would be no XML. */
function beginningOf(text: string): string {
  return text.length <= MOST_TEXT ? text : text.slice(0, MOST_TEXT).replace(/[\uD800-\uDBFF]$/, '');
}

const ONLY_SPACE = /^[ \t\r\n]*$/;

/** Writes xsi:nil, and an xsi:type that names a type of XML Schema; the contract is silent about other attributes. */
function schemaAttributes(attributes: XmlElement['attributes']): string {
  // Nearly always.
  if (attributes.length === 0) return '';
  const value = (local: string) => attributes.find((xsi) => xsi.uri === XSI && xsi.local === local)?.value;
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
