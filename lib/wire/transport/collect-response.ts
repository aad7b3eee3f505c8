import type { ResponseHead } from '../../model/judging/wire.ts';

/** Collects a response whose body has at most `mostBytes`, or returns an error whose name is its code. */
export function collectResponse(mostBytes: number) {
  let body = Buffer.alloc(0);
  const tooLarge = (what: string) => {
    const message = `the response ${what}; at most ${mostBytes} bytes are read (--max-response-bytes)`;
    return Object.assign(new Error(message), { name: 'RESPONSE_TOO_LARGE' });
  };
  const collected = {
    /** The final status line and header, once they are there. */
    head: undefined as ResponseHead | undefined,
    length: 0,
    start: (head: ResponseHead) => {
      collected.head = head;
      const [, value = ''] = head.headers.find(([name]) => name.toLowerCase() === 'content-length') ?? [];
      const announced = /^\d+$/.test(value) ? Number(value) : 0;
      return announced > mostBytes ? tooLarge(`announces a body of ${announced} bytes`) : undefined;
    },
    /** Takes a piece of the body, which may be overwritten afterwards. */
    add: (piece: Uint8Array) => {
      const { length } = collected;
      const whole = length + piece.length;
      if (whole > mostBytes) return tooLarge('has a body that is too long');
      // In one buffer: a body that comes byte by byte must not cost an object for each.
      if (whole > body.length) {
        const room = Buffer.allocUnsafeSlow(length === 0 ? whole : Math.min(2 * whole, mostBytes));
        body.copy(room, 0, 0, length);
        body = room;
      }
      body.set(piece, length);
      collected.length = whole;
      return undefined;
    },
    body: (): Uint8Array =>
      collected.length === body.length ? body : Buffer.from(body.subarray(0, collected.length)),
  };
  return collected;
}
