import { isSpace } from './space.ts';

/** Where a document type declaration stands; `end` is the index behind it, or -1 where it has none. */
export interface Doctype {
  readonly start: number;
  readonly end: number;
}

/**
 * The document type declaration of a document, or null. Looks only at the prolog, the one place where it can
 * stand, so that the word in a text, a comment or a CDATA section is no declaration. Runs before any XML parser
 * sees the document: an entity can do no harm where no DTD is ever read.
 */
export function doctypeOf(text: string): Doctype | null {
  let at = 0;
  for (;;) {
    while (isSpace(text.charCodeAt(at))) at += 1;
    if (text.startsWith('<!--', at)) at = after(text, '-->', at + 4);
    else if (text.startsWith('<?', at)) at = after(text, '?>', at + 2);
    else if (text.slice(at, at + 9).toUpperCase() !== '<!DOCTYPE') return null;
    else return { start: at, end: endOf(text, at + 9) };
    if (at < 0) return null;
  }
}

/** What may hold a `>` or a bracket that ends nothing: comments, instructions and literals (XML 1.0 §2.8). */
const PIECES = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['"', '"'],
  ["'", "'"],
] as const;

function endOf(text: string, from: number): number {
  let isInside = false;
  for (let at = from; at >= 0 && at < text.length; ) {
    const piece = PIECES.find(([begin]) => text.startsWith(begin, at));
    if (piece) {
      at = after(text, piece[1], at + piece[0].length);
      continue;
    }
    const character = text[at];
    if (character === '>' && !isInside) return at + 1;
    if (character === '[') isInside = true;
    if (character === ']') isInside = false;
    at += 1;
  }
  return -1;
}

function after(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from);
  return found < 0 ? -1 : found + end.length;
}
