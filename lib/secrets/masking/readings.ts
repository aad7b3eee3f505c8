import { base64Readings, hexReadings } from './codings/coded-runs.ts';
import { decodeOnce } from './codings/decode.ts';
import { mailReadings } from './codings/mail-coding.ts';
import { withoutNuls } from './codings/without-nuls.ts';
import { asWritten, type Reading } from './reading.ts';

/** Rounds of decoding; the first two one layer at a time, since what is decoded too far may be the secret itself. */
const ROUNDS = [false, false, true, true, true];

/** Base64, hexadecimal digits or a coding of mail inside of such are followed this far. */
const MOST_CODED = 2;

/** What coded text needs so that it can hold what is looked for. */
export interface Sought {
  /** Fewest characters of a run of base64. */
  readonly base64: number;
  /** Fewest hexadecimal digits of a run. */
  readonly hex: number;
  /** Those that it is made of. */
  readonly octets: ReadonlySet<number>;
}

/**
 * All the ways to read a text in which a secret is looked for: as it stands, decoded again and again, without
 * what UTF-16 puts between its letters, and what base64, hexadecimal digits and the codings of mail inside of it say.
 */
export function readingsOf(text: string, sought: Sought): readonly Reading[] {
  return withCoded(asWritten(text), sought, MOST_CODED);
}

/** The same without base64, hexadecimal digits and the codings of mail, which hold every short text by chance. */
export function uncodedReadingsOf(text: string): readonly Reading[] {
  return throughNuls(rounds(asWritten(text)));
}

function withCoded(reading: Reading, sought: Sought, depth: number): readonly Reading[] {
  const decoded = throughNuls(rounds(reading));
  const ground = depth > 0 ? decoded.at(-1) : undefined;
  if (!ground) return decoded;
  const coded = [
    ...base64Readings(ground, sought.base64),
    ...hexReadings(ground, sought.hex),
    ...mailReadings(ground, sought.octets),
  ];
  return [...decoded, ...coded.flatMap((one) => withCoded(one, sought, depth - 1))];
}

/**
 * Readings, and if the last has U+0000 inside, as letters of UTF-16 have, what is read without. Once: what is decoded
 * then has no such letters again.
 */
function throughNuls(readings: readonly Reading[]): readonly Reading[] {
  const last = readings.at(-1);
  const bare = last && withoutNuls(last);
  return bare ? [...readings, ...rounds(bare)] : readings;
}

/** A reading and what further rounds of decoding make of it. */
function rounds(first: Reading): readonly Reading[] {
  const readings = [first];
  let last = first;
  for (const deep of ROUNDS) {
    const next = decodeOnce(last, deep);
    if (next === last) break;
    readings.push(next);
    last = next;
  }
  return readings;
}
