import type { Call } from '../../model/call.ts';
import type { WireRequest } from '../../model/judging/wire.ts';
import { bodyBindings, type Form } from './form.ts';

/** Other ways for the same bytes to travel. */
export const framingForms: readonly Form[] = [
  {
    id: 'chunked-body',
    title: 'the body in chunks of odd lengths (Transfer-Encoding: chunked)',
    bindings: bodyBindings,
    apply: (request, call) => ({ ...request, framing: { chunks: chunkLengths(request, call) } }),
  },
  {
    id: 'one-byte-at-a-time',
    title: 'every byte by itself, from the request line on',
    bindings: ['soap11', 'soap12', 'http-get', 'http-post'],
    apply: (request) => ({ ...request, framing: { byteByByte: true } }),
  },
];

/** Bytes of a chunk, one after the other and again from the start: odd, so that characters and tags are cut. */
const ODD = [1, 13, 3, 37];

/**
 * Values other than Message stay in one chunk. A server that does not know chunks may well show in its answer what it
 * took for the body, and nothing that masks secrets in reports would know a ticket with a chunk's length in it.
 */
function chunkLengths({ body }: WireRequest, { binding }: Call): readonly number[] {
  // A character for every byte.
  // Stryker disable next-line ArrayDeclaration: for the types only: no form of framing is for a request without a body but that of single bytes, which has no chunks
  const text = Buffer.from(body ?? []).toString('latin1');
  const whole = binding.envelope === undefined ? /((?<=^|&)(?!Message=)[^&]+)/ : /(<(?!Message>)\w+>[^<]+)/;
  return text.split(whole).flatMap((part, i) => (i % 2 === 1 ? [part.length] : oddLengths(part.length)));
}

function oddLengths(length: number): readonly number[] {
  const lengths: number[] = [];
  for (let left = length; left > 0; left -= lengths.at(-1) ?? left) {
    lengths.push(Math.min(left, ODD[lengths.length % ODD.length] ?? left));
  }
  return lengths;
}
