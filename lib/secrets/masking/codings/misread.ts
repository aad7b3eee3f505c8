import type { Spelled } from '../references.ts';

/** What windows-1252 shows for the octets 80 to 9F, where it shows more than Latin-1 does. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
const octets = new Map([...WINDOWS].map((character, index) => [character.charCodeAt(0), 0x80 + index]));

/** The octet that a character shows when bytes are read as Latin-1 or windows-1252, or -1. */
function octetOf(unit: number): number {
  return unit <= 0xff ? unit : (octets.get(unit) ?? -1);
}

/** The character whose UTF-8 bytes stand at `index` as if each were a character of its own; nothing where none does. */
export function misreadAt(text: string, index: number): Spelled | undefined {
  const lead = octetOf(text.charCodeAt(index));
  const more =
    lead >= 0xf0 && lead <= 0xf4 ? 3 : lead >= 0xe0 && lead < 0xf0 ? 2 : lead >= 0xc2 && lead < 0xe0 ? 1 : 0;
  if (more === 0) return undefined;
  let point = lead & (0x3f >> more);
  for (let i = 1; i <= more; i += 1) {
    const octet = octetOf(text.charCodeAt(index + i));
    if (octet < 0x80 || octet > 0xbf) return undefined;
    point = point * 64 + (octet & 0x3f);
  }
  return point <= 0x10ffff ? { text: String.fromCodePoint(point), length: more + 1 } : undefined;
}
