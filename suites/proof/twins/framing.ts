import { setTimeout as wait } from 'node:timers/promises';
import type { HttpReply } from '../../../lib/reference/seams.ts';

/** How a reply travels, where that is not at once, under its length. */
export interface Framing {
  /** What marks the end of the body: its length, chunks, or the end of the connection (RFC 9112 §6.3). */
  readonly end?: 'length' | 'chunked' | 'close';
  /** Bytes of the pieces that the body is written in; the last length again until the end. One piece without any. */
  readonly pieces?: readonly number[];
  /** Milliseconds between two pieces. */
  readonly pauseMs?: number;
  /** An interim response that goes ahead (RFC 9110 §15.2). */
  readonly interim?: 'continue' | 'early-hints';
}

/** Sends a reply framed as it says; resolves when its last byte is handed over. */
export function framed({ end = 'length', pieces = [], pauseMs = 0, interim }: Framing) {
  const send: HttpReply['send'] = async (response, { status, reason, headers, body }) => {
    if (interim === 'continue') response.writeContinue();
    if (interim === 'early-hints')
      response.writeEarlyHints({ link: '</postsms.css>; rel=preload; as=style' });
    // Without a length Node takes chunks, or else ends the connection.
    response.useChunkedEncodingByDefault = end === 'chunked';
    const length = end === 'length' ? ['Content-Length', String(body.length)] : [];
    response.writeHead(status, reason, [...headers.flat(), ...length]);
    for (let from = 0, place = 0; pieces.length > 0 && from < body.length; place += 1) {
      const size = pieces[Math.min(place, pieces.length - 1)] ?? 1;
      response.write(body.subarray(from, from + size));
      from += size;
      if (pauseMs > 0) await wait(pauseMs);
      if (response.destroyed) return;
    }
    response.end(pieces.length > 0 ? '' : body);
  };
  return () => ({ send });
}
