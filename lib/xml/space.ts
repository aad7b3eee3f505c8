/** Whether a UTF-16 unit is white space of XML: a space, a tab, a line feed or a carriage return. */
function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0d;
}

/** Whether a text is white space of XML and nothing else; a no-break space, for one, is text. */
export function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text);
}

/** A text without the white space of XML around it, in time that grows with the text alone. */
export function withoutSpaceAround(text: string): string {
  let begin = 0;
  let end = text.length;
  while (begin < end && isSpace(text.charCodeAt(begin))) begin += 1;
  while (end > begin && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(begin, end);
}
