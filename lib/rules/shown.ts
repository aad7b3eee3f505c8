import type { XmlElement } from '../model/xml.ts';
import { isElement } from '../xml/tree.ts';

const MOST_SHOWN = 160;

/** All text inside an element on one line, cut where it grows long. */
export function allText(element: XmlElement): string {
  const collect = (one: XmlElement): string =>
    one.children.map((child) => (isElement(child) ? ` ${collect(child)} ` : child)).join('');
  const line = collect(element).replace(/\s+/g, ' ').trim();
  return line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN)}…` : line;
}

/** A text as a finding shows it: quoted, with invisible characters as escapes, cut where it grows long. */
export function shownText(text: string, most = 200): string {
  const escaped = JSON.stringify(text.length > most ? text.slice(0, most) : text).replace(
    /[\u007F-\u00A0\p{Mn}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`,
  );
  return text.length > most ? `${escaped}… (${text.length} UTF-16 units)` : escaped;
}
