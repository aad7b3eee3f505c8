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
