import type { Kept } from '../../model/running/masked.ts';

/** Writes text as XML character data; `>` is escaped for `]]>`, and CR for newline normalisation (XML 1.0 §2.11). */
export function escapeText<T extends string>(text: T): Kept<T> {
  return text.replace(/[&<>\r]/g, (character) => replacements[character] ?? character) as Kept<T>;
}

/** Writes text as an attribute value in double quotes. */
export function escapeAttribute<T extends string>(text: T): Kept<T> {
  return text.replace(/[&<>"\r\n\t]/g, (character) => replacements[character] ?? character) as Kept<T>;
}

const replacements: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#xD;',
  '\n': '&#xA;',
  '\t': '&#x9;',
};

/** The characters of the entities that every document has (XML 1.0 §4.6). */
export const PREDEFINED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
