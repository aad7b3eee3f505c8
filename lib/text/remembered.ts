/** Returns the same in memory of its own: V8 keeps the whole of a text, such as a reply, for any part of it. */
export const copied = <T>(value: T): T => structuredClone(value);

const MOST_TEXTS = 1_000;
const MOST_CHARACTERS = 200;

/** Returns a pure function that remembers what it said of short texts: those of one run are nearly always the same. */
export function remembered<T>(of: (text: string) => T): (text: string) => T {
  const known = new Map<string, { readonly said: T }>();
  return (text) => {
    const before = known.get(text);
    if (before) return before.said;
    if (text.length > MOST_CHARACTERS) return of(text);
    const own = copied(text);
    const said = of(own);
    if (known.size >= MOST_TEXTS) known.clear();
    known.set(own, { said });
    return said;
  };
}

export const partsOfUrl = remembered((url): Readonly<Pick<URL, 'host' | 'pathname'>> => new URL(url));
