import type { Children, ReplyElement } from '../seams.ts';

/** Writes a document as .NET does: over SOAP on one line, over GET and POST indented by two spaces with CR LF. */
export function writeXml(root: ReplyElement, layout: 'one-line' | 'indented'): string {
  const newline = layout === 'indented' ? '\r\n' : '';
  return `<?xml version="1.0" encoding="utf-8"?>${newline}${writeElement(root, new Map([['', '']]), newline)}`;
}

/** Writes an element; `newline` is the line break with its indent, or empty. */
function writeElement(element: ReplyElement, outer: ReadonlyMap<string, string>, newline: string): string {
  const prefix = element.prefix ?? '';
  const name = prefix === '' ? element.name : `${prefix}:${element.name}`;
  const declared = outer.get(prefix) === element.uri;
  const scope = declared ? outer : new Map(outer).set(prefix, element.uri);
  const uri = escapedAttribute(element.uri);
  const attributes = [
    ...(declared || prefix === '' ? [] : [` xmlns:${prefix}="${uri}"`]),
    ...(element.attributes ?? []).map(([key, value]) => ` ${key}="${escapedAttribute(value)}"`),
    ...(declared || prefix !== '' ? [] : [` xmlns="${uri}"`]),
  ].join('');
  if (element.children.length === 0) return `<${name}${attributes} />`;
  const inner = newline !== '' && element.children.every(isMarkup) ? `${newline}  ` : '';
  const written = element.children.map((child) =>
    isMarkup(child) ? writeElement(child, scope, inner) : escapeText(child),
  );
  const children = written.map((child) => inner + child).join('');
  return `<${name}${attributes}>${children}${inner === '' ? '' : newline}</${name}>`;
}

export function isMarkup(node: Children[number]): node is ReplyElement {
  return typeof node === 'object';
}

const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const NAMED: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };

/** Escapes characters; those that XML cannot hold, which come only over GET and POST, become U+FFFD. */
function escapeCharacters(text: string, characters: RegExp): string {
  return text
    .replace(NOT_XML, '\uFFFD')
    .replace(characters, (raw) => `&${NAMED[raw] ?? `#x${raw.charCodeAt(0).toString(16).toUpperCase()}`};`);
}

/** Escapes character data, with CR as a reference, because a reader would turn CR into LF (XML 1.0 §2.11). */
function escapeText(text: string): string {
  return escapeCharacters(text, /[&<>\r]/g);
}

/** Escapes the inside of a double-quoted attribute value. */
export function escapedAttribute(text: string): string {
  return escapeCharacters(text, /[&<>"\t\n\r]/g);
}
