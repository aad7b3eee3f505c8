/**
 * JSON in which no character is alive that a target sent: what JSON itself leaves as it is of control characters and
 * of those that turn the direction of text is escaped too, and means the same.
 */
export function plainJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    /[\u007F-\u009F]|\p{Bidi_Control}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
