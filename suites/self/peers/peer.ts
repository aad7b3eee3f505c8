/** Peers that break rules, or try to break whoever talks to them; each is served on loopback by `withPeer`. */
import type { Socket } from 'node:net';
import type { BindingId } from '../../../lib/model/contract.ts';
import type { Verdict } from '../../../lib/model/judging/verdict.ts';
import type { Pace } from '../../../lib/model/running/settings.ts';

/** A call that has come in whole, and how it would be answered well. */
export interface Asked {
  readonly binding: BindingId;
  readonly contentType: string;
  /** A correct reply, with a packet result without deliveries. */
  readonly good: string;
  /** The packet's state in `good`: a text that may be anything. */
  readonly state: string;
  readonly port: number;
}

export interface Peer {
  /** What it does, as the title of a test. */
  readonly does: string;
  readonly verdict: Verdict;
  /** What the findings or the note say: part of `rule: actual`, or nothing where there is no finding. */
  readonly says: string | null;
  /** The same over GET and POST, where it is not as over SOAP. */
  readonly plain?: Pick<Peer, 'verdict' | 'says'>;
  /** The limits of the run, where they are not those of every peer. */
  readonly pace?: Partial<Pace>;
  /** Answers a call; the socket is destroyed when the test is over. */
  readonly answer: (socket: Socket, asked: Asked) => void;
  /** Whether it answers as soon as somebody connects, before anything was asked. */
  readonly atOnce?: true;
}

const CRLF = '\r\n';

/** The head of a response of 200 with a content type that fits, and these header lines. */
export function head({ contentType }: Pick<Asked, 'contentType'>, ...lines: readonly string[]): string {
  return ['HTTP/1.1 200 OK', `Content-Type: ${contentType}`, ...lines, '', ''].join(CRLF);
}

/** Answers well-framed with a body. */
export function reply(socket: Socket, asked: Asked, body: string | Uint8Array, ...lines: readonly string[]) {
  socket.write(head(asked, `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close', ...lines));
  socket.end(body);
}

/** A peer that answers well-framed with what it makes of the correct reply. */
export function answering(
  does: string,
  [verdict, says]: readonly [Verdict, string | null],
  body: (asked: Asked) => string | Uint8Array,
  ...lines: readonly string[]
): Peer {
  return { does, verdict, says, answer: (socket, asked) => reply(socket, asked, body(asked), ...lines) };
}

/** A peer of which something else is said over GET and POST. */
export function overPlain(peer: Peer, verdict: Verdict, says: string | null): Peer {
  return { ...peer, plain: { verdict, says } };
}

/** A peer that writes this, with the correct reply in it, and ends the connection. */
export function writing(
  does: string,
  [verdict, says]: readonly [Verdict, string | null],
  bytes: (asked: Asked) => string,
): Peer {
  return { does, verdict, says, answer: (socket, asked) => socket.end(Buffer.from(bytes(asked), 'latin1')) };
}

/** Writes pieces for as long as somebody reads, never faster than that. */
export function pour(socket: Socket, piece: () => string | Uint8Array | null): void {
  const more = () => {
    for (;;) {
      if (socket.destroyed) return;
      const next = piece();
      if (next === null) {
        socket.end();
        return;
      }
      if (!socket.write(next)) break;
    }
    socket.once('drain', more);
  };
  more();
}

/** Writes a piece every so many milliseconds until the connection is gone. */
export function drip(socket: Socket, everyMs: number, piece: string): void {
  const timer = setInterval(() => socket.write(piece), everyMs);
  socket.on('close', () => clearInterval(timer));
}
