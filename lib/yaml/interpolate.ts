const REFERENCE = /\$\$\{|\$\{([^}]*)\}/g;

/** Returns the names that a text refers to as `${name}`; `$${` is the literal `${`. */
export function referencesIn(text: string): readonly string[] {
  return [...text.matchAll(REFERENCE)].flatMap((match) => (match[1] === undefined ? [] : [match[1]]));
}

/** True if a text has a `${` that no `}` closes. */
export function hasOpenReference(text: string): boolean {
  return text.replace(REFERENCE, '').includes('${');
}

/** Returns the name if a text is exactly one `${name}`, so that lists and captures pass through whole. */
export function wholeReference(text: string): string | undefined {
  return text.startsWith('${') ? /^\$\{([^}]*)\}$/.exec(text)?.[1] : undefined;
}

/** Replaces every `${name}` by the result of `lookup`, and every `$${` by `${`. */
export function interpolate(text: string, lookup: (name: string) => string): string {
  if (!text.includes('${')) return text;
  return text.replace(REFERENCE, (_, name: string | undefined) => (name === undefined ? '${' : lookup(name)));
}
