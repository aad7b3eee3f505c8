import type { WireRequest } from '../model/judging/wire.ts';

/** The chunks that the body of a request goes out in, none of them empty; null where it goes out under its length. */
export function chunksOf({ body, framing }: WireRequest): readonly Uint8Array[] | null {
  const lengths = framing?.chunks;
  // A chunk of no bytes would end the body, so an empty one has none.
  if (lengths === undefined || body === null || body.length === 0) return null;
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < body.length; at += chunks.at(-1)?.length ?? body.length) {
    const length = lengths[Math.min(chunks.length, lengths.length - 1)] ?? body.length;
    chunks.push(body.subarray(at, at + Math.max(1, length)));
  }
  return chunks;
}
