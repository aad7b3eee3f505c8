/**
 * A text as somebody could read it: as it stands, or after something in it was decoded or left out. Every UTF-16
 * unit knows which part of the text that was given it came from, so that what is found in a reading can be masked
 * there.
 */
export interface Reading {
  readonly text: string;
  /** First unit of the original that a unit came from. */
  from(index: number): number;
  /** The unit of the original behind the last one that a unit came from. */
  to(index: number): number;
}

/** A text as it stands. */
export function asWritten(text: string): Reading {
  return { text, from: (index) => index, to: (index) => index + 1 };
}

/** Makes a reading of another, from its beginning to its end. */
export interface Rewriting {
  /** Puts `text` in place of the units `begin` to `end` (exclusive); what stands before them is kept. */
  replace(begin: number, end: number, text: string): void;
  /** @returns the reading before itself where nothing was replaced */
  done(): Reading;
}

export function rewriting(before: Reading): Rewriting {
  const parts: string[] = [];
  /** By replacement: where it begins and ends in the reading before, and where it ends in this one. */
  const begins: number[] = [];
  const ends: number[] = [];
  const made: number[] = [];
  let length = 0;
  let read = 0;
  return {
    replace: (begin, end, text) => {
      if (begin > read) parts.push(before.text.slice(read, begin));
      parts.push(text);
      length += begin - read + text.length;
      read = end;
      begins.push(begin);
      ends.push(end);
      made.push(length);
    },
    done: () => {
      if (begins.length === 0) return before;
      parts.push(before.text.slice(read));
      const text = parts.join('');
      /** The last replacement that ends at or before a unit, or -1. */
      const replacementBefore = (index: number) => lastAtMost(made, index);
      const place = (index: number, edge: 'from' | 'to') => {
        const last = replacementBefore(index);
        const old = (ends[last] ?? 0) + index - (made[last] ?? 0);
        const next = begins[last + 1] ?? Number.POSITIVE_INFINITY;
        if (old < next) return before[edge](old);
        return edge === 'from' ? before.from(next) : before.to((ends[last + 1] ?? 1) - 1);
      };
      return { text, from: (index) => place(index, 'from'), to: (index) => place(index, 'to') };
    },
  };
}

/** Index of the last of some rising numbers that is not above a limit, or -1. */
function lastAtMost(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
