import type { Reading } from './reading.ts';

/** A coding of bytes by characters that each say some bits of them. */
interface Coding {
  readonly bits: number;
  /** What an ASCII character says; NONE where it is none of the coding's, BETWEEN where it may stand between them. */
  readonly values: Int8Array;
}

const NONE = -1;
const BETWEEN = -2;

/** @param characters each with its value, those of the same value together */
function coding(bits: number, characters: Readonly<Record<string, number>>): Coding {
  const values = new Int8Array(128).fill(NONE);
  for (const [some, value] of Object.entries(characters)) {
    for (const one of some) values[one.charCodeAt(0)] = value;
  }
  return { bits, values };
}

const SEXTETS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', '+-', '/_'];
const base64 = coding(6, { ...valued(SEXTETS), ' \t\r\n': BETWEEN });

const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'aA', 'bB', 'cC', 'dD', 'eE', 'fF'];
const hexadecimal = coding(4, { ...valued(DIGITS), ' \t\r\n:-': BETWEEN });

function valued(inOrder: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(inOrder.map((characters, value) => [characters, value]));
}

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

/** What our own texts have where they are cut, and characters that are looked at before it. */
const CUT = '…';
const LEAST_CUT = 6;

/** Characters in which the cut comes: one of the coding itself may be in an escape, and be cut there. */
const CUT_WITHIN = 3;

type Run = readonly [begin: number, end: number];

/** Places where enough characters of a coding follow each other. */
function runsOf(text: string, least: number, { values }: Coding): readonly Run[] {
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

/** What the unit at an index says. */
function valueAt(values: Int8Array, text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return unit < values.length ? (values[unit] ?? NONE) : NONE;
}

function cutComes(text: string, index: number): boolean {
  return text.slice(index, index + CUT_WITHIN).includes(CUT);
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
