import { isSpace } from './space.ts';

/**
 * Whether the document has a document type declaration. Looks only at the prolog, the one place where it can
 * stand, so that the word in a text, a comment or a CDATA section is no declaration. Runs before any XML parser
 * sees the document: an entity can do no harm where no DTD is ever read.
 */
export function hasDoctype(text: string): boolean {
  let at = 0;
  for (;;) {
    while (isSpace(text.charCodeAt(at))) at += 1;
    if (text.startsWith('<!--', at)) at = after(text, '-->', at + 4);
    else if (text.startsWith('<?', at)) at = after(text, '?>', at + 2);
    else return text.slice(at, at + 9).toUpperCase() === '<!DOCTYPE';
    if (at < 0) return false;
  }
}

function after(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from);
  return found < 0 ? -1 : found + end.length;
}
