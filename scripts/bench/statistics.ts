import type { Measure } from './measure.ts';

/** The middle of the values, or the mean of the two in the middle. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Each figure's median over the runs; processes are compared by their rank in size. */
export function medianOf(measures: readonly Measure[]): Measure {
  const most = Math.max(0, ...measures.map(({ peaks }) => peaks.length));
  return {
    wall: median(measures.map(({ wall }) => wall)),
    cpu: median(measures.map(({ cpu }) => cpu)),
    peaks: Array.from({ length: most }, (_, rank) => median(measures.map(({ peaks }) => peaks[rank] ?? 0))),
  };
}
