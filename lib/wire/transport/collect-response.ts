import type { ResponseHead } from '../../model/judging/wire.ts';

/** Collects a response whose body has at most `mostBytes`; the name of an error is its code. */
export function collectResponse(mostBytes: number) {
  let body = Buffer.alloc(0);
  let length = 0;
  let head: ResponseHead | undefined;
  const tooLarge = (what: string) => {
    const message = `the response ${what}; at most ${mostBytes} bytes are read (--max-response-bytes)`;
    return Object.assign(new Error(message), { name: 'RESPONSE_TOO_LARGE' });
  };
  return {
    /** The final status line and header, once they are there. */
    get head() {
      return head;
    },
    get length() {
      return length;
    },
    start: (started: ResponseHead) => {
      head = started;
      const [, value = ''] = head.headers.find(([name]) => name.toLowerCase() === 'content-length') ?? [];
      const announced = /^\d+$/.test(value) ? Number(value) : 0;
      if (announced > mostBytes) throw tooLarge(`announces a body of ${announced} bytes`);
    },
    /** Takes a piece of the body, which may be overwritten afterwards. */
    add: (piece: Uint8Array) => {
      const whole = length + piece.length;
      if (whole > mostBytes) throw tooLarge('has a body that is too long');
      // In one buffer: a body that comes byte by byte must not cost an object for each.
      if (whole > body.length) {
        const room = Buffer.allocUnsafeSlow(length === 0 ? whole : Math.min(2 * whole, mostBytes));
        body.copy(room, 0, 0, length);
        body = room;
      }
      body.set(piece, length);
      length = whole;
    },
    body: (): Uint8Array => (length === body.length ? body : Buffer.from(body.subarray(0, length))),
  };
}
