import type { Socket } from 'node:net';
import { type HeaderList, type HeadFault, INVALID_HEAD } from '../../../model/judging/wire.ts';
import { beginningOf } from '../../../text/printable.ts';
import { isPlainHead, readHead, type UnreadableHead } from './response-head.ts';

/** Facts about a response that the client does not report, as far as it has arrived. */
export interface Wire {
  /** The status line of the final response, without its end. */
  statusLine?: string;
  headFaults?: readonly HeadFault[];
  /** Bytes that came together with the response behind its end. */
  behind?: Uint8Array;
  /** A request that goes out in the place of the one that undici writes, which has no body. */
  exact?: Uint8Array;
}

/** Bytes of a head that are held back, as many as the client reads of a header section. */
const MOST_HELD = 16_384;

/** Bytes behind a response that are kept. */
const MOST_BEHIND = 1_000;

/** Characters of a line that is no HTTP and is reported. */
const MOST_SHOWN = 80;

/** A name that hides an Expect field from undici, which refuses it. */
const HIDDEN = 'x-postsms-expect';

/** Renames an Expect field, so that undici takes it; on the wire it has its name again. */
export function hideExpect(headers: HeaderList): HeaderList {
  return headers.map(([name, value]) => [name === 'Expect' ? HIDDEN : name, value]);
}

/**
 * Makes a socket note what undici ignores, and pass on heads that undici reads: it refuses some that clients read, and
 * destroys a connection after an unexpected 100, which old ASMX servers send and a client must read (RFC 9110 §15.2).
 * Failed writes do not end the reading, because a server may answer and close before it has read the request.
 */
export function watchResponse(socket: Socket, wire: Wire): Socket {
  // undici takes what comes in with `read`, and begins a request with one `write`.
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket) as (...all: readonly unknown[]) => boolean;
  const unshift = socket.unshift.bind(socket);
  let take = responseWatcher(wire);
  return Object.assign(socket, heedlessWrites(socket), {
    read(size?: number): Buffer | null {
      for (;;) {
        const bytes: Buffer | null = read(size);
        if (bytes === null) return null;
        const passed = take(bytes);
        if (passed instanceof Error) {
          socket.destroy(passed);
          return null;
        }
        if (passed.length > 0) return passed;
      }
    },
    write(piece: unknown, ...rest: readonly unknown[]): boolean {
      if (typeof piece !== 'string' || !/^[A-Z]+ /.test(piece)) return write(piece, ...rest);
      // A connection that is used again says 100 again, and what came with the response before is reported with that.
      take = responseWatcher(wire);
      delete wire.statusLine;
      delete wire.headFaults;
      delete wire.behind;
      return write(wire.exact ?? piece.replace(`\r\n${HIDDEN}: `, '\r\nExpect: '), ...rest);
    },
    unshift(bytes: Uint8Array) {
      if (bytes.length > 0) wire.behind = Uint8Array.from(bytes.subarray(0, MOST_BEHIND));
      unshift(bytes);
    },
  });
}

type Done = (error?: Error | null) => void;

/**
 * Returns the write methods of a socket without the errors of a peer that stopped reading. Node would end the connection
 * before its last bytes are read; the end of the reading decides the outcome of the request.
 */
function heedlessWrites(socket: Socket): Pick<Socket, '_write' | '_writev'> {
  const heedless =
    (done: Done): Done =>
    (error) =>
      done(/^(?:EPIPE|ECONNRESET)$/.test((error as NodeJS.ErrnoException | null)?.code ?? '') ? null : error);
  const _write = socket._write.bind(socket);
  const _writev = socket._writev?.bind(socket);
  return {
    _write: (piece, encoding, done) => _write(piece, encoding, heedless(done)),
    ...(_writev && { _writev: (pieces, done) => _writev(pieces, heedless(done)) }),
  };
}

/**
 * Returns a function that takes the bytes of a response in any pieces and returns them, its head without faults and with
 * 102 for 100. It holds a head back until it is whole. It returns an error for bytes that are no response of HTTP.
 */
export function responseWatcher(wire: Wire): (bytes: Buffer) => Buffer | Error {
  let held = '';
  let isFinal = false;
  return (bytes) => {
    if (isFinal) return bytes;
    const end = held === '' ? bytes.indexOf('\r\n\r\n') : -1;
    const head = end === -1 ? '' : bytes.toString('latin1', 0, end + 4);
    if (isPlainHead(head)) {
      wire.statusLine = head.slice(0, head.indexOf('\r'));
      isFinal = true;
      return bytes;
    }
    const isFirst = held === '';
    const text = held + bytes.toString('latin1');
    const taken = takeHeads(text, wire);
    if (taken instanceof Error) return taken;
    isFinal = taken.isFinal;
    held = isFinal ? '' : taken.rest;
    const passed = isFinal ? taken.heads + taken.rest : taken.heads;
    return isFirst && passed === text ? bytes : Buffer.from(passed, 'latin1');
  };
}

/** Takes whole heads from the beginning of a text, up to the final head; a head that is too long is left to the client. */
function takeHeads(text: string, wire: Wire) {
  let [heads, rest] = ['', text];
  for (;;) {
    const begun = noteStatusLine(rest, wire);
    if (begun) return begun;
    const [head] = /^(?:\r?\n)*[\s\S]*?\n\r?\n/.exec(rest) ?? [];
    if (head === undefined) return { heads, rest, isFinal: rest.length > MOST_HELD };
    const read = readHead(head);
    if ('why' in read) return unreadable(read);
    if (read.faults.length > 0) wire.headFaults = [...(wire.headFaults ?? []), ...read.faults];
    heads += read.status === 100 ? read.text.replace(' 100', ' 102') : read.text;
    rest = rest.slice(head.length);
    if (read.status >= 200) return { heads, rest, isFinal: true };
  }
}

/** A text that may become the beginning of a response. */
const BEGINNING = /^(?:\r?\n)*(?:HTTP\/|H?T?T?P?$|\r$)/i;

function noteStatusLine(text: string, wire: Wire): Error | undefined {
  const [, line] = /^(?:\r?\n)*(.*?)\r?\n/.exec(text) ?? [];
  if (!BEGINNING.test(text.slice(0, MOST_SHOWN))) return notHttpError(line ?? text);
  if (line !== undefined) wire.statusLine = line;
  return undefined;
}

function notHttpError(text: string): Error {
  const shown = JSON.stringify(beginningOf(text, MOST_SHOWN));
  // A TLS record with an alert (RFC 8446 §5.1).
  const tls = text.startsWith('\x15\x03') ? '; the port speaks TLS: try --target https://…' : '';
  const message = `the response does not begin with an HTTP/1.1 status line (RFC 9112 §4): ${shown}${tls}`;
  return Object.assign(new Error(message), { code: 'NO_HTTP' });
}

function unreadable({ why, line }: UnreadableHead): Error {
  const message = `${why}: ${JSON.stringify(beginningOf(line, MOST_SHOWN))}`;
  return Object.assign(new Error(message), { code: INVALID_HEAD });
}
