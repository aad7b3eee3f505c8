import type { Arbitrary } from 'fast-check';
import { fastCheck } from './fast-check.ts';

/** Whether a value still shows what a larger one showed. */
export type Shows<T> = (value: T) => Promise<boolean>;

/** The smallest value that was found. */
export interface Shrunk<T> {
  readonly value: T;
  /** The most characters or items with which it was right, where their number decides. */
  readonly rightUpTo?: number;
  /** True if it was right with one more, too. */
  readonly isSingle?: true;
}

/** What takes the place of characters that do not matter. */
const FILLER = 'a';

/** Characters of a text that are left out one by one, and that are replaced by simpler ones. */
const MOST_LEFT_OUT = 64;
const MOST_REPLACED = 4;

/** Returns the smallest text that still shows something, by its length or by its characters. */
export async function shrinkText(text: string, shows: Shows<string>): Promise<Shrunk<string>> {
  if (text.length > 1 && (await shows(FILLER.repeat(text.length)))) {
    return byCount(text.length, (count) => FILLER.repeat(count), shows);
  }
  const simple = await filled([...text], shows);
  const culprits = simple.filter((one) => !isFiller(one)).join('');
  const rest = simple.join('').length - culprits.length;
  const moved = (count: number) => `${culprits}${FILLER.repeat(count)}`;
  if (rest > 1 && (await shows(moved(rest)))) {
    const found = await byCount(rest, moved, shows, 0);
    return found.value === culprits
      ? { value: await simplest([...culprits], shows) }
      : { ...found, rightUpTo: found.value.length - 1 };
  }
  return { value: await simplest(simple, shows) };
}

/**
 * Returns the smallest list of recipients that still shows something.
 * @param numbered makes a list of so many different numbers
 */
export async function shrinkList(
  list: readonly string[],
  numbered: (count: number) => readonly string[],
  shows: Shows<readonly string[]>,
): Promise<Shrunk<readonly string[]>> {
  if (list.length > 1 && (await shows(numbered(list.length)))) return byCount(list.length, numbered, shows);
  const kept =
    list.length > MOST_LEFT_OUT ? list : await fewest(list, async (some) => some.length > 0 && shows(some));
  const [only, ...more] = kept;
  if (only === undefined || more.length > 0) return { value: kept };
  const { value } = await shrinkText(only, (text) => shows([text]));
  return { value: [value] };
}

/** Finds the least count that shows it by halving; the one before it is right. */
async function byCount<T>(
  most: number,
  make: (count: number) => T,
  shows: Shows<T>,
  least = 1,
): Promise<Shrunk<T>> {
  let [right, wrong] = [least - 1, most];
  while (wrong - right > 1) {
    const middle = Math.floor((right + wrong) / 2);
    if (await shows(make(middle))) wrong = middle;
    else right = middle;
  }
  const value = make(wrong);
  if (right < least) return { value };
  return { value, rightUpTo: right, ...(!(await shows(make(wrong + 1))) && { isSingle: true as const }) };
}

function isFiller(character: string): boolean {
  return character === FILLER.repeat(character.length);
}

/** Replaces runs of characters by the filler, as long as the text still shows it. */
async function filled(characters: readonly string[], shows: Shows<string>): Promise<readonly string[]> {
  let current = characters;
  for (const size of halves(characters.length)) {
    for (let at = 0; at < characters.length; at += size) {
      const next = current.map((one, place) =>
        place >= at && place < at + size ? FILLER.repeat(one.length) : one,
      );
      const changes = next.some((one, place) => one !== current[place]);
      if (changes && (await shows(next.join('')))) current = next;
    }
  }
  return current;
}

/** The fewest characters, and of these the first of Unicode, that still show it. */
async function simplest(characters: readonly string[], shows: Shows<string>): Promise<string> {
  let kept = await fewest(characters, (some) => shows(some.join('')));
  if (kept.length > MOST_REPLACED) return kept.join('');
  for (const place of kept.keys()) {
    kept = await shrunkBy(
      fastCheck().nat(LAST),
      positionOf(kept[place] ?? ''),
      (position) => kept.map((one, index) => (index === place ? characterAt(position) : one)),
      (some) => shows(some.join('')),
    );
  }
  return kept.join('');
}

const LAST = 0x10ffff;

/** Places of characters in an order that begins with the filler. */
function positionOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return code === FILLER.charCodeAt(0) ? 0 : code;
}

function characterAt(position: number): string {
  return position === 0 ? FILLER : String.fromCodePoint(position);
}

/** Follows what fast-check tries in the place of a value, as long as it still shows it. */
async function shrunkBy<T, V>(
  arbitrary: Arbitrary<T>,
  start: T,
  make: (value: T) => V,
  shows: Shows<V>,
): Promise<V> {
  let best: { readonly value: T; readonly context: unknown } = { value: start, context: undefined };
  for (let again = true; again; ) {
    again = false;
    for (const next of arbitrary.shrink(best.value, best.context)) {
      if (!(await shows(make(next.value)))) continue;
      [best, again] = [next, true];
      break;
    }
  }
  return make(best.value);
}

/** Leaves out runs of items, then single ones, as long as the rest still shows it. */
async function fewest<T>(items: readonly T[], shows: Shows<readonly T[]>): Promise<readonly T[]> {
  let kept = items;
  for (const size of halves(items.length)) {
    for (let at = 0; at < kept.length; ) {
      const rest = [...kept.slice(0, at), ...kept.slice(at + size)];
      if (await shows(rest)) kept = rest;
      else at += size;
    }
  }
  return kept;
}

/** Half of a count, a quarter of it, and so on to one. */
function halves(count: number): readonly number[] {
  const half = Math.floor(count / 2);
  return half < 1 ? [1] : [...new Set([half, ...halves(half)])];
}
