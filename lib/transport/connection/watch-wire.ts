import type { Socket } from 'node:net';

/** What the client does not tell of a response, as far as it has come. */
export interface Wire {
  /** The status line of the final response, without its end. */
  statusLine?: string;
  /** What came behind the end of the response together with it. */
  behind: Uint8Array;
}

/** Bytes of a response in which its status line is looked for. */
const MOST_KEPT = 16_384;

/** Bytes behind a response that are kept. */
const MOST_BEHIND = 1_000;

/** Status line of RFC 9112 §4: its last space stands even where there is no reason. */
const STATUS_LINE = /^HTTP\/1\.[01] \d{3} [\t\x20-\x7E\x80-\xFF]*$/;

/** The status line where it is none of HTTP/1.1. */
export function oddStatusLine({ statusLine }: Wire): string | undefined {
  return statusLine === undefined || STATUS_LINE.test(statusLine) ? undefined : statusLine;
}

/**
 * Makes a socket note what the client reads over: it takes status lines that are none, and puts back what comes behind
 * the end of the only response of a connection.
 */
export function watchingWire(socket: Socket, wire: Wire): Socket {
  const read = socket.read.bind(socket);
  const unshift = socket.unshift.bind(socket);
  let text = '';
  return Object.assign(socket, {
    read(size?: number): Buffer | null {
      const bytes: Buffer | null = read(size);
      if (bytes !== null && wire.statusLine === undefined && text.length < MOST_KEPT) {
        text = withoutInterim(text + bytes.toString('latin1', 0, MOST_KEPT));
        const line = /^(.*?)\r?\n/.exec(text)?.[1];
        if (line !== undefined && !INTERIM.test(line)) wire.statusLine = line;
      }
      return bytes;
    },
    unshift(bytes: Uint8Array) {
      wire.behind = Uint8Array.from(bytes.subarray(0, MOST_BEHIND));
      unshift(bytes);
    },
  });
}

const INTERIM = /^HTTP\/1\.[01] 1\d\d(?!\d)/;

function withoutInterim(text: string): string {
  return text.replace(/^(?:HTTP\/1\.[01] 1\d\d(?!\d)[\s\S]*?\r\n\r\n)+/, '');
}
