import { characterPattern, escapeRegExp, GAP, IGNORED } from './character-pattern.ts';
import { decodeOnce } from './codings/decode.ts';
import { asWritten } from './reading.ts';

/**
 * Significant characters from which on a secret is looked for inside of other words and in base64 and the like:
 * a shorter one is there by chance.
 */
const LEAST_INSIDE = 8;

/** Significant characters from which on its letter case, its spaces and its quotes do not matter. */
const LEAST_LOOSE = 3;

/** Characters of a secret that may stand before the place where a text was cut. */
const LEAST_CUT = 4;

const GUID = /^([{(]?)([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})[)}]?$/i;

/** Rounds of decoding that what a secret itself looks like is followed through: one may hold `%41`, or `&lt;`. */
const MOST_ROUNDS = 3;

/**
 * Significant characters that one pattern looks for. V8 ends the process where it cannot compile one, which it
 * cannot for the beginnings of some thousand characters: of a longer secret the rest is followed one by one.
 */
const MOST_AT_ONCE = 128;

/** What finds a secret in a reading, as regular expression sources with the flag `u`. */
export interface SecretPattern {
  readonly source: string;
  /** What may follow it, each directly behind the one before: the characters of a long secret that are left. */
  readonly rest: readonly string[];
  /** It is the beginning of a secret, which counts only where a text was cut soon behind it. */
  readonly beginning: boolean;
}

/**
 * The patterns that find a secret in a reading: its letters in either case and without their marks,
 * whatever quoting, escaping, line breaks, markup and form encoding put between its characters or leave out, a GUID in
 * every format of .NET; and its beginning, for where a text was cut. Nothing in them can match in two ways, so that a
 * search takes time in proportion to the text.
 */
export function secretPatterns(secret: string): readonly SecretPattern[] {
  const [, open, ...groups] = GUID.exec(secret) ?? [];
  const whole = groups.length > 0 ? groups.join('') : secret;
  const patterns = [...new Set(decodedRounds(whole))].flatMap(patternsOf);
  if (!open) return patterns;
  return patterns.map(({ source, ...more }) => ({
    source: `(?:[{(]\\0?)?(?:${source})(?:[)}]\\0?)?`,
    ...more,
  }));
}

/** True if a secret is so short that it is masked only where it is a word by itself. */
export function isShort(secret: string): boolean {
  return significantIn(secret).length < LEAST_INSIDE;
}

function patternsOf(text: string): readonly SecretPattern[] {
  const significant = significantIn(text);
  if (significant.length < LEAST_LOOSE)
    return text === '' ? [] : [{ source: aWord(escapeRegExp(text)), rest: [], beginning: false }];
  const before = edgePattern(text, /^/.source);
  const behind = `${edgePattern(text, /$/.source)}\\0?`;
  const written = significant.slice(0, MOST_AT_ONCE).map(characterPattern);
  const left = significant.slice(MOST_AT_ONCE).map((character) => `${GAP}${characterPattern(character)}`);
  const loose = `${before}${written.join(GAP)}${left.length > 0 ? '' : behind}`;
  const source = significant.length < LEAST_INSIDE ? alone(loose) : loose;
  const whole = { source, rest: left.length > 0 ? [...left, behind] : [], beginning: false };
  if (significant.length <= LEAST_CUT) return [whole];
  return [whole, { source: `${before}${beginning(written)}`, rest: [], beginning: true }];
}

/** No letter and no digit stands beside it. */
function alone(pattern: string): string {
  return `(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`;
}

/** The same for one or two characters, which are also parts of paths, names, times and flags: `-t`, `/t/`, `a.t`. */
function aWord(pattern: string): string {
  const before = '[\\p{L}\\p{N}_/-]|[\\p{L}\\p{N}]\\.|\\p{N}:';
  const behind = '[\\p{L}\\p{N}_/-]|\\.[\\p{L}\\p{N}]|:\\p{N}';
  return `(?<!${before})(?:${pattern})(?!${behind})`;
}

/** What may stand at an end of the secret because it has such characters there itself. */
function edgePattern(text: string, end: string): string {
  const edge = new RegExp(end === '^' ? `^${IGNORED}+` : `${IGNORED}+$`, 'u').exec(text)?.[0] ?? '';
  return edge === '' ? '' : `${IGNORED}{0,${edge.length * 2}}`;
}

function significantIn(text: string): readonly string[] {
  return [...text].filter((character) => !isIgnored(character));
}

function isIgnored(character: string): boolean {
  return new RegExp(`^${IGNORED}$`, 'u').test(character);
}

function beginning(written: readonly string[]): string {
  const rest = written.slice(LEAST_CUT).reduceRight((inner, one) => `(?:${GAP}${one}${inner})?`, '');
  return written.slice(0, LEAST_CUT).join(GAP) + rest;
}

function decodedRounds(text: string): readonly string[] {
  const rounds = [text];
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const before = asWritten(rounds.at(-1) ?? '');
    const after = decodeOnce(before, false);
    if (after === before) break;
    rounds.push(after.text);
  }
  return rounds;
}
