const notXmlCharacter = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Character data: a CR goes out as a reference, or a reader would make LF of it (XML 1.0 §2.11). */
export function escapeText(text: string): string {
  return replaceUnwritable(text).replace(/[&<>\r]/g, reference);
}

/** The inside of a double-quoted attribute value. */
export function escapeAttribute(text: string): string {
  return replaceUnwritable(text).replace(/[&<>"\t\n\r]/g, reference);
}

/** What XML cannot hold, not even as a reference, becomes U+FFFD: it can come in over GET and POST only. */
function replaceUnwritable(text: string): string {
  return text.replace(notXmlCharacter, '\uFFFD');
}

function reference(character: string): string {
  switch (character) {
    case '&':
      return '&amp;';
    case '<':
      return '&lt;';
    case '>':
      return '&gt;';
    case '"':
      return '&quot;';
    default:
      return `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`;
  }
}
