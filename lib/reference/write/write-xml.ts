import type { ReplyElement, ReplyNode } from '../seams.ts';
import { escapeAttribute, escapeText } from './escape.ts';

export type Layout = 'one-line' | 'indented';

type Scope = ReadonlyMap<string, string>;

/**
 * A document as .NET writes it: declaration, empty elements as `<PostType />`; over SOAP on one line, over GET and
 * POST indented by two spaces with CR LF.
 */
export function writeXml(root: ReplyElement, layout: Layout): string {
  const newline = layout === 'indented' ? '\r\n' : '';
  return `<?xml version="1.0" encoding="utf-8"?>${newline}${writeElement(root, new Map([['', '']]), newline)}`;
}

/** `newline` is the line break with the indent of this element, or empty. */
function writeElement(element: ReplyElement, outer: Scope, newline: string): string {
  const prefix = element.prefix ?? '';
  const name = prefix === '' ? element.name : `${prefix}:${element.name}`;
  const declared = outer.get(prefix) === element.uri;
  const scope = declared ? outer : new Map(outer).set(prefix, element.uri);
  const uri = escapeAttribute(element.uri);
  const attributes = [
    ...(declared || prefix === '' ? [] : [` xmlns:${prefix}="${uri}"`]),
    ...(element.attributes ?? []).map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`),
    ...(declared || prefix !== '' ? [] : [` xmlns="${uri}"`]),
  ].join('');
  if (element.children.length === 0) return `<${name}${attributes} />`;
  const inner = newline !== '' && element.children.every(isElement) ? `${newline}  ` : '';
  const children = element.children.map((child) => inner + writeNode(child, scope, inner)).join('');
  return `<${name}${attributes}>${children}${inner === '' ? '' : newline}</${name}>`;
}

function writeNode(node: ReplyNode, scope: Scope, newline: string): string {
  if (typeof node === 'string') return escapeText(node);
  return isElement(node) ? writeElement(node, scope, newline) : node.raw;
}

function isElement(node: ReplyNode): node is ReplyElement {
  return typeof node === 'object' && 'name' in node;
}
