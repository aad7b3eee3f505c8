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
