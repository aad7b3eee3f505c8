const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** Characters that are written with an escape in front, so as two. */
const GSM_EXTENSION = '\f^{}\\[~]|€';

/**
 * Returns how many short messages a text takes at most: 160 characters of the GSM alphabet (3GPP TS 23.038 §6.2.1, without
 * national tables), or 70 UTF-16 code units where a character is none of it; 153 and 67 in each of several.
 */
export function smsParts(text: string): number {
  const { characters, units, single, each } = measured(text);
  if (units <= single) return 1;
  // A character is never cut: where some take two units, the last unit of each part may stay empty.
  return Math.ceil(units / (units > characters ? each - 1 : each));
}

/** Counts a text in the units of SMS; `single` of them fit into one part, `each` into each of several. */
function measured(text: string) {
  const characters = [...text];
  const isGsm = characters.every((one) => GSM.includes(one) || GSM_EXTENSION.includes(one));
  const unitsOf = (part: string) =>
    isGsm ? [...part].reduce((sum, one) => sum + (GSM_EXTENSION.includes(one) ? 2 : 1), 0) : part.length;
  const limits = isGsm ? { single: 160, each: 153 } : { single: 70, each: 67 };
  return { characters: characters.length, units: unitsOf(text), unitsOf, ...limits };
}

/** True if a text that is cut off after this beginning fills whole short messages: one alone, or each of several. */
export function endsAtSmsLimit(text: string, beginning: string): boolean {
  const { characters, units, unitsOf, single, each } = measured(text);
  const kept = unitsOf(beginning);
  // A character of two units leaves the last unit of a part empty where it does not fit.
  const empty = units > characters ? 1 : 0;
  const parts = Math.ceil(kept / each);
  const fills = (most: number, left: number) => kept <= most && kept >= most - left;
  return kept > 0 && (fills(single, empty) || fills(each * parts, empty * parts));
}
