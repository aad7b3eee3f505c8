import { brotliDecompressSync, gunzipSync, inflateSync, type ZlibOptions } from 'node:zlib';
import type { Breach } from '../../model/judging/finding.ts';
import type { HeaderList } from '../../model/judging/wire.ts';
import { headerValues } from './headers.ts';

type Decoder = (body: Uint8Array, options: ZlibOptions) => Uint8Array;

/** Content codings of RFC 9110 §8.4.1 and RFC 7932, by their names in lower case. */
const DECODERS: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/**
 * The body of a response without its content codings, or why there is none. A request without
 * Accept-Encoding takes any of them (RFC 9110 §12.5.3), but few clients expect one. Clients pass over a coding that they
 * do not know, so a body that names one is read as it came.
 *
 * @param most bytes that are read
 */
export function withoutCodings(
  headers: HeaderList,
  body: Uint8Array,
  most: number,
): { readonly body: Uint8Array | 'too long' | 'not in them'; readonly conflicts: readonly Breach[] } {
  // A list, of which empty members say nothing (RFC 9110 §5.6.1); names have no letter case (§8.4.1).
  const codings = headerValues(headers, 'content-encoding')
    .flatMap((value) => value.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && name.toLowerCase() !== 'identity');
  if (codings.length === 0) return { body, conflicts: [] };
  const actual = codings.join(' and ');
  const unasked = {
    path: 'Content-Encoding',
    expected: 'none: the request accepts only identity',
    actual,
    level: 'should',
  } as const;
  const decoders = codings.flatMap((name) => DECODERS.get(name.toLowerCase()) ?? []);
  if (decoders.length < codings.length) return { body, conflicts: [unasked] };
  try {
    // The last one was applied last.
    const decoded = decoders.reduceRight((coded, decode) => decode(coded, { maxOutputLength: most }), body);
    return { body: decoded, conflicts: [unasked] };
  } catch (error) {
    if (error instanceof RangeError) return { body: 'too long', conflicts: [] };
    const expected = 'none, or a body in this coding';
    return { body: 'not in them', conflicts: [{ path: 'Content-Encoding', expected, actual }] };
  }
}
