import type { XmlElement } from '../model/judging/document.ts';
import { childrenNamed, elementsOf, expandedName, textOf } from '../wire/xml/tree.ts';

/** Characters in which namespace declarations are looked for. */
const MOST_LOOKED_AT = 20_000;

/**
 * Says how a document is written: what a reader of strings would see, and a reader of XML would not.
 * @param root its root; undefined where the text is no XML
 * @returns by name of the fact, its value in words
 */
export function writingOf(text: string, root: XmlElement | undefined): Readonly<Record<string, string>> {
  const declaration = { 'XML declaration': /^\s*(<\?xml[^>]*\?>)/.exec(text)?.[1] ?? 'none' };
  if (!root) return declaration;
  const elements = allElements(root);
  const within = new Set(allElements(bodyOrRoot(root)));
  const outside = elements.filter((element) => !within.has(element));
  const found = (pattern: RegExp, among = text) =>
    [...among.matchAll(pattern)].map(([, name]) => name ?? 'default');
  // The white space of a field that has nothing else is its text.
  const inside = text
    .replace(/^\s*<\?xml[^>]*\?>\s*/, '')
    .replace(/<([^\s<>/]+)[^<>]*>\s+(?=<\/\1\s*>)/g, '');
  const [between] = found(/>(\s+)</g, inside);
  const orders = elements.map((element) => [...new Set(elementsOf(element).map(({ local }) => local))]);
  const ordered = orders.flatMap((names) => (names.length > 1 ? [names.join(' ')] : []));
  const empty = emptyElements.flatMap(([pattern, shown]) => (pattern.test(text) ? [shown] : []));
  const declared = found(/\sxmlns(?::([\w.-]+))?\s*=/g, text.slice(0, MOST_LOOKED_AT));
  return {
    ...declaration,
    prefixes: namesText(elements.map(({ prefix }) => prefix || 'none')),
    'namespace declarations': declared.join(', ') || 'none',
    'white space between elements': between === undefined ? 'none' : JSON.stringify(between),
    'processing instructions': namesText(found(/<\?(?!xml\s)([^\s?]+)/g)),
    'order of fields': namesText(ordered, '; '),
    attributes: namesText(
      elements.flatMap((element) => element.attributes.map(({ local }) => `${local} of ${element.local}`)),
    ),
    'elements outside the Body': namesText(outside.map(expandedName)),
    'text outside the Body': namesText(outside.filter(hasTextBeside).map(({ local }) => local)),
    'empty elements': namesText(empty, ' and '),
  };
}

const emptyElements = [
  [/[^\s/]\/>/, '<a/>'],
  [/\s\/>/, '<a />'],
  [/<([\w.:-]+)[^<>/]*><\/\1>/, '<a></a>'],
] as const;

/** True if an element has both elements and a text, such as words between its children. */
export function hasTextBeside(element: XmlElement): boolean {
  return elementsOf(element).length > 0 && textOf(element).trim() !== '';
}

/** Returns the Body, because SOAP allows further elements outside of it; without a Body the root. */
export function bodyOrRoot(root: XmlElement): XmlElement {
  return childrenNamed(root, 'Body')[0] ?? root;
}

/** Returns an element and all within it, in document order. */
export function allElements(root: XmlElement): readonly XmlElement[] {
  return [root, ...elementsOf(root).flatMap(allElements)];
}

/** Lists names once each, or says `none`. */
export function namesText(names: readonly string[], between = ', '): string {
  return [...new Set(names)].join(between) || 'none';
}
