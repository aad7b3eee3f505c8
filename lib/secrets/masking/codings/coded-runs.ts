import type { Reading } from '../reading.ts';
import { base64, type Coding, hexadecimal, valueAt } from './coding.ts';
import { type Run, runsOf } from './runs-of-coding.ts';

/**
 * The bytes that base64 in a reading says, as Latin-1: four readings, because a run of its letters may begin with
 * some that belong to the words before. Lines and spaces inside are skipped; everything else stays as it is and
 * ends a run.
 * @param least characters of a run that can hold what is looked for; shorter ones are left out
 */
export function base64Readings(before: Reading, least: number): readonly Reading[] {
  const runs = runsOf(before.text, least, base64);
  if (runs.length === 0) return [];
  return [0, 1, 2, 3].map((shift) => decodeRuns(before, runs, shift, base64));
}

/** Tells of every octet that runs say, and of the units behind them, with the units that it came from. */
function decode(
  text: string,
  runs: readonly Run[],
  shift: number,
  { bits: more, values }: Coding,
  add: (octet: number, begin: number, end: number) => void,
): void {
  for (const [begin, end] of runs) {
    let bits = 0;
    let held = 0;
    let first = begin;
    let skip = shift;
    for (let index = begin; index < end; index += 1) {
      const value = valueAt(values, text, index);
      if (value < 0) continue;
      if (skip > 0) {
        skip -= 1;
        continue;
      }
      if (held === 0) first = index;
      held += more;
      bits = (bits << more) | value;
      if (held < 8) continue;
      held -= 8;
      add((bits >> held) & 0xff, first, index + 1);
      bits &= (1 << held) - 1;
      first = index;
    }
    // What stands behind the run, so that a text that was cut there is seen to be.
    if (end < text.length) add(text.charCodeAt(end), end, end + 1);
  }
}

function decodeRuns(before: Reading, runs: readonly Run[], shift: number, coding: Coding): Reading {
  const octets = new Uint16Array(runs.reduce((sum, [begin, end]) => sum + end - begin + 1, 0));
  let length = 0;
  decode(before.text, runs, shift, coding, (octet) => {
    octets[length] = octet;
    length += 1;
  });
  // Nearly always nothing is found in a reading, and then nobody asks for places.
  let places: readonly Run[] | undefined;
  const place = (index: number) => {
    places ??= placesOf(before.text, runs, shift, coding);
    return places[index];
  };
  return {
    text: Buffer.from(octets.buffer, 0, length * octets.BYTES_PER_ELEMENT).toString('utf16le'),
    from: (index) => before.from(place(index)?.[0] ?? 0),
    to: (index) => before.to((place(index)?.[1] ?? 1) - 1),
  };
}

function placesOf(text: string, runs: readonly Run[], shift: number, coding: Coding): readonly Run[] {
  const places: Run[] = [];
  decode(text, runs, shift, coding, (_, begin, end) => places.push([begin, end]));
  return places;
}

/**
 * The bytes that runs of hexadecimal digits say, as Latin-1: two readings, by the digit with which they begin.
 * @param least digits of a run that can hold what is looked for
 */
export function hexReadings(before: Reading, least: number): readonly Reading[] {
  const runs = runsOf(before.text, least, hexadecimal);
  if (runs.length === 0) return [];
  return [0, 1].map((shift) => decodeRuns(before, runs, shift, hexadecimal));
}
