import type { Span } from './find-secrets.ts';

/** Subscriber numbers to be masked, by the digits at their end that every way to write them has. */
export interface KnownNumbers {
  readonly byEnding: ReadonlyMap<string, { readonly number: string; readonly label: string }>;
  /** Lengths of those endings. */
  readonly lengths: readonly number[];
}

/** Digits of a country code at most (ITU-T E.164 §6.2.1): what stands before the rest, or does not. */
const COUNTRY_CODE = 3;

/** An ending that is shorter would be found in dates and amounts. */
const LEAST_ENDING = 6;

/** Gives each number a label of its own, so that a report still says which is which: `***01`, in the order given. */
export function knownNumbers(numbers: readonly string[]): KnownNumbers {
  const distinct = [...new Set(numbers.map((number) => number.replace(/\D/g, '')))].filter(
    (digits) => digits.length >= LEAST_ENDING,
  );
  const width = Math.max(2, String(distinct.length).length);
  const byEnding = new Map(
    distinct.map((number, index) => {
      const ending = number.slice(Math.min(COUNTRY_CODE, number.length - LEAST_ENDING));
      return [ending, { number, label: `***${String(index + 1).padStart(width, '0')}` }] as const;
    }),
  );
  return { byEnding, lengths: [...new Set([...byEnding.keys()].map(({ length }) => length))] };
}

/** Digits of one number or more, with what people, markup and UTF-16 put between them. */
const RUN = /\d(?:(?:[ \u00A0\t\-.()/\0]|<[^<>]{1,60}>){0,4}\d){5,2000}/g;

/** Units that a number takes at most; a run that was cut is looked at once more from so far before its end. */
const MOST_OF_NUMBER = 200;

export interface FoundNumber {
  readonly span: Span;
  readonly label: string;
}

/** Every part of a text that writes a known number: with country code, zeros or neither, in groups or not. */
export function findNumbers(text: string, known: KnownNumbers): readonly FoundNumber[] {
  if (known.lengths.length === 0) return [];
  const found: FoundNumber[] = [];
  RUN.lastIndex = 0;
  for (let run = RUN.exec(text); run; run = RUN.exec(text)) {
    const [written] = run;
    const bare = written.replace(/<[^>]*>/g, (tag) => '<'.repeat(tag.length));
    for (const one of inRun(bare, run.index, text, known)) found.push(one);
    for (const one of atCuts(bare, run.index, text, known)) found.push(one);
    if (written.length > 2 * MOST_OF_NUMBER && /^.{0,4}\d/s.test(text.slice(RUN.lastIndex))) {
      RUN.lastIndex -= MOST_OF_NUMBER;
    }
  }
  return found;
}

function inRun(
  run: string,
  start: number,
  text: string,
  { byEnding, lengths }: KnownNumbers,
): readonly FoundNumber[] {
  const digits = run.replace(/\D/g, '');
  const found: FoundNumber[] = [];
  let places: readonly number[] | undefined;
  for (const length of lengths) {
    for (let at = 0; at + length <= digits.length; at += 1) {
      const match = byEnding.get(digits.slice(at, at + length));
      if (!match) continue;
      places ??= digitPlaces(run, start);
      const first = at - prefixLength(digits, at, match.number.slice(0, match.number.length - length));
      const begin = places[first] ?? 0;
      const plus = text.charAt(begin - 1) === '+' ? 1 : 0;
      found.push({ span: [begin - plus, (places[at + length - 1] ?? 0) + 1], label: match.label });
    }
  }
  return found;
}

/** The mark of our own texts that they were cut, and the quotes that it stands outside of. */
const CUT_BEFORE = /…["'\s]{0,3}$/;
const CUT_BEHIND = /^["'\s]{0,3}…/;

/** The part of a number that is left where a report cut a text in the middle of it. */
function atCuts(
  run: string,
  start: number,
  text: string,
  { byEnding }: KnownNumbers,
): readonly FoundNumber[] {
  const end = start + run.length;
  const isBegun = CUT_BEHIND.test(text.slice(end, end + LONGEST_MARK));
  const isEnded = CUT_BEFORE.test(text.slice(Math.max(0, start - LONGEST_MARK), start));
  if (!isBegun && !isEnded) return [];
  const places = digitPlaces(run, start);
  const digits = run.replace(/\D/g, '');
  const found = [...byEnding].flatMap(([ending, { number, label }]) => {
    const forms = Array.from({ length: number.length - ending.length + 1 }, (_, i) => number.slice(i));
    const begun = isBegun ? Math.max(...forms.map((form) => overlap(digits, form))) : 0;
    const ended = isEnded ? overlap(number, digits) : 0;
    return [
      ...(begun < LEAST_CUT ? [] : [{ span: [places.at(-begun) ?? 0, end] as const, label }]),
      ...(ended < LEAST_CUT ? [] : [{ span: [start, (places[ended - 1] ?? 0) + 1] as const, label }]),
    ];
  });
  // What is left may be of several numbers, and then says nothing about which.
  return found.length > 1 ? found.map(({ span }) => ({ span, label: MANY })) : found;
}

const MANY = '***';

const LONGEST_MARK = 4;

/** Digits of a number that tell more than where it is from. */
const LEAST_CUT = 4;

/** Characters at the end of the first text that the second begins with. */
function overlap(first: string, second: string): number {
  const most = Math.min(first.length, second.length);
  for (let length = most; length > 0; length -= 1) if (second.startsWith(first.slice(-length))) return length;
  return 0;
}

function digitPlaces(run: string, start: number): readonly number[] {
  return Array.from(run.matchAll(/\d/g), ({ index }) => start + index);
}

/** Digits before an ending that belong to the number: the rest of it as far as it stands there, and zeros. */
function prefixLength(digits: string, at: number, rest: string): number {
  let taken = 0;
  while (taken < rest.length && digits[at - taken - 1] === rest[rest.length - taken - 1]) taken += 1;
  for (let zeros = 0; zeros < 2 && digits[at - taken - 1] === '0'; zeros += 1) taken += 1;
  return taken;
}
