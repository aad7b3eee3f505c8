import type { XmlElement, XmlNode } from '../../model/judging/document.ts';

/** The namespaces of the envelopes of SOAP 1.1 (§3) and SOAP 1.2 (part 1 §5.1). */
export const SOAP_11 = 'http://schemas.xmlsoap.org/soap/envelope/';
export const SOAP_12 = 'http://www.w3.org/2003/05/soap-envelope';

export const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

export function isElement(node: XmlNode): node is XmlElement {
  return typeof node !== 'string';
}

export function elementsOf(element: XmlElement): readonly XmlElement[] {
  return element.children.filter(isElement);
}

/** Returns the child elements of a local name in any namespace. */
export function childrenNamed(element: XmlElement, name: string): readonly XmlElement[] {
  return elementsOf(element).filter(({ local }) => local === name);
}

/** Returns the text of an element, without that of elements inside. */
export function textOf(element: XmlElement): string {
  return element.children.filter((node) => !isElement(node)).join('');
}

/** Returns a name as `{namespace}local`, as findings write it. */
export function expandedName(element: { readonly uri: string; readonly local: string }): string {
  return element.uri === '' ? element.local : `{${element.uri}}${element.local}`;
}

/** True if an element has that namespace URI and local name; prefixes never count. */
export function isNamed(element: XmlElement, uri: string, local: string): boolean {
  return element.uri === uri && element.local === local;
}

const SPACE = ' \t\r\n';

/** Removes the white space of XML around a text, in linear time; a no-break space is text. */
export function withoutSpaceAround(text: string): string {
  let end = text.length;
  while (end > 0 && SPACE.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).replace(/^[ \t\r\n]+/, '');
}

/** Returns the first element in the Body of an envelope: the operation of a request. */
export function firstInBody(root: XmlElement | null): XmlElement | undefined {
  const body = root ? elementsOf(root).find((element) => element.local === 'Body') : undefined;
  return body && elementsOf(body)[0];
}
