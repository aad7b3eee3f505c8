import { CUT, CUT_ESCAPE, LEAST_CUT, LEAST_INSIDE, type Span, unescaped } from './decodings.ts';

/** A part of a text that is masked, and what replaces it. */
export interface Place {
  readonly span: Span;
  readonly label: string;
}

/** Finds what has to be masked in a text as it is. */
export type Find = (text: string) => readonly Place[];

export const MASKED = '***';

/** Characters of a secret that are compared: V8 compiles no pattern of some thousand, and no text has these by chance. */
const MOST_COMPARED = 100;

/** True if a secret is so short that it is masked only where it is a word by itself. */
export function isShort(secret: string): boolean {
  return [...secret].length < LEAST_INSIDE;
}

/** True if a secret is compared as a whole and has no line break, which may be put together from runs of digits. */
export function isOneRun(secret: string): boolean {
  return spellingsOf(secret).every((one) => one.length <= MOST_COMPARED && !one.includes('\n'));
}

/** Returns how many octets each of some secrets has at least. */
export function leastOctets(secrets: readonly string[]): number {
  const lengths = secrets.flatMap((one) =>
    isOneRun(one) ? spellingsOf(one).map((spelling) => [...spelling].length) : 0,
  );
  return Math.max(LEAST_INSIDE, Math.min(MOST_COMPARED, ...lengths));
}

/** Returns what finds some secrets in a text: whole, or begun where the text was cut. */
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
 * The texts that say a secret once everything is decoded: a GUID with and without dashes; what a secret that looks
 * encoded itself, such as `100%41`, decodes to; its octets as Latin-1, where it has others than ASCII.
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
  if (character === ' ') return '[ +]';
  return character.replace(/[.*+?^${}()|[\]\\/]/, '\\$&');
}

/** Matches a whole secret; a short one only where no letter or digit is next to it. */
function wholePattern(characters: readonly string[]): string {
  const uncompared = Math.max(0, characters.length - MOST_COMPARED);
  const pattern = `${characters.slice(0, MOST_COMPARED).join('')}[^]{${uncompared}}`;
  return characters.length < LEAST_INSIDE ? `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])` : pattern;
}

/** The beginning of a secret that a cut follows, which may be in the middle of a character or of an escape. */
function beginning(characters: readonly string[]): string {
  const end = `[^…]{0,${Math.max(0, characters.length - MOST_COMPARED)}}?`;
  const rest = characters
    .slice(LEAST_CUT, MOST_COMPARED)
    .reduceRight((inner, character) => `(?:${character}${inner})?`, end);
  return `${characters.slice(0, LEAST_CUT).join('')}${rest}\\p{Cs}?${CUT_ESCAPE}(?=${CUT})`;
}

/** A pattern that matches any of some in either letter case; of none, nothing. */
function anyOf(sources: readonly string[]): RegExp {
  return new RegExp(sources.join('|') || '(?!)', 'giu');
}
