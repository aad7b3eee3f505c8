/** Peers that break rules, or try to break whoever talks to them; `withPeers` serves them on loopback. */
import type { Socket } from 'node:net';
import type { Verdict } from '../../../lib/model/judging/verdict.ts';

/** A call that has come in whole, and how it would be answered well. */
export interface PeerRequest {
  readonly contentType: string;
  /** A correct reply, with a packet result without deliveries. */
  readonly good: string;
  /** The packet's state in `good`: a text that may be anything. */
  readonly state: string;
  /** Where the peer listens. */
  readonly port: number;
}

/** A verdict, and what its findings or its note say: part of `rule: actual`, or null where there is no finding. */
export type JudgedReply = readonly [verdict: Verdict, says: string | null];

export interface Peer {
  readonly does: string;
  readonly judged: JudgedReply;
  /** The same over GET and POST, where it is not as over SOAP. */
  readonly plain?: JudgedReply;
  /** The run that meets it, where its own limits are not the usual ones. */
  readonly limits?: 'quick' | 'wide';
  /** Answers a call; the socket is destroyed when the test is over. */
  readonly answer: (socket: Socket, asked: PeerRequest) => void;
}

export const GOOD: JudgedReply = ['passed', null];

/** The head of a response of 200 with a content type that fits, and these header lines. */
export function head({ contentType }: Pick<PeerRequest, 'contentType'>, ...lines: readonly string[]): string {
  return ['HTTP/1.1 200 OK', `Content-Type: ${contentType}`, ...lines, '', ''].join('\r\n');
}

/** Answers well-framed with a body. */
export function sendReply(
  socket: Socket,
  asked: PeerRequest,
  body: string | Uint8Array,
  ...lines: readonly string[]
) {
  socket.write(head(asked, `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close', ...lines));
  socket.end(body);
}

/** A peer that answers well-framed with what it makes of the correct reply. */
export function answering(
  does: string,
  judged: JudgedReply,
  body: (asked: PeerRequest) => string | Uint8Array,
  ...lines: readonly string[]
): Peer {
  return { does, judged, answer: (socket, asked) => sendReply(socket, asked, body(asked), ...lines) };
}

/** A peer that writes this, with the correct reply in it, and ends the connection. */
export function writing(does: string, judged: JudgedReply, bytes: (asked: PeerRequest) => string): Peer {
  return { does, judged, answer: (socket, asked) => socket.end(Buffer.from(bytes(asked), 'latin1')) };
}

/** A peer that writes a beginning, and then the same for as long as somebody reads, never faster than that. */
export function endless(
  does: string,
  judged: JudgedReply,
  start: (asked: PeerRequest) => string,
  piece: string | Uint8Array,
): Peer {
  return {
    does,
    judged,
    answer: (socket, asked) => {
      socket.write(start(asked));
      const pour = () => {
        while (!socket.destroyed && socket.write(piece));
        socket.once('drain', pour);
      };
      pour();
    },
  };
}
