/**
 * What quoting, escaping, line breaks, form encoding and UTF-16 put between characters or leave out; the
 * significance of a secret lies in its other characters.
 */
export const IGNORED = '[\\s+\\-"\'`\\\\＋－＂＇｀＼\\p{Cc}\\p{Cf}\\p{M}]';

/**
 * What may stand between two significant characters: that, tags, comments and the marks of CDATA sections. Their
 * length is limited, because each `<` of a text that never closes one would be followed to the end of it, and so
 * is their number, because a regular expression remembers every one.
 */
export const GAP = `(?:${IGNORED}|<!\\[CDATA\\[|\\]\\]>|<[^<>]{1,200}>){0,1000}`;

/** Turkish maps i to İ and ı to I, the rest of the world i to I: any of the four can come of any other. */
const LETTERS_I = ['i', 'I', 'ı', 'İ'];

/** Turkish letters as ISO 8859-9 and windows-1254 write them, shown as Latin-1. */
export const LATIN5: Readonly<Record<string, string>> = { Ğ: 'Ð', İ: 'Ý', Ş: 'Þ', ğ: 'ð', ı: 'ý', ş: 'þ' };

/** What a coding without a letter has in its place. */
const LOST = ['\\?+', '\uFFFD+'];

/** A regular expression source, with the flag `u`, for one character of a secret in a reading. */
export function characterPattern(character: string): string {
  const cased = caseForms(character);
  const simple = new Set(cased.flatMap((one) => [one, plainLetter(one), wide(one)]));
  const isAscii = /^[\0-\x7F]$/.test(character);
  const longer = isAscii ? [] : [...LOST, ...cased.flatMap(misspelled)];
  const forms = [...new Set([...longer, ...[...simple].map(escapeRegExp)])];
  return forms.length === 1 ? forms.join('') : `(?:${forms.join('|')})`;
}

function caseForms(character: string): readonly string[] {
  if (LETTERS_I.includes(character)) return LETTERS_I;
  const upper = character.toUpperCase();
  const forms = [character, character.toLowerCase(), upper, upper.toLowerCase()];
  return [...new Set(forms)].filter((form) => [...form].length === 1);
}

/** A letter without its marks, as a coding that has not got it writes it at best; others as they are. */
function plainLetter(character: string): string {
  return character.normalize('NFD').replace(/\p{M}/gu, '') || character;
}

/** The form of full width that an ASCII character has. */
function wide(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  return point > 0x20 && point < 0x7f ? String.fromCodePoint(point + 0xfee0) : character;
}

/** Latin-5 and UTF-16 in either order of bytes, read as Latin-1; of the latter also without its octets of zero. */
function misspelled(character: string): readonly string[] {
  const bytes = Buffer.from(character, 'utf16le');
  const swapped = Buffer.from(bytes).swap16();
  const octets = [bytes, swapped].map((one) => one.toString('latin1'));
  const shown = [...octets, ...octets.map((one) => one.replaceAll('\0', ''))].map(escapeRegExp);
  const latin5 = LATIN5[character];
  return latin5 === undefined ? shown : [...shown, latin5];
}

/** A text as a regular expression source with the flag `u` that matches nothing else. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
