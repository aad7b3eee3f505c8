import type { XmlElement } from '../model/judging/xml.ts';
import { isElement } from '../xml/tree.ts';

const MOST_SHOWN = 160;

/** Characters of an element that are looked at: white space may be most of them. */
const MOST_LOOKED_AT = 10_000;

/** All text inside an element on one line, cut where it grows long. */
export function allText(element: XmlElement): string {
  let text = '';
  const collect = (one: XmlElement) => {
    for (const child of one.children) {
      // Stryker disable next-line EqualityOperator: one character more of ten thousand changes nothing that is shown
      if (text.length > MOST_LOOKED_AT) return;
      if (!isElement(child)) text += child.slice(0, MOST_LOOKED_AT);
      else {
        text += ' ';
        collect(child);
        text += ' ';
      }
    }
  };
  collect(element);
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN)}…` : line;
}

/** Characters of a text that a finding shows. */
const MOST_OF_TEXT = 200;

/** Characters shown before those in which two long texts differ. */
const BEFORE_DIFFERENCE = 20;

/** A text as a finding shows it: quoted, with invisible characters as escapes, cut where it grows long. */
export function shownText(text: string): string {
  return shownPart(text, 0);
}

/**
 * Two texts as a finding shows them. Where one of them is long, both are shown from shortly before the place where
 * they begin to differ: their beginnings may well be the same.
 */
export function shownPair(
  expected: string,
  actual: string,
): { readonly expected: string; readonly actual: string } {
  const long = Math.max(expected.length, actual.length) > MOST_OF_TEXT;
  const from = long ? Math.max(0, differAt(expected, actual) - BEFORE_DIFFERENCE) : 0;
  return { expected: shownPart(expected, from), actual: shownPart(actual, from) };
}

function differAt(one: string, other: string): number {
  let place = 0;
  while (place < one.length && one[place] === other[place]) place += 1;
  return place;
}

function shownPart(text: string, from: number): string {
  const part = text.slice(from, from + MOST_OF_TEXT);
  const escaped = JSON.stringify(part).replace(
    /[\u007F-\u00A0\p{Mn}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`,
  );
  if (part === text) return escaped;
  const end = from + part.length;
  return `${from > 0 ? '…' : ''}${escaped}${end < text.length ? '…' : ''} (characters ${from + 1} to ${end} of ${text.length})`;
}

/** Texts as a finding shows them, one after the other. */
export function shownList(texts: readonly string[]): string {
  return texts.length === 0 ? 'none' : texts.map(shownText).join(', ');
}
