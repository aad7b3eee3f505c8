const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** Characters of two units: an escape and the character. */
const GSM_EXTENSION = '\f^{}\\[~]|€';

/**
 * Returns how many short messages a text takes at most: 160 characters of the GSM alphabet (3GPP TS 23.038 §6.2.1, without
 * national tables), or 70 UTF-16 code units if a character is not in it; 153 and 67 in each of several.
 */
export function smsParts(text: string): number {
  const { units, single, each, empty } = measured(text);
  return units <= single ? 1 : Math.ceil(units / (each - empty));
}

/** Counts a text in units of SMS; `single` units fit into a text of one part, `each` into each of several parts. */
function measured(text: string) {
  const characters = [...text];
  const isGsm = characters.every((character) => GSM.includes(character) || GSM_EXTENSION.includes(character));
  const unitsOf = (part: string) =>
    isGsm ? part.length + [...part].filter((sign) => GSM_EXTENSION.includes(sign)).length : part.length;
  const units = unitsOf(text);
  // A character is never cut: where some take two units, the last unit of a part may stay empty.
  const empty = units > characters.length ? 1 : 0;
  return { units, unitsOf, empty, ...(isGsm ? { single: 160, each: 153 } : { single: 70, each: 67 }) };
}

/** True if a text that is cut off after this beginning fills whole short messages: one alone, or each of several. */
export function endsAtSmsLimit(text: string, beginning: string): boolean {
  const { unitsOf, single, each, empty } = measured(text);
  const kept = unitsOf(beginning);
  const parts = Math.ceil(kept / each);
  const fills = (most: number, left: number) => kept <= most && kept >= most - left;
  return kept > 0 && (fills(single, empty) || fills(each * parts, empty * parts));
}
