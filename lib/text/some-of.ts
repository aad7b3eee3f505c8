/** Returns the first texts, and how many are left: `a, b and 4 more`. */
export function someOf(texts: readonly string[], most: number): string {
  const left = texts.length - most;
  return `${texts.slice(0, most).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}
