const MOST_TEXTS = 1_000;
const MOST_CHARACTERS = 200;

/** Returns a pure function that remembers what it said of short texts: those of one run are nearly always the same. */
export function remembered<T>(of: (text: string) => T): (text: string) => T {
  const known = new Map<string, { readonly said: T }>();
  return (text) => {
    const before = known.get(text);
    if (before) return before.said;
    const said = of(text);
    if (known.size >= MOST_TEXTS) known.clear();
    if (text.length <= MOST_CHARACTERS) known.set(text, { said });
    return said;
  };
}

export const partsOfUrl = remembered((url): Readonly<Pick<URL, 'host' | 'pathname'>> => new URL(url));
