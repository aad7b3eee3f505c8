import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { HeaderList } from '../../model/judging/wire.ts';
import { headerValues } from './headers.ts';

/** Content codings of RFC 9110 §8.4.1 and RFC 7932, by their names in lower case. */
const DECODERS = new Map<string, typeof gunzipSync>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/** Bytes of a response that are read; a user can have more of it fetched. */
export const MOST_READ = 20_000_000;

/** Bytes of a decoded request: more than any of the contract has, and little enough for a port that strangers reach. */
export const MOST_OF_REQUEST = 4_000_000;

/**
 * Returns a body without its content codings, and these, where it names any. It is as it came where it is not in them, or
 * has more bytes than are read. Clients pass over a coding that they do not know, so a body that names one is read as it came.
 */
export function withoutCodings(
  { headers, body: sent }: { headers: HeaderList; body: Uint8Array | null },
  most: number,
): {
  readonly body: Uint8Array;
  readonly coding?: string;
  readonly fault?: 'too long' | 'not in it';
} {
  const body = sent ?? new Uint8Array();
  // A list, of which empty members say nothing (RFC 9110 §5.6.1); names have no letter case (§8.4.1).
  const codings = headerValues(headers, 'content-encoding')
    .flatMap((value) => value.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && name.toLowerCase() !== 'identity');
  if (codings.length === 0) return { body };
  const coding = codings.join(' and ');
  const decoders = codings.flatMap((name) => DECODERS.get(name.toLowerCase()) ?? []);
  if (decoders.length < codings.length) return { body, coding };
  try {
    // The last one was applied last.
    const options = { maxOutputLength: most };
    return { body: decoders.reduceRight((coded, decode) => decode(coded, options), body), coding };
  } catch (error) {
    return { body, coding, fault: error instanceof RangeError ? 'too long' : 'not in it' };
  }
}
