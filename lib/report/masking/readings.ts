import { base64Readings, hexReadings } from './coded-runs.ts';
import { decodeOnce } from './decode.ts';
import { asWritten, type Reading } from './reading.ts';
import { withoutNuls } from './without-nuls.ts';

/** Rounds of decoding; the first two one layer at a time, since what is decoded too far may be the secret itself. */
const ROUNDS = [false, false, true, true, true];

/** Base64 or hexadecimal digits inside of such are followed this far. */
const MOST_CODED = 2;

/** Fewest characters that a run of coded text needs so that it can hold what is looked for. */
export interface LeastCoded {
  readonly base64: number;
  readonly hex: number;
}

/**
 * All the ways to read a text in which a secret is looked for: as it stands, decoded again and again, without
 * what UTF-16 puts between its letters, and what base64 and hexadecimal digits inside of it say.
 */
export function readingsOf(text: string, least: LeastCoded): readonly Reading[] {
  return withCoded(asWritten(text), least, MOST_CODED);
}

function withCoded(reading: Reading, least: LeastCoded, depth: number): readonly Reading[] {
  const decoded = throughNuls(rounds(reading));
  const ground = depth > 0 ? decoded.at(-1) : undefined;
  if (!ground) return decoded;
  const coded = [...base64Readings(ground, least.base64), ...hexReadings(ground, least.hex)];
  return [...decoded, ...coded.flatMap((one) => withCoded(one, least, depth - 1))];
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
