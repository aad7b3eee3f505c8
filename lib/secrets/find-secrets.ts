import { CUT, CUT_ESCAPE, type DecodedSpan, LEAST_CUT, LEAST_INSIDE, unescaped } from './decodings.ts';

/** A part of a text that is masked, and what replaces it. */
export interface SecretPlace {
  readonly span: DecodedSpan;
  readonly label: string;
}

/** Finds what has to be masked in a text as it is. */
export type Find = (text: string) => readonly SecretPlace[];

export const MASKED = '***';

/** Characters of a secret that are compared: V8 compiles no pattern of a few thousand, and no text has these by chance. */
const MOST_COMPARED = 100;

/** True if a secret is so short that it is masked only where it is a word by itself. */
export function isShort(secret: string): boolean {
  return [...secret].length < LEAST_INSIDE;
}

/** True if a secret is compared as a whole and has no line break, so that one run of digits holds it. */
export function isOneRun(secret: string): boolean {
  return spellingsOf(secret).every((text) => text.length <= MOST_COMPARED && !text.includes('\n'));
}

/** Returns the number of octets that every secret has at least. */
export function leastOctets(secrets: readonly string[]): number {
  const lengths = secrets.flatMap((secret) =>
    isOneRun(secret) ? spellingsOf(secret).map((spelling) => [...spelling].length) : 0,
  );
  return Math.max(LEAST_INSIDE, Math.min(MOST_COMPARED, ...lengths));
}

/** Returns a function that finds secrets in a text: whole, or begun where the text was cut. */
export function secretFinder(secrets: readonly string[]): Find {
  const spellings = [...new Set(secrets.flatMap(spellingsOf))]
    .map((spelling) => [...spelling].map(characterPattern))
    // The longest first, so that a secret that holds another is found as a whole.
    .sort((a, b) => b.length - a.length);
  const whole = anyOf(spellings.map(wholePattern));
  const begun = anyOf(spellings.filter(({ length }) => length > LEAST_CUT).map(beginning));
  return (text) =>
    (text.includes('…') ? [whole, begun] : [whole]).flatMap((pattern) =>
      Array.from(text.matchAll(pattern), ({ 0: { length }, index }) => ({
        span: [index, index + length] as const,
        label: MASKED,
      })),
    );
}

const GUID = /^[{(]?([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})[)}]?$/i;

/**
 * Returns the decoded spellings of a secret: a GUID with and without dashes; a secret that looks encoded itself, such as
 * `100%41`, decoded too; a secret beyond ASCII as its octets in Latin-1.
 */
function spellingsOf(secret: string): readonly string[] {
  const [, ...groups] = GUID.exec(secret) ?? [];
  if (groups.length > 0) return [groups.join('-'), groups.join('')];
  const once = unescaped(secret)?.text ?? secret;
  const twice = unescaped(once)?.text ?? once;
  const cased = [secret, secret.toLowerCase(), secret.toUpperCase(), secret.toLocaleUpperCase('tr')];
  const octets = /^[\0-\x7F]*$/.test(secret) ? [] : cased.map((text) => Buffer.from(text).toString('latin1'));
  return [secret, once, twice, ...octets].filter((text) => text !== '');
}

/** Matches a character in either letter case, with the flag `i`. */
function characterPattern(character: string): string {
  // Turkish maps i to İ and ı to I, the rest of the world i to I.
  if ('iIıİ'.includes(character)) return '[iIıİ]';
  // A form field that is decoded once too often has a space for each plus sign.
  if (character === ' ' || character === '+') return '[ +]';
  return character.replace(/[.*+?^${}()|[\]\\/]/, '\\$&');
}

/** Matches a whole secret; a short one only where no letter or digit is next to it. */
function wholePattern(characters: readonly string[]): string {
  const uncompared = Math.max(0, characters.length - MOST_COMPARED);
  const pattern = `${characters.slice(0, MOST_COMPARED).join('')}[^]{${uncompared}}`;
  return characters.length < LEAST_INSIDE ? `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])` : pattern;
}

/** Matches the beginning of a secret before a cut, which may be within a character or an escape. */
function beginning(characters: readonly string[]): string {
  const end = `[^…]{0,${Math.max(0, characters.length - MOST_COMPARED)}}?`;
  const rest = characters
    .slice(LEAST_CUT, MOST_COMPARED)
    .reduceRight((inner, character) => `(?:${character}${inner})?`, end);
  return `${characters.slice(0, LEAST_CUT).join('')}${rest}\\p{Cs}?${CUT_ESCAPE}(?=${CUT})`;
}

/** Matches any of the patterns in either letter case; without patterns, nothing. */
function anyOf(sources: readonly string[]): RegExp {
  return new RegExp(sources.join('|') || '(?!)', 'giu');
}
