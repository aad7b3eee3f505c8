const PLAIN = /^[\t -~\u00A0-\u024F]*$/;

/** Replaces control characters, including escape sequences, by visible escapes. */
export function printable(text: string): string {
  // Nearly all of them, and to know it costs a tenth.
  if (PLAIN.test(text)) return text;
  return text.replace(
    /[^\P{Cc}\t]|\p{Bidi_Control}/gu,
    (character) => `\\u{${character.charCodeAt(0).toString(16).toUpperCase()}}`,
  );
}

/** Like `printable`, but keeps line breaks. */
export function printableLines(text: string): string {
  return text.split(/\r?\n/).map(printable).join('\n');
}
