/** The text with another encoding named in its XML declaration. */
export function declaring(text: string, label: string): string {
  return text.replace('encoding="utf-8"', `encoding="${label}"`);
}

/** The text in a single-byte encoding; what that cannot hold is written as a character reference. */
export function encodeAs(text: string, label: string): Uint8Array {
  const bytes = bytesOf(label);
  const out = [...text].flatMap((character) => {
    const byte = bytes.get(character);
    if (byte !== undefined) return [byte];
    return [...Buffer.from(`&#${character.codePointAt(0)};`, 'latin1')];
  });
  return Uint8Array.from(out);
}

/** The text in UTF-16 with the low byte first; a byte order mark is there when the text begins with one. */
export function encodeUtf16(text: string): Uint8Array {
  return Buffer.from(text, 'utf16le');
}

/** The byte of each character. The decoders of the platform take ASCII for windows-1252, so it is cut here. */
function bytesOf(label: string): ReadonlyMap<string, number> {
  const decoder = new TextDecoder(label);
  const all = Array.from({ length: label === 'us-ascii' ? 128 : 256 }, (_, byte) => byte);
  return new Map(all.map((byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
}
