const PREDEFINED: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

/** The characters of a text between tags: line ends become line feeds (XML 1.0 §2.11), references what they stand for. */
export function characterData(written: string): string {
  return withoutReferences(withLineFeeds(written));
}

/** The value of an attribute, whose white space becomes spaces as well (XML 1.0 §3.3.3). */
export function attributeValue(written: string): string {
  return withoutReferences(withLineFeeds(written).replace(/[\t\n]/g, ' '));
}

/** Line ends as the parser of a document has to pass them on; the only change to the text of a CDATA section. */
export function withLineFeeds(written: string): string {
  return written.includes('\r') ? written.replace(/\r\n?/g, '\n') : written;
}

function withoutReferences(written: string): string {
  return written.includes('&') ? written.replace(/&[^;]*;/g, characterOf) : written;
}

/** Of a reference to a character, or to one of the five entities that need no declaration. */
function characterOf(reference: string): string {
  const predefined = PREDEFINED[reference];
  if (predefined !== undefined) return predefined;
  const hexadecimal = reference.startsWith('&#x');
  return String.fromCodePoint(Number.parseInt(reference.slice(hexadecimal ? 3 : 2), hexadecimal ? 16 : 10));
}
