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

/** Collects a response of at most `mostBytes`, and fails at more pieces or interim responses than any server means well. */
export function collectResponse(mostBytes: number): Collected {
  const body: Buffer[] = [];
  let length = 0;
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
    },
    add: (piece) => {
      if (length + piece.length > mostBytes) throw tooLarge('has a body that is too long', mostBytes);
      if (body.length === MOST_PIECES) {
        throw limitError(
          'RESPONSE_TOO_LARGE',
          `the body of the response comes in more than ${MOST_PIECES} pieces`,
        );
      }
      length += piece.length;
      // A copy, because undici uses the memory of a piece again.
      body.push(Buffer.from(piece));
    },
    body: () => Buffer.concat(body),
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
