import { digitValue } from './escapes.ts';
import type { Reading } from './reading.ts';

/** Value of a character of base64 or base64url by its UTF-16 unit; -1 for any other, -2 for one that is skipped. */
const SEXTETS = new Int8Array(128).fill(-1);
for (const [index, character] of [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
].entries()) {
  SEXTETS[character.charCodeAt(0)] = index;
}
SEXTETS['-'.charCodeAt(0)] = 62;
SEXTETS['_'.charCodeAt(0)] = 63;
for (const space of ' \t\r\n') SEXTETS[space.charCodeAt(0)] = -2;

/** A coding of bytes by characters that each say some bits of them. */
interface Coding {
  /** A regular expression class of its characters and of those that may stand between them. */
  readonly characters: string;
  readonly bits: number;
  /** What a UTF-16 unit says; -1 where it is none of the coding's, -2 where it may stand between them. */
  readonly saidBy: (unit: number) => number;
}

const base64: Coding = {
  characters: 'A-Za-z0-9+/_\\s-',
  bits: 6,
  saidBy: (unit) => (unit < 128 ? (SEXTETS[unit] ?? -1) : -1),
};

const BETWEEN_OCTETS = new Set([...' \t\r\n:-'].map((character) => character.charCodeAt(0)));
const hexadecimal: Coding = {
  characters: '0-9A-Fa-f\\s:-',
  bits: 4,
  saidBy: (unit) => (BETWEEN_OCTETS.has(unit) ? -2 : digitValue(unit)),
};

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
function runsOf(text: string, least: number, { characters, saidBy }: Coding): readonly Run[] {
  // Most texts have none, and this is the fast way to know.
  const begun = `[${characters}]{${Math.min(least, LEAST_CUT)}}[^]{0,${CUT_WITHIN - 1}}${CUT}`;
  const isBegun = text.includes(CUT) && new RegExp(begun).test(text);
  if (!isBegun && !new RegExp(`[${characters}]{${least}}`).test(text)) return [];
  const runs: Run[] = [];
  let begin = 0;
  let count = 0;
  for (let index = 0; index <= text.length; index += 1) {
    const value = index < text.length ? saidBy(text.charCodeAt(index)) : -1;
    if (value >= 0) count += 1;
    if (value !== -1) continue;
    if (count >= least || (count >= LEAST_CUT && text.slice(index, index + CUT_WITHIN).includes(CUT)))
      runs.push([begin, index]);
    begin = index + 1;
    count = 0;
  }
  return runs;
}

/** Tells of every octet that runs say, and of the units behind them, with the units that it came from. */
function decode(
  text: string,
  runs: readonly Run[],
  shift: number,
  { bits: more, saidBy }: Coding,
  add: (octet: number, begin: number, end: number) => void,
): void {
  for (const [begin, end] of runs) {
    let bits = 0;
    let held = 0;
    let first = begin;
    let skip = shift;
    for (let index = begin; index < end; index += 1) {
      const value = saidBy(text.charCodeAt(index));
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
