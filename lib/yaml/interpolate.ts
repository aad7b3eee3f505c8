const REFERENCE = /\$\$\{|\$\{([^}]*)\}/g;

/** The names that a text refers to as `${name}`; `$${` is the literal `${`. */
export function referencesIn(text: string): readonly string[] {
  return [...text.matchAll(REFERENCE)].flatMap((match) => (match[1] === undefined ? [] : [match[1]]));
}

/** Whether a text has a `${` that no `}` closes. */
export function hasOpenReference(text: string): boolean {
  return text.replace(REFERENCE, '').includes('${');
}

/** The name when a text is exactly one `${name}`, so that lists and captures pass through whole. */
export function wholeReference(text: string): string | undefined {
  return text.startsWith('${') ? /^\$\{([^}]*)\}$/.exec(text)?.[1] : undefined;
}

/** Replaces every `${name}` by what `lookup` gives and every `$${` by `${`. */
export function interpolate(text: string, lookup: (name: string) => string): string {
  if (!text.includes('${')) return text;
  return text.replace(REFERENCE, (_, name: string | undefined) => (name === undefined ? '${' : lookup(name)));
}
