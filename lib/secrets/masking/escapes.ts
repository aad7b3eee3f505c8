import type { Spelled } from './references.ts';

/**
 * Escapes of JSON, JavaScript, C and logs behind a backslash; texts escaped again have more of the backslashes.
 * Bounded, and tried only where a run of backslashes begins, so that a text full of them takes linear time.
 */
const ESCAPE =
  /\\+(?:U([0-9a-fA-F]{8})|[uU]([0-9a-fA-F]{4})|[uU]\{([0-9a-fA-F]{1,8})\}|x([0-9a-fA-F]{2})|([0-3][0-7]{2})|([nrtfbv]))/y;

/** The character of an escape whose first backslash stands at `index`; nothing where it is none. */
export function escapeAt(text: string, index: number): Spelled | undefined {
  ESCAPE.lastIndex = index;
  const found = ESCAPE.exec(text);
  if (!found) return undefined;
  const [whole, long, unit, braced, octet, octal] = found;
  const { length } = whole;
  if (octal !== undefined) return { text: String.fromCharCode(Number.parseInt(octal, 8)), length };
  const hex = long ?? unit ?? braced ?? octet;
  if (hex === undefined) return { text: ' ', length };
  const point = Number.parseInt(hex, 16);
  return point <= 0x10ffff ? { text: String.fromCodePoint(point), length } : undefined;
}

/** Value of a hexadecimal digit by its UTF-16 unit, or -1. */
function digitValue(unit: number): number {
  if (unit >= 48 && unit <= 57) return unit - 48;
  const letter = unit | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/** The octet that two hexadecimal digits at `index` say, or -1. */
export function octetAt(text: string, index: number): number {
  const high = digitValue(text.charCodeAt(index));
  const low = digitValue(text.charCodeAt(index + 1));
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/** The octet of a percent escape, or the unit of one of those with a `u` that old servers write. */
export function percentAt(text: string, index: number): Spelled | undefined {
  const octet = octetAt(text, index + 1);
  if (octet >= 0) return { text: String.fromCharCode(octet), length: 3 };
  if ((text.charCodeAt(index + 1) | 32) !== 117) return undefined;
  const high = octetAt(text, index + 2);
  const low = octetAt(text, index + 4);
  return high < 0 || low < 0 ? undefined : { text: String.fromCharCode(high * 256 + low), length: 6 };
}

/** Escapes of .NET for characters that an XML name cannot have (`XmlConvert.EncodeName`): UTF-16 units, or longer. */
const NAME_ESCAPE = /_[xX]([0-9a-fA-F]{4}(?:[0-9a-fA-F]{4})?)_/y;

/** The character of such an escape whose first underscore stands at `index`. */
export function nameEscapeAt(text: string, index: number): Spelled | undefined {
  NAME_ESCAPE.lastIndex = index;
  const [{ length } = '', hex] = NAME_ESCAPE.exec(text) ?? [];
  const point = hex === undefined ? Number.NaN : Number.parseInt(hex, 16);
  return point <= 0x10ffff ? { text: String.fromCodePoint(point), length } : undefined;
}
