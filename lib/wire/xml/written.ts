import { rememberedFor } from '../../text/remembered.ts';
import { TOKEN } from './indent.ts';

/** An element as its characters are: names with prefixes, attributes and texts with their references. */
export interface WrittenElement {
  readonly name: string;
  /** Declarations of namespaces included, each with the white space before it, such as ` xmlns="…"`. */
  readonly attributes: readonly string[];
  /** What ends the tag of an element without content, such as ` /`; empty where an end tag follows. */
  readonly emptyEnd: string;
  readonly children: readonly WrittenNode[];
}

/** A string is character data with its references and CDATA sections, a comment or a processing instruction. */
export type WrittenNode = WrittenElement | string;

export interface WrittenDocument {
  /** XML declaration; empty where there is none. */
  readonly declaration: string;
  /** All between the declaration and the root, and all behind the root. */
  readonly before: string;
  readonly behind: string;
  readonly root: WrittenElement;
}

/** The white space before it is bounded, because it is looked for from each blank of a stranger's tag. */
const ATTRIBUTE = /\s{1,100}[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*')/g;

interface Open {
  readonly name: string;
  readonly attributes: readonly string[];
  readonly children: WrittenNode[];
}

/** Takes a document apart without losing a character but white space at the end of tags. It must be well-formed. */
export function readWritten(text: string): WrittenDocument {
  const [declaration = ''] = /^<\?xml\s[^>]*?\?>/.exec(text) ?? [];
  const outside: Open = { name: '', attributes: [], children: [] };
  const open = [outside];
  for (const token of text.slice(declaration.length).match(TOKEN) ?? []) {
    const siblings = (open.at(-1) ?? outside).children;
    if (!/^<[^!?]/.test(token)) siblings.push(token);
    else if (token.startsWith('</')) {
      const { name, attributes, children } = open.pop() ?? outside;
      (open.at(-1) ?? outside).children.push({ name, attributes, children, emptyEnd: '' });
    } else {
      const name = /[^\s/<>]+/.exec(token)?.[0] ?? '';
      const attributes = token.match(ATTRIBUTE) ?? [];
      const emptyEnd = /\s{0,100}\/(?=>$)/.exec(token)?.[0];
      if (emptyEnd !== undefined) siblings.push({ name, attributes, children: [], emptyEnd });
      else open.push({ name, attributes, children: [] });
    }
  }
  const place = outside.children.findIndex(isWrittenElement);
  const root = outside.children[place];
  if (root === undefined || !isWrittenElement(root)) throw new Error('the document has no root');
  const textOf = (nodes: readonly WrittenNode[]) => nodes.map(String).join('');
  const [before, behind] = [
    textOf(outside.children.slice(0, place)),
    textOf(outside.children.slice(place + 1)),
  ];
  return { declaration, before, behind, root };
}

export function documentText({ declaration, before, behind, root }: WrittenDocument): string {
  return declaration + before + elementText(root) + behind;
}

function elementText({ name, attributes, emptyEnd, children }: WrittenElement): string {
  const tag = `<${name}${attributes.join('')}`;
  if (children.length === 0 && emptyEnd !== '') return `${tag}${emptyEnd}>`;
  return `${tag}>${children.map((child) => (isWrittenElement(child) ? elementText(child) : child)).join('')}</${name}>`;
}

export function isWrittenElement(node: WrittenNode): node is WrittenElement {
  return typeof node !== 'string';
}

/** Changes an element and all elements within it, the innermost first. */
export function editElements(
  root: WrittenElement,
  edit: (element: WrittenElement, depth: number) => WrittenElement,
  depth = 0,
): WrittenElement {
  const children = root.children.map((child) =>
    isWrittenElement(child) ? editElements(child, edit, depth + 1) : child,
  );
  return edit({ ...root, children }, depth);
}

/** Returns an element and all elements within it, in document order. */
export const writtenElements = rememberedFor((root: WrittenElement): readonly WrittenElement[] => {
  const within = (element: WrittenElement): readonly WrittenElement[] => [
    element,
    ...element.children.filter(isWrittenElement).flatMap(within),
  ];
  return within(root);
});

/** Takes a qualified name apart. */
export function partsOfName(name: string): { readonly prefix: string; readonly local: string } {
  const [local = '', prefix = ''] = name.split(':').reverse();
  return { prefix, local };
}

/** Joins a qualified name, which has no colon without a prefix. */
export function qualifiedName(prefix: string, local: string): string {
  return prefix === '' ? local : `${prefix}:${local}`;
}

/** Returns name and value of a written attribute. */
export function partsOfAttribute(attribute: string) {
  const [, name = '', quoted = ''] = /^\s+([^\s=]+)\s*=\s*([\s\S]*)$/.exec(attribute) ?? [];
  return { name, value: quoted.slice(1, -1) };
}
