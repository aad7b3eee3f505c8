import type { Kept, Masked, MaskedAll } from '../model/running/masked.ts';

const PLAIN = /^[\t -~\u00A0-\u024F]*$/;
const PLAIN_LINES = /^[\t\n -~\u00A0-\u024F]*$/;

/** Replaces control characters, including escape sequences, by visible escapes. */
export function printable<T extends string>(text: T): Kept<T> {
  // Nearly all texts are plain, and this test costs a tenth.
  if (PLAIN.test(text)) return text as string as Kept<T>;
  return text.replace(/[^\P{Cc}\t]|\p{Bidi_Control}/gu, escapeCharacter) as Kept<T>;
}

function escapeCharacter(character: string): string {
  return `\\u{${character.charCodeAt(0).toString(16).toUpperCase()}}`;
}

/** Replaces control characters as `printable` does, but keeps line breaks. */
export function printableLines<T extends string>(text: T): Kept<T> {
  const lines: string = PLAIN_LINES.test(text) ? text : text.split(/\r?\n/).map(printable).join('\n');
  return lines as Kept<T>;
}

/** Writes JSON of the same meaning in which no character acts on a terminal. */
export function plainJson<const T>(value: T, indent?: number) {
  return escapeControls(JSON.stringify(value, null, indent)) as T extends MaskedAll<T> ? Masked : string;
}

/** Escapes the control characters that JSON leaves as they are, and those that change the direction of text. */
export function escapeControls(json: string): string {
  return json.replace(
    /[\u007F-\u009F]|\p{Bidi_Control}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Characters that XML 1.0 cannot hold, not even as references (XML 1.0 §2.2), lone surrogates included. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Returns the first character that an XML 1.0 document cannot hold, or undefined. */
export function forbiddenCharacter(text: string): string | undefined {
  return text.match(FORBIDDEN)?.[0];
}

/** Makes the characters visible that an XML 1.0 document cannot hold: `\\u{1}` for U+0001. */
export function withoutForbidden<T extends string>(text: T): Kept<T> {
  return text.replace(FORBIDDEN, escapeCharacter) as Kept<T>;
}

/** Names a character that cannot be shown by its code, such as U+0001. */
export function characterName(character: string): string {
  return `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Returns the beginning of a long text with the mark of a cut, at which the mask finds a secret that is begun. */
export function beginningOf(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
