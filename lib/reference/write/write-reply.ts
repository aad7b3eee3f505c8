import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Framing, HttpReply } from '../seams.ts';

/** Sends a reply framed as it says; resolves when its last byte is handed over. */
export async function writeReply(reply: HttpReply, response: ServerResponse): Promise<void> {
  const { end = 'length', pieces = [], pauseMs = 0, interim, date = true } = reply.framing ?? {};
  if (interim === 'continue') response.writeContinue();
  if (interim === 'processing') response.writeProcessing();
  if (interim === 'early-hints') response.writeEarlyHints({ link: '</postsms.css>; rel=preload; as=style' });
  response.sendDate = date;
  // Without a length Node takes chunks, or else ends the connection.
  response.useChunkedEncodingByDefault = end === 'chunked';
  response.writeHead(reply.status, reply.reason, [...headerFields(reply, end)]);
  if (reply.framing?.statusLine !== undefined) replaceStatusLine(response, reply.framing.statusLine);
  if (pieces.length === 0) {
    response.end(reply.body);
    return;
  }
  for (const piece of cut(reply.body, pieces)) {
    response.write(piece);
    if (pauseMs > 0) await wait(pauseMs);
    if (response.destroyed) return;
  }
  response.end();
}

/** Node writes no other status line than its own; until the first byte of a body it keeps the header as a text. */
function replaceStatusLine(response: ServerResponse, line: string): void {
  const { _header } = response as unknown as { readonly _header: string };
  Object.assign(response, { _header: _header.replace(/^.*/, line) });
}

/** The body in pieces of these lengths, none of them empty. */
function cut(body: Uint8Array, lengths: readonly number[]): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < body.length; at += pieces.at(-1)?.length ?? body.length) {
    const length = lengths[Math.min(pieces.length, lengths.length - 1)] ?? body.length;
    pieces.push(body.subarray(at, at + Math.max(1, length)));
  }
  return pieces;
}

function headerFields(reply: HttpReply, end: NonNullable<Framing['end']>): readonly string[] {
  const framed = reply.headers.some(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name));
  const framing = framed || end !== 'length' ? [] : ['Content-Length', String(reply.body.length)];
  return [...reply.headers.flat(), ...framing];
}
