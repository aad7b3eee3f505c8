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

/** JSON in which no character acts on a terminal, whatever a target sent; it means the same. */
export function plainJson(value: unknown, indent?: number): string {
  return escapeControls(JSON.stringify(value, null, indent));
}

/** Escapes what JSON leaves as it is of control characters, and of those that turn the direction of text. */
export function escapeControls(json: string): string {
  return json.replace(
    /[\u007F-\u009F]|\p{Bidi_Control}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
