/** Copies a value into memory of its own: V8 keeps a whole text, such as a reply, for any part of it. */
export const copied = <T>(value: T): T => structuredClone(value);

const MOST_TEXTS = 1_000;
const MOST_CHARACTERS = 200;

/** Makes a pure function remember its results for short texts, which are nearly always the same in one run. */
export function remembered<T>(of: (text: string) => T): (text: string) => T {
  const known = new Map<string, { readonly said: T }>();
  return (text) => {
    const before = known.get(text);
    if (before) return before.said;
    if (text.length > MOST_CHARACTERS) return of(text);
    const copy = copied(text);
    const said = of(copy);
    if (known.size >= MOST_TEXTS) known.clear();
    known.set(copy, { said });
    return said;
  };
}

/** Makes a pure function remember its results for objects that nobody changes, as long as these are there. */
export function rememberedFor<Given extends object, T extends object>(
  of: (given: Given) => T,
): (given: Given) => T {
  const known = new WeakMap<Given, T>();
  return (given) => {
    const said = known.get(given) ?? of(given);
    known.set(given, said);
    return said;
  };
}

export const partsOfUrl = remembered((url): Readonly<Pick<URL, 'host' | 'pathname'>> => new URL(url));
