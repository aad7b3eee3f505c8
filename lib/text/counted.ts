import type { Kept, Masked } from '../model/running/masked.ts';

/** Returns the first texts and the number of the rest: `a, b and 4 more`. */
export function someOf<T extends string>(texts: readonly T[], most = 3): Kept<T> {
  const left = texts.length - most;
  return `${texts.slice(0, most).join(', ')}${left > 0 ? ` and ${left} more` : ''}` as Kept<T>;
}

export function fixed(value: number, decimals: number): Masked {
  return value.toFixed(decimals) as Masked;
}

/** Returns `1 thing`, `2 things`. */
export function counted<T extends string, S extends string = 's'>(count: number, thing: T, things?: S) {
  return `${count} ${count === 1 ? thing : (things ?? `${thing}s`)}` as Kept<T | S>;
}

/** Returns rows as lines whose cells begin below each other; the last cell of a row is not padded. */
export function columns<T extends string>(rows: readonly (readonly T[])[]): readonly Kept<T>[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const padded = (cell: string, index: number) =>
    index === widths.length - 1 ? cell : cell.padEnd(widths[index] ?? 0);
  return rows.map((row) => row.map(padded).join('  ') as Kept<T>);
}
