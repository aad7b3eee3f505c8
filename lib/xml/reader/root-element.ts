import type { XmlElement, XmlNode } from '../../model/judging/xml.ts';
import { characterData, withLineFeeds } from './character-data.ts';
import { type Declared, declaredBy, resolved, xmlIsDeclared } from './namespaces.ts';
import { readStartTag } from './start-tag.ts';

/**
 * The root element of a document that is known to be namespace-well-formed and to have no document type declaration:
 * nothing is checked here. Text and CDATA sections that follow each other are one text, whatever comments and
 * processing instructions stand between; those are dropped.
 */
export function rootElement(text: string): XmlElement {
  for (let at = 0; ; ) {
    const start = nextMarkup(text, at);
    const other = otherAt(text, start);
    if (!other) return readElement(text, start, xmlIsDeclared).element;
    at = other.end;
  }
}

interface ReadElement {
  readonly element: XmlElement;
  /** Index behind its end. */
  readonly end: number;
}

/** Reads the element whose `<` stands at an index, with all that is in it. */
function readElement(text: string, start: number, outer: Declared): ReadElement {
  const tag = readStartTag(text, start);
  const declared = declaredBy(tag, outer);
  const { uri, local, prefix, attributes } = resolved(tag, declared);
  const children: XmlNode[] = [];
  const element = { uri, local, prefix, attributes, children };
  if (tag.isEmpty) return { element, end: tag.end };
  let said = '';
  for (let at = tag.end; ; ) {
    const next = nextMarkup(text, at);
    said += characterData(text.slice(at, next));
    const other = otherAt(text, next);
    if (other) {
      said += other.text;
      at = other.end;
      continue;
    }
    if (said !== '') children.push(said);
    said = '';
    if (text.startsWith('</', next)) return { element, end: behind(text, '>', next) };
    const child = readElement(text, next, declared);
    children.push(child.element);
    at = child.end;
  }
}

interface Other {
  /** Characters of a CDATA section. */
  readonly text: string;
  /** Index behind its end. */
  readonly end: number;
}

/** The comment, processing instruction, CDATA section or XML declaration that begins at an index. */
function otherAt(text: string, start: number): Other | undefined {
  if (text.startsWith('<?', start)) return { text: '', end: behind(text, '?>', start + 2) };
  if (text.startsWith('<!--', start)) return { text: '', end: behind(text, '-->', start + 4) };
  if (!text.startsWith('<![CDATA[', start)) return undefined;
  const end = behind(text, ']]>', start + 9);
  return { text: withLineFeeds(text.slice(start + 9, end - 3)), end };
}

function nextMarkup(text: string, from: number): number {
  return behind(text, '<', from) - 1;
}

/** Index behind the next place where something stands, which it does in a well-formed document. */
function behind(text: string, what: string, from: number): number {
  const found = text.indexOf(what, from);
  if (found < 0) throw new Error(`no ${what} comes behind character ${from}`);
  return found + what.length;
}
