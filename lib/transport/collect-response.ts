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

/** A 1xx response is no answer yet (RFC 9110 §15.2). */
export function isInterim(status: number): boolean {
  return status < 200;
}

/** Collects a response of at most `mostBytes`. */
export function collectResponse(mostBytes: number): Collected {
  let body = Buffer.alloc(0);
  let length = 0;
  let head: ResponseHead | undefined;
  return {
    get head() {
      return head;
    },
    get length() {
      return length;
    },
    start: (started) => {
      // undici takes it for an interim one, and breaks down at its end.
      if (started.status < 100) throw noStatus(started.status);
      if (isInterim(started.status)) return;
      head = started;
      const announced = announcedLength(started.headers);
      if (announced > mostBytes) {
        throw tooLarge(`announces a body of ${announced} bytes`, mostBytes);
      }
    },
    add: (piece) => {
      const whole = length + piece.length;
      if (whole > mostBytes) throw tooLarge('has a body that is too long', mostBytes);
      // In one buffer: a body that comes byte by byte must not cost an object for each.
      if (whole > body.length) body = Buffer.concat([body], Math.min(2 * whole, mostBytes));
      body.set(piece, length);
      length = whole;
    },
    body: () => Buffer.from(body.subarray(0, length)),
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
  return limitError('INVALID_STATUS', `the response has the invalid status code ${shown}; the lowest is 100`);
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
