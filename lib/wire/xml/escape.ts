/** Characters that XML 1.0 cannot hold, not even as references (XML 1.0 §2.2), lone surrogates included. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** The first character that an XML 1.0 document cannot hold, or undefined. */
export function forbiddenCharacter(text: string): string | undefined {
  return FORBIDDEN.exec(text)?.[0];
}

const ALL_FORBIDDEN = new RegExp(FORBIDDEN, 'gu');

/** Makes the characters visible that an XML 1.0 document cannot hold: `\\u{1}` for U+0001. */
export function withoutForbidden(text: string): string {
  return text.replace(
    ALL_FORBIDDEN,
    (character) => `\\u{${character.charCodeAt(0).toString(16).toUpperCase()}}`,
  );
}

/** A character by its code, such as U+0001, for where it cannot be shown. */
export function characterName(character: string): string {
  return `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Writes text as XML character data. `>` is escaped so that `]]>` cannot come about, and CR so that the
 * newline normalisation of the reader (XML 1.0 §2.11) leaves it alone.
 */
export function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, (character) => replacements[character] ?? character);
}

/** Writes text as an attribute value in double quotes. */
export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"\r\n\t]/g, (character) => replacements[character] ?? character);
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
