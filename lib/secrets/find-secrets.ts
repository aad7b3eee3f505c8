import { CUT, CUT_ESCAPE, type Span, unescaped } from './decodings.ts';

/** A part of a text that is masked, and what replaces it. */
export interface Place {
  readonly span: Span;
  readonly label: string;
}

/** Finds what has to be masked in a text as it is. */
export type Find = (text: string) => readonly Place[];

export const MASKED = '***';

/** Characters from which on a secret is masked inside of words and in base64; a shorter one is there by chance. */
const LEAST_INSIDE = 8;

/** Characters from which on the letter case of a secret does not matter. */
const LEAST_IN_EITHER_CASE = 3;

/** Characters of a secret that are masked before a cut. */
const LEAST_CUT = 4;

/** Characters of a secret that are compared before a cut: V8 cannot compile some thousand nested groups. */
const MOST_COMPARED = 100;

/** True if a secret is so short that it is masked only where it is a word by itself. */
export function isShort(secret: string): boolean {
  return [...secret].length < LEAST_INSIDE;
}

/** Characters of a secret that are compared: V8 refuses a pattern of some thousand, and no text has so many by chance. */
const MOST_LITERAL = 1_000;

/** Returns what finds some secrets in a text: whole, or begun where the text was cut. */
export function secretFinder(secrets: readonly string[]): Find {
  const spellings = [...new Set(secrets.flatMap(spellingsOf))]
    .map((spelling) => [...spelling].map(characterPattern))
    // The longest first, so that a secret that holds another is found as a whole.
    .sort((a, b) => b.length - a.length);
  const ofLength = (least: number, most: number) =>
    spellings.filter(({ length }) => length >= least && length <= most).map(wholePattern);
  const whole = [
    anyOf(ofLength(LEAST_INSIDE, Number.POSITIVE_INFINITY), 'giu'),
    anyOf(ofLength(LEAST_IN_EITHER_CASE, LEAST_INSIDE - 1).map(aWord), 'giu'),
    anyOf(ofLength(1, LEAST_IN_EITHER_CASE - 1).map(noPartOfAPath), 'gu'),
  ];
  const begun = anyOf(spellings.filter(({ length }) => length > LEAST_CUT).map(beginning), 'giu');
  return (text) =>
    (text.includes('…') ? [...whole, begun] : whole).flatMap((pattern) =>
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

function wholePattern(characters: readonly string[]): string {
  const uncompared = characters.length - MOST_LITERAL;
  const rest = uncompared > 0 ? `[^]{${uncompared}}` : '';
  return `${characters.slice(0, MOST_LITERAL).join('')}${rest}`;
}

/** No letter and no digit stands beside it. */
function aWord(pattern: string): string {
  return `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`;
}

/** The same for one or two characters, which are also parts of paths, names, times and flags: `-t`, `/t/`, `a.t`. */
function noPartOfAPath(pattern: string): string {
  const before = '[\\p{L}\\p{N}_/-]|[\\p{L}\\p{N}]\\.|\\p{N}:';
  const behind = '[\\p{L}\\p{N}_/-]|\\.[\\p{L}\\p{N}]|:\\p{N}';
  return `(?<!${before})${pattern}(?!${behind})`;
}

/** The beginning of a secret that a cut follows, which may be in the middle of a character or of an escape. */
function beginning(characters: readonly string[]): string {
  const uncompared = characters.slice(MOST_COMPARED);
  const end = uncompared.length === 0 ? '' : `[^…]{0,${uncompared.length}}?`;
  const rest = characters
    .slice(LEAST_CUT, MOST_COMPARED)
    .reduceRight((inner, character) => `(?:${character}${inner})?`, end);
  return `${characters.slice(0, LEAST_CUT).join('')}${rest}\\p{Cs}?${CUT_ESCAPE}(?=${CUT})`;
}

/** A pattern that matches any of some; of none, nothing. */
function anyOf(sources: readonly string[], flags: string): RegExp {
  return new RegExp(sources.join('|') || '(?!)', flags);
}
