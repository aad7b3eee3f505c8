/** Returns rows as lines whose cells begin below each other; the last cell of a row is not padded. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const padded = (cell: string, index: number) =>
    index === widths.length - 1 ? cell : cell.padEnd(widths[index] ?? 0);
  return rows.map((row) => row.map(padded).join('  '));
}
