import type { Socket } from 'node:net';
import type { HeaderList } from '../../../model/judging/wire.ts';

/** What the client does not report of a response, as far as it has come. */
export interface Wire {
  /** The status line of the final response, without its end. */
  statusLine?: string | undefined;
  /** What came behind the end of the response together with it. */
  behind?: Uint8Array;
}

/** Bytes that are held back of interim responses, or in which the status line is looked for. */
const MOST_KEPT = 16_384;

/** Bytes behind a response that are kept. */
const MOST_BEHIND = 1_000;

/** Status line of RFC 9112 §4: its last space is there even without a reason. */
const STATUS_LINE = /^HTTP\/1\.[01] \d{3} [\t\x20-\x7E\x80-\xFF]*$/;

/** The status line where it is none of HTTP/1.1. */
export function oddStatusLine({ statusLine }: Wire): string | undefined {
  return statusLine === undefined || STATUS_LINE.test(statusLine) ? undefined : statusLine;
}

/** Name under which undici, which refuses an expectation, takes one. */
const HIDDEN = 'x-postsms-expect';

/** Header fields as undici takes them: an expectation goes by another name until it is on the wire. */
export function hideExpect(headers: HeaderList): HeaderList {
  return headers.map(([name, value]) => [name === 'Expect' ? HIDDEN : name, value]);
}

/**
 * Makes a socket note what undici reads over, and makes every `100 Continue` come in as `102 Processing`: undici destroys
 * a connection that says 100 unasked, which a client must read (RFC 9110 §15.2), and which old servers of ASMX do.
 */
export function watchResponse(socket: Socket, wire: Wire): Socket {
  // undici takes what comes in with `read`, and begins a request with one `write`.
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket) as (...all: readonly unknown[]) => boolean;
  const unshift = socket.unshift.bind(socket);
  let take = responseWatcher(wire);
  return Object.assign(socket, {
    read(size?: number): Buffer | null {
      for (;;) {
        const bytes: Buffer | null = read(size);
        if (bytes === null) return null;
        const passed = take(bytes);
        if (passed.length > 0) return passed;
      }
    },
    write(piece: unknown, ...others: readonly unknown[]): boolean {
      if (typeof piece !== 'string' || !/^[A-Z]+ /.test(piece)) return write(piece, ...others);
      // A connection that is used again says 100 again, and what came with the response before is reported with that.
      take = responseWatcher(wire);
      delete wire.statusLine;
      delete wire.behind;
      return write(piece.replace(`\r\n${HIDDEN}: `, '\r\nExpect: '), ...others);
    },
    unshift(bytes: Uint8Array) {
      if (bytes.length > 0) wire.behind = Uint8Array.from(bytes.subarray(0, MOST_BEHIND));
      unshift(bytes);
    },
  });
}

const INTERIM = /^(?:HTTP\/1\.[01] 1\d\d(?!\d)[\s\S]*?\r\n\r\n)*/;

/**
 * Takes the bytes of a response in any pieces and gives them back, with 102 for 100. Holds back an interim response until
 * it is whole, and what may yet be the beginning of one; then notes the status line.
 */
export function responseWatcher(wire: Wire): (bytes: Buffer) => Buffer {
  let held = '';
  let final = false;
  return (bytes) => {
    const wasFinal = final;
    if (final && (wire.statusLine !== undefined || held.length > MOST_KEPT)) return bytes;
    const text = held + bytes.toString('latin1');
    const [interim = ''] = (!final && INTERIM.exec(text)) || [];
    held = text.slice(interim.length);
    final ||= !mayBeInterim(held) || held.length > MOST_KEPT;
    const line = /^(.*?)\r?\n/.exec(held)?.[1];
    if (final && line !== undefined) wire.statusLine = line;
    if (wasFinal || (final && text.length === held.length && text.length === bytes.length)) return bytes;
    const passed = interim.replace(/(?<=(?:^|\r\n\r\n)HTTP\/1\.[01] )100/g, '102');
    return Buffer.from(final ? passed + held : passed, 'latin1');
  };
}

function mayBeInterim(text: string): boolean {
  const begins = ['HTTP/1.1 1', 'HTTP/1.0 1'].some((line) => line.startsWith(text.slice(0, line.length)));
  return begins && !/^.{12}\d/.test(text);
}
