import { require } from '../text/require.ts';

/** Loaded at its first use: most runs draw nothing and find nothing. */
export const fastCheck = () => require('fast-check') as typeof import('fast-check');

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
    if (found.value === culprits) return { value: await simplest([...culprits], shows) };
    const { length } = found.value;
    // With one more character it is their place, and no length.
    return length > culprits.length + 1 ? { ...found, rightUpTo: length - 1 } : { value: found.value };
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

/** Replaces characters by the filler, as long as the text still shows it. */
async function filled(characters: readonly string[], shows: Shows<string>): Promise<readonly string[]> {
  const keeping = (kept: readonly number[]) =>
    characters.map((one, place) => (kept.includes(place) ? one : FILLER.repeat(one.length)));
  const places = [...characters.keys()].filter((place) => !isFiller(characters[place] ?? ''));
  return keeping(await fewest(places, (kept) => shows(keeping(kept).join(''))));
}

/** The fewest characters, and of those behind the filler the first of Unicode, that still show it. */
async function simplest(characters: readonly string[], shows: Shows<string>): Promise<string> {
  const kept = [...(await fewest(characters, (some) => shows(some.join(''))))];
  for (const place of kept.length > MOST_REPLACED ? [] : kept.keys()) {
    const code = kept[place]?.codePointAt(0) ?? 0;
    const showsWith = (next: number) => shows(kept.with(place, String.fromCodePoint(next)).join(''));
    if (code > FIRST) kept[place] = String.fromCodePoint(await firstCode(code, showsWith));
  }
  return kept.join('');
}

const [FIRST, LAST] = [FILLER.charCodeAt(0), 0x10ffff];

/** Follows what fast-check tries in the place of a code point, as long as it still shows it. */
async function firstCode(code: number, shows: Shows<number>, context?: unknown): Promise<number> {
  for (const next of fastCheck().integer({ min: FIRST, max: LAST }).shrink(code, context))
    if (await shows(next.value)) return firstCode(next.value, shows, next.context);
  return code;
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
