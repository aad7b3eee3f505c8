import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { HeaderList } from '../model/judging/wire.ts';
import { remembered } from '../text/remembered.ts';

/** Characters of a value that are read: parsers of media types take time that grows with the square of its blanks. */
const MOST = 4_096;

/** Returns the values of a header field, whatever its case, in wire order; of a long value the beginning, and its length. */
export function headerValues(headers: HeaderList, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return headers
    .filter(([field]) => field.length === wanted.length && field.toLowerCase() === wanted)
    .map(([, value]) =>
      value.length > MOST ? `${value.slice(0, MOST)}… (${value.length} characters)` : value,
    );
}

/** Returns the first value of a header field; empty where there is none. */
export function headerValue(headers: HeaderList, name: string): string {
  return headerValues(headers, name)[0] ?? '';
}

/** The text between semicolons; a quoted value may hold semicolons (RFC 9110 §5.6.6). */
const PARAMETER = /;[\t ]*([^=;]*)=?([\t ]*)("(?:[^"\\]|\\.)*"|[^;]*)/g;

/** Takes a media type (RFC 9110 §8.3.1) apart: names in lower case, values without quotes. */
export const mediaTypeOf = remembered((value) => {
  const [essence = ''] = value.split(';', 1);
  const parameters = [...value.matchAll(PARAMETER)].map(([, name = '', space = '', text = '']) => {
    const bare = text.trim();
    const quoted = /^".*"$/s.test(bare) ? bare.slice(1, -1).replace(/\\(.)/gs, '$1') : bare;
    // Space around `=` stays.
    return [name.toLowerCase(), space + quoted] as const;
  });
  return { essence: essence.replace(/^[\t\r\n ]+|[\t\r\n ]+$/g, '').toLowerCase(), parameters };
});

/** Returns the values of a parameter of a media type; white space around `=`, which is a mistake, does not count. */
export function parametersNamed(mediaType: string, name: string): readonly string[] {
  return mediaTypeOf(mediaType).parameters.flatMap(([parameter, value]) =>
    parameter.trim() === name ? [value.trim()] : [],
  );
}

/** Reads the Content-Type: case, quotes, spaces and order do not count. `count` is how many equal fields say it. */
export function readContentType({ headers }: { readonly headers: HeaderList }) {
  const [value, ...more] = headerValues(headers, 'content-type');
  if (value === undefined) return failed('no Content-Type header');
  const count = more.length + 1;
  if (more.some((repeated) => repeated !== value))
    return failed(`${count} Content-Type headers: ${[value, ...more].join(' and ')}`);
  const type = parsedType(value);
  return type ? ({ ok: true, value: { count, ...type } } as const) : failed(JSON.stringify(value));
}

const failed = (error: string) => ({ ok: false, error }) as const;

/** A type and a subtype (RFC 9110 §5.6.2, §8.3.1). */
const ESSENCE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/;

const parsedType = remembered((value) => {
  const { essence, parameters } = mediaTypeOf(value);
  if (!ESSENCE.test(essence)) return undefined;
  const charsets = parametersNamed(value, 'charset');
  // Stryker disable next-line MethodExpression: names of character sets are ASCII: either case tells them apart
  const different = new Set(charsets.map((charset) => charset.toLowerCase())).size > 1;
  const charset = parameters.find(([name]) => name === 'charset')?.[1] || null;
  // Readers differ in which of several counts.
  return { essence, charset, rivals: different ? charsets : [] };
});

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
const MOST_OF_REQUEST = 4_000_000;

/**
 * Returns a body without its content codings, and these, where it names any. It is as it came where it is not in them, or
 * has more bytes than are read. Clients pass over a coding that they do not know, so a body that names one is read as it came.
 */
export function withoutCodings(
  { headers, body: sent }: { headers: HeaderList; body: Uint8Array | null },
  most = MOST_OF_REQUEST,
): {
  readonly body: Uint8Array;
  readonly coding?: string;
  /** Whether it names `identity` alone, which says nothing and should not be named (RFC 9110 §8.4). */
  readonly isIdentity?: true;
  readonly fault?: 'too long' | 'not in it';
} {
  const body = sent ?? new Uint8Array();
  // A list, of which empty members say nothing (RFC 9110 §5.6.1); names have no letter case (§8.4.1).
  const names = headerValues(headers, 'content-encoding')
    .flatMap((value) => value.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const codings = names.filter((name) => name.toLowerCase() !== 'identity');
  if (codings.length === 0) return { body, ...(names.length > 0 && { isIdentity: true }) };
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
