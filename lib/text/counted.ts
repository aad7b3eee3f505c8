/** Returns the first texts, and how many are left: `a, b and 4 more`. */
export function someOf(texts: readonly string[], most: number): string {
  const left = texts.length - most;
  return `${texts.slice(0, most).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}

/** `1 thing`, `2 things`. */
export function counted(count: number, thing: string, things = `${thing}s`): string {
  return `${count} ${count === 1 ? thing : things}`;
}
