/** Returns the first texts, and how many are left: `a, b and 4 more`. */
export function someOf(texts: readonly string[], most: number): string {
  const left = texts.length - most;
  return `${texts.slice(0, most).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}

/** `1 thing`, `2 things`. */
export function counted(count: number, thing: string, things = `${thing}s`): string {
  return `${count} ${count === 1 ? thing : things}`;
}

/** Returns rows as lines whose cells begin below each other; the last cell of a row is not padded. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const padded = (cell: string, index: number) =>
    index === widths.length - 1 ? cell : cell.padEnd(widths[index] ?? 0);
  return rows.map((row) => row.map(padded).join('  '));
}
