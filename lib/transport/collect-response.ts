import type { ResponseHead } from '../model/judging/wire.ts';

/** A response as far as it has come, which takes no more than it may; an error is named by its code. */
export interface Collected {
  /** The final status line and header, once they are there. */
  readonly head: ResponseHead | undefined;
  /** Bytes of the body so far. */
  readonly length: number;
  /** Takes a final status line with its header. */
  start(head: ResponseHead): void;
  /** Takes a piece of the body, which may be overwritten afterwards. */
  add(piece: Uint8Array): void;
  /** The body, in bytes of its own. */
  body(): Uint8Array;
}

/** Collects a response of at most `mostBytes`. */
export function collectResponse(mostBytes: number): Collected {
  let body = Buffer.alloc(0);
  let length = 0;
  let head: ResponseHead | undefined;
  const tooLarge = (what: string) => {
    const message = `the response ${what}; at most ${mostBytes} bytes are read (--max-response-bytes)`;
    return Object.assign(new Error(message), { name: 'RESPONSE_TOO_LARGE' });
  };
  return {
    get head() {
      return head;
    },
    get length() {
      return length;
    },
    start: (started) => {
      head = started;
      const [, value = ''] = head.headers.find(([name]) => name.toLowerCase() === 'content-length') ?? [];
      const announced = /^\d+$/.test(value) ? Number(value) : 0;
      if (announced > mostBytes) throw tooLarge(`announces a body of ${announced} bytes`);
    },
    add: (piece) => {
      const whole = length + piece.length;
      if (whole > mostBytes) throw tooLarge('has a body that is too long');
      // In one buffer: a body that comes byte by byte must not cost an object for each.
      if (whole > body.length) body = Buffer.concat([body], Math.min(2 * whole, mostBytes));
      body.set(piece, length);
      length = whole;
    },
    body: () => Buffer.from(body.subarray(0, length)),
  };
}
