const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** Characters that are written with an escape in front, so as two. */
const GSM_EXTENSION = '\f^{}\\[~]|€';

/**
 * The short messages that a text takes at most, each of which a provider may bill: 160 characters of the GSM alphabet
 * (3GPP TS 23.038 §6.2.1, without national tables), or 70 UTF-16 code units where one is of no such character; 153 and
 * 67 in each of several. A character is never cut, so one at the end of a part may stand in the next.
 */
export function smsParts(text: string): number {
  const characters = [...text];
  const gsm = characters.map((one) => (GSM.includes(one) ? 1 : GSM_EXTENSION.includes(one) ? 2 : 0));
  return gsm.includes(0)
    ? partsOf(
        characters.map(({ length }) => length),
        70,
        67,
      )
    : partsOf(gsm, 160, 153);
}

function partsOf(widths: readonly number[], single: number, each: number): number {
  if (widths.reduce((sum, width) => sum + width, 0) <= single) return 1;
  let parts = 1;
  let used = 0;
  for (const width of widths) {
    if (used + width > each) {
      parts += 1;
      used = 0;
    }
    used += width;
  }
  return parts;
}
