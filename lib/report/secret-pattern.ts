import { type Place, placesOf, spellingsOf } from './secret-spellings.ts';

/**
 * A regular expression source that finds a secret however a request, a reply or a report can write it: its letters
 * in either case, and a GUID with or without hyphens and brackets; each of its characters raw or percent-encoded,
 * as a reference of XML, as an escape of JSON, of the shell or of our findings, in UTF-16, Latin-5 or misread
 * UTF-8; the whole of it in base64 or hex; and its beginning where a text was cut.
 */
export function secretPattern(secret: string): string {
  const places = placesOf(secret);
  const written = places.map((place) => placePattern(place, characterPattern));
  const base64 = new Set(spellingsOf(secret).flatMap(base64Patterns));
  const forms = [written.join(''), ...base64];
  if (Buffer.byteLength(secret) * 2 >= LEAST_CODED) {
    forms.push(places.map((place) => placePattern(place, hexPattern)).join(''));
  }
  if (places.length > LEAST_CUT) forms.push(`${cutPattern(written)}(?="?\\s?…)`);
  return forms.map((form) => `(?:${form})`).join('|');
}

/** Coded characters from which on base64 or hex of a secret is no accident. */
const LEAST_CODED = 6;

/** Characters of a secret that may stand before the place where a text was cut. */
const LEAST_CUT = 3;

function cutPattern(written: readonly string[]): string {
  const rest = written.slice(LEAST_CUT + 1).reduceRight((inner, one) => `(?:${one}${inner})?`, '');
  return written.slice(0, LEAST_CUT + 1).join('') + rest;
}

function placePattern({ characters, optional }: Place, write: (character: string) => string[]): string {
  return anyOf(characters.flatMap(write)) + (optional ? '?' : '');
}

function anyOf(forms: readonly string[]): string {
  return `(?:${[...new Set(forms)].join('|')})`;
}

function hexPattern(character: string): string[] {
  return [eitherCase(Buffer.from(character, 'utf8').toString('hex'))];
}

function characterPattern(character: string): string[] {
  const point = character.codePointAt(0) ?? 0;
  const hex = eitherCase(point.toString(16));
  const forms = new Set([
    // The longer before the shorter: UTF-16 with the low byte first has a NUL behind each ASCII character.
    misread(character, 'utf16le'),
    escapeRegExp(character),
    misread(character, 'utf8'),
    // Encoded once or again.
    [...Buffer.from(character, 'utf8')].map((octet) => `%(?:25)*${eitherCase(twoDigits(octet))}`).join(''),
    `&(?:amp;)*#0*${point};`,
    `&(?:amp;)*#[xX]0*${hex};`,
    utf16Units(character)
      .map((unit) => `\\\\+[uU]0*${eitherCase(unit.toString(16))}`)
      .join(''),
    `\\\\+[uU]\\{0*${hex}\\}`,
    ...(SPECIAL[character] ?? []),
  ]);
  // And with the high byte first before it.
  if (point < 0x80) forms.add(`\\0${escapeRegExp(character)}`);
  else for (const lost of ['\\?+', '\uFFFD+', ...(LATIN5[character] ?? [])]) forms.add(lost);
  if (/\s/.test(character)) forms.add('\\s+');
  return [...forms];
}

/** Ways of single characters: entities, escapes of JSON, quoting of the shell. */
const SPECIAL: Readonly<Record<string, readonly string[]>> = {
  '&': ['&(?:amp;)+'],
  '<': ['&(?:amp;)*lt;'],
  // Behind the end of a CDATA section that had to be cut in two.
  '>': ['&(?:amp;)*gt;', '\\]\\]><!\\[CDATA\\[>'],
  '"': ['&(?:amp;)*quot;', '\\\\+"'],
  "'": ['&(?:amp;)*apos;', "'\\\\''", "\\\\+'"],
  '\\': ['\\\\+'],
  '/': ['\\\\+/'],
  ' ': ['\\+'],
  '\n': ['\\\\+n'],
  '\r': ['\\\\+r', '\\]\\]>&#xD;<!\\[CDATA\\['],
  '\t': ['\\\\+t'],
};

/** Turkish letters as ISO 8859-9 and windows-1254 write them, shown as Latin-1. */
const LATIN5: Readonly<Record<string, readonly string[]>> = {
  Ğ: ['Ð'],
  İ: ['Ý'],
  Ş: ['Þ'],
  ğ: ['ð'],
  ı: ['ý'],
  ş: ['þ'],
};

function misread(character: string, encoding: BufferEncoding): string {
  return escapeRegExp(Buffer.from(character, encoding).toString('latin1'));
}

/** Base64 of the secret wherever in a longer text it begins: three ways, without the characters it shares. */
function base64Patterns(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const shifted = [0, 1, 2].map((shift) => {
    const coded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    return coded.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
  });
  return shifted
    .filter((coded) => coded.length >= LEAST_CODED)
    .map((coded) => coded.replace(/[+/]/g, (character) => (character === '+' ? '[+-]' : '[/_]')));
}

function utf16Units(character: string): readonly number[] {
  return Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
}

function twoDigits(octet: number): string {
  return octet.toString(16).padStart(2, '0');
}

function eitherCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
