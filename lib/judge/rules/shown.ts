import type { XmlElement, XmlNode } from '../../model/judging/document.ts';
import { isElement } from '../../wire/xml/tree.ts';
import { onOneLine } from './http/body-text.ts';

/** All text inside an element on one line, cut where it grows long. */
export function allText(element: XmlElement): string {
  return onOneLine(textInside(element));
}

function textInside(node: XmlNode): string {
  return isElement(node) ? ` ${node.children.map(textInside).join('')} ` : node;
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

/** Index of the first UTF-16 unit in which two texts differ. */
export function differAt(one: string, other: string): number {
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
