import { CUT } from '../cuts.ts';
import { type Coding, NONE, valueAt } from './coding.ts';

/** Characters that are looked at before a cut. */
const LEAST_CUT = 6;

/** Characters in which the cut comes: one of the coding itself may be in an escape, and be cut there. */
const CUT_WITHIN = 3;

export type Run = readonly [begin: number, end: number];

/** Places where enough characters of a coding follow each other. */
export function runsOf(text: string, least: number, { values }: Coding): readonly Run[] {
  const isCut = text.includes(CUT);
  const shortest = isCut ? Math.min(least, LEAST_CUT) : least;
  const runs: Run[] = [];
  for (let begin = 0; begin + shortest <= text.length; ) {
    // From behind, so that most characters need no look: one that is none of the coding's ends every run over it.
    let last = begin + shortest - 1;
    while (last >= begin && valueAt(values, text, last) !== NONE) last -= 1;
    if (last >= begin) {
      begin = last + 1;
      continue;
    }
    const end = endOfRun(text, begin + shortest, values);
    const count = countIn(text, begin, end, values);
    if (count >= least || (isCut && count >= LEAST_CUT && cutComes(text, end))) runs.push([begin, end]);
    begin = end + 1;
  }
  return runs;
}

function endOfRun(text: string, from: number, values: Int8Array): number {
  let end = from;
  while (end < text.length && valueAt(values, text, end) !== NONE) end += 1;
  return end;
}

/** Characters that say something. */
function countIn(text: string, begin: number, end: number, values: Int8Array): number {
  let count = 0;
  for (let index = begin; index < end; index += 1) if (valueAt(values, text, index) >= 0) count += 1;
  return count;
}

function cutComes(text: string, index: number): boolean {
  return text.slice(index, index + CUT_WITHIN).includes(CUT);
}
