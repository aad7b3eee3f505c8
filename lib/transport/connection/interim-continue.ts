import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { changedSocket } from './changed-socket.ts';

/**
 * Connects as the given connector does, to a socket on which every `100 Continue` comes in as `102 Processing`: undici
 * destroys a connection that says 100 to a request without an expectation, where a client has to be able to read an
 * interim response that it did not ask for (RFC 9110 §15.2), and old servers of ASMX send one ahead of every reply.
 * Either is no answer yet, and nothing else is kept of it.
 */
export function takingContinue(connect: buildConnector.connector): buildConnector.connector {
  return changedSocket(connect, rewriting);
}

/** undici takes what comes in with `read`, and begins a request with one `write`. */
function rewriting(socket: Socket): Socket {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket) as (...given: readonly unknown[]) => boolean;
  let rewrite = continueRewriter();
  return Object.assign(socket, {
    read(size?: number): Buffer | null {
      for (;;) {
        const bytes: Buffer | null = read(size);
        if (bytes === null) return null;
        const told = rewrite(bytes);
        if (told.length > 0) return told;
      }
    },
    write(...given: readonly unknown[]): boolean {
      if (beginsRequest(given[0])) rewrite = continueRewriter();
      return write(...given);
    },
  });
}

/** A connection that is used again says 100 again. */
function beginsRequest(piece: unknown): boolean {
  return typeof piece === 'string' && /^(?:GET|POST) /.test(piece);
}

/** What a response is told by: its version and status. */
const STATUS_END = 'HTTP/1.1 100'.length;
const END = '\r\n\r\n';

/**
 * Takes the bytes of a response in any pieces and gives them back, with 102 for 100. Holds back what may yet become the
 * beginning or the end of an interim response, eleven bytes at most.
 */
export function continueRewriter(): (bytes: Buffer) => Buffer {
  let place: Place = 'start';
  let held = NOTHING;
  return (bytes) => {
    if (place === 'final') return bytes;
    const told: Buffer[] = [];
    let rest = Buffer.concat([held, bytes]);
    held = NOTHING;
    while (rest.length > 0) {
      const read: Read = readers[place](rest);
      told.push(rest.subarray(0, read.length));
      rest = rest.subarray(read.length);
      place = read.place;
      if (read.waits) {
        held = rest;
        break;
      }
    }
    return Buffer.concat(told);
  };
}

const NOTHING = Buffer.alloc(0);

/** Where in a response the next byte is. */
type Place = 'start' | 'interim' | 'final';

/** How many bytes are told, where those behind them are, and whether more of them have to come first. */
interface Read {
  readonly length: number;
  readonly place: Place;
  readonly waits?: true;
}

const readers: Readonly<Record<Place, (bytes: Buffer) => Read>> = {
  start: (bytes) => {
    const status = bytes.toString('latin1', 0, STATUS_END);
    const isPart = status.length < STATUS_END && 'HTTP/1.'.startsWith(status.slice(0, 'HTTP/1.'.length));
    if (isPart) return { length: 0, place: 'start', waits: true };
    if (!/^HTTP\/1\.[01] 1\d\d/.test(status)) return { length: 0, place: 'final' };
    if (status.endsWith('100')) bytes.write('102', STATUS_END - 3, 'latin1');
    return { length: 0, place: 'interim' };
  },
  interim: (bytes) => {
    const at = bytes.indexOf(END, 0, 'latin1');
    if (at >= 0) return { length: at + END.length, place: 'start' };
    return { length: Math.max(0, bytes.length - END.length + 1), place: 'interim', waits: true };
  },
  final: ({ length }) => ({ length, place: 'final' }),
};
