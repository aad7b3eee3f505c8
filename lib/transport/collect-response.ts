import type { HeaderList, ResponseHead } from '../model/judging/wire.ts';

/** A response as far as it has come, which takes no more than it may. */
export interface Collected {
  /** The final status line and header; undefined before they are there. */
  readonly head: ResponseHead | undefined;
  /** Bytes of the body so far. */
  readonly length: number;
  /** Takes a status line with its header, an interim one too. @throws LimitError */
  start(head: ResponseHead): void;
  /** Takes a piece of the body, which may be overwritten afterwards. @throws LimitError */
  add(piece: Uint8Array): void;
  /** The body, in bytes of its own. */
  body(): Uint8Array;
}

/** RFC 9110 §15: nothing below is a status, and the client takes it for an interim one until it breaks down. */
const FIRST_STATUS = 100;

/** A 1xx response is no answer yet (RFC 9110 §15.2). */
export function isInterim(status: number): boolean {
  return status < 200;
}

/** Interim responses before the final one; servers send one or two. */
const MOST_INTERIM = 100;

/**
 * Pieces of a body. A server that flushes every byte stays far below; one that means harm needs seven bytes on the
 * wire, and a call of the parser, for each byte that it says.
 */
const MOST_PIECES = 100_000;

const BLOCK = 65_536;

/**
 * Collects a response of at most `mostBytes`. The body is copied, into one block where its length was announced: to keep the pieces themselves can take
 * hundreds of times the memory of what they hold.
 */
export function collectResponse(mostBytes: number): Collected {
  const full: Buffer[] = [];
  let block = Buffer.alloc(0);
  let used = 0;
  let length = 0;
  let pieces = 0;
  let interim = 0;
  let head: ResponseHead | undefined;
  return {
    get head() {
      return head;
    },
    get length() {
      return length;
    },
    start: (started) => {
      if (started.status < FIRST_STATUS) throw noStatus(started.status);
      if (isInterim(started.status)) {
        interim += 1;
        if (interim > MOST_INTERIM)
          throw limitError('INTERIM_FLOOD', `more than ${MOST_INTERIM} interim responses`);
        return;
      }
      head = started;
      const announced = announcedLength(started.headers);
      if (announced > mostBytes) {
        throw tooLarge(`announces a body of ${announced} bytes`, mostBytes);
      }
      block = Buffer.allocUnsafeSlow(announced);
    },
    add: (piece) => {
      pieces += 1;
      if (length + piece.length > mostBytes) throw tooLarge('has a body that is too long', mostBytes);
      if (pieces > MOST_PIECES) {
        throw limitError(
          'RESPONSE_TOO_LARGE',
          `the body of the response comes in more than ${MOST_PIECES} pieces`,
        );
      }
      length += piece.length;
      let rest = piece;
      while (rest.length > 0) {
        if (used === block.length) {
          if (used > 0) full.push(block);
          // Small ones first: most replies are, and fill them exactly.
          block = Buffer.allocUnsafeSlow(Math.min(BLOCK, Math.max(rest.length, length)));
          used = 0;
        }
        const part = rest.subarray(0, block.length - used);
        block.set(part, used);
        used += part.length;
        rest = rest.subarray(part.length);
      }
    },
    body: () =>
      full.length === 0 && used === block.length ? block : Buffer.concat([...full, block.subarray(0, used)]),
  };
}

function tooLarge(what: string, most: number): Error {
  return limitError(
    'RESPONSE_TOO_LARGE',
    `the response ${what}; at most ${most} bytes are read (--max-response-bytes)`,
  );
}

function noStatus(status: number): Error {
  const shown = String(status).padStart(3, '0');
  return limitError(
    'INVALID_STATUS',
    `the response has the invalid status code ${shown}; the lowest is ${FIRST_STATUS}`,
  );
}

function limitError(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}

function announcedLength(headers: HeaderList): number {
  const [, value = ''] = headers.find(([name]) => name.toLowerCase() === 'content-length') ?? [];
  return /^\d+$/.test(value) ? Number(value) : 0;
}
