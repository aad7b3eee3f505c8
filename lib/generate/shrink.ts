import type { ParameterValue } from '../model/contract.ts';
import type { SmallestInput } from '../model/judging/finding.ts';

/** A check whether a value still shows what a larger one showed. */
export type Shows<T> = (value: T) => Promise<boolean>;

type Shrunk = Omit<SmallestInput, 'parameter'>;

/** Items of a list that are left out one by one. */
const MOST_LEFT_OUT = 64;

/** Characters of a text that are left out one by one: each takes a request as long as the text. */
const MOST_CHARACTERS = 2000;

/** Makes a text of characters that do not matter. */
const filler = (length: number) => 'a'.repeat(length);

/** Returns the smallest text that still shows something, by its length or by its characters. */
export async function shortestText(text: string, shows: Shows<string>): Promise<Shrunk> {
  if (text.length > 1 && (await shows(filler(text.length)))) return byCount(text.length, filler, shows);
  if (text.length > MOST_CHARACTERS) return { value: text };
  const characters = [...text];
  const keeping = (places: ReadonlySet<number>) =>
    characters.map((character, place) => (places.has(place) ? character : filler(character.length)));
  const places = [...characters.keys()].filter((place) => characters[place] !== filler(1));
  const culprits = await fewest(places, (kept) => shows(keeping(new Set(kept)).join('')));
  const simple = keeping(new Set(culprits));
  const only = culprits.map((place) => simple[place]).join('');
  const rest = text.length - only.length;
  const shortest = async (signs: readonly string[]) => {
    const kept = await fewest(signs, (fewer) => shows(fewer.join('')));
    return { value: kept.join('') };
  };
  if (rest === 0 || (await shows(only))) return shortest([...only]);
  const moved = (count: number) => `${only}${filler(count)}`;
  if (rest === 1 || !(await shows(moved(rest)))) return shortest(simple);
  const { value, rightUpTo, ...more } = await byCount(rest, moved, shows);
  // With one more character it is their place, and no length.
  return rightUpTo === undefined ? { value } : { value, rightUpTo: only.length + rightUpTo, ...more };
}

/** Returns the smallest list of recipients that still shows something; `numbered` makes a list of `count` numbers. */
export async function smallestList(
  list: readonly string[],
  numbered: (count: number) => readonly string[],
  shows: Shows<readonly string[]>,
): Promise<Shrunk> {
  if (list.length > 1 && (await shows(numbered(list.length)))) return byCount(list.length, numbered, shows);
  const isLeft = async (items: readonly string[]) => items.length > 0 && shows(items);
  const kept = list.length > MOST_LEFT_OUT ? list : await fewestItems(list, isLeft);
  const [only, ...more] = kept;
  if (only === undefined || more.length > 0) return { value: kept };
  const { value } = await shortestText(only, (text) => shows([text]));
  return { value: [value].flat() };
}

/** Finds the least count that shows something by halving; the count before it shows nothing. */
async function byCount<T extends ParameterValue>(
  most: number,
  make: (count: number) => T,
  shows: Shows<T>,
): Promise<Shrunk> {
  let [right, wrong] = [0, most];
  while (wrong - right > 1) {
    const middle = Math.floor((right + wrong) / 2);
    if (await shows(make(middle))) wrong = middle;
    else right = middle;
  }
  const value = make(wrong);
  if (right === 0) return { value };
  return { value, rightUpTo: right, ...(!(await shows(make(wrong + 1))) && { isSingle: true as const }) };
}

/** Leaves out runs of items, then single items, as long as the rest still shows something. */
export async function fewest<T>(items: readonly T[], shows: Shows<readonly T[]>): Promise<readonly T[]> {
  let kept = items;
  for (let size = Math.max(1, Math.floor(items.length / 2)); size > 0; size = Math.floor(size / 2)) {
    for (let at = 0; at < kept.length; ) {
      const rest = kept.toSpliced(at, size);
      if (await shows(rest)) kept = rest;
      else at += size;
    }
  }
  return kept;
}

/** Leaves out all items of a kind together, because each kept one may have to be there twice; then single items. */
async function fewestItems(list: readonly string[], shows: Shows<readonly string[]>) {
  const kinds = [...new Set(list)];
  const withKinds = (kept: readonly string[]) => list.filter((item) => kept.includes(item));
  const kept = withKinds(await fewest(kinds, (fewer) => shows(withKinds(fewer))));
  return kinds.length === list.length ? kept : fewest(kept, shows);
}
