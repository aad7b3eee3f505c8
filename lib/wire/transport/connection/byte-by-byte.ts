import type { Socket } from 'node:net';

/** Bytes that are sent a millisecond apart, so that a peer reads each by itself; the rest follows faster. */
const MOST_APART = 64;

/** Milliseconds after which the rest follows at once: on a machine under load a server would answer 408 to it. */
const MOST_MS = 5_000;

/** Makes a socket send every byte by itself, with a pause after each; undici has no option for this. */
export function byteByByte(socket: Socket, mostMs = MOST_MS): Socket {
  const until = performance.now() + mostMs;
  // Or the system itself would wait for more (RFC 9293 §3.7.4).
  socket.setNoDelay(true);
  const write = socket._write.bind(socket);
  return Object.assign(socket, {
    // Without it the stream hands over what was corked piece by piece, through `_write`.
    _writev: undefined,
    _write(piece: string | Uint8Array, encoding: BufferEncoding, done: (error?: Error | null) => void) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece, encoding) : Buffer.from(piece);
      const writeFrom = (at: number): void => {
        if (at === bytes.length) {
          done();
          return;
        }
        const end = performance.now() < until ? at + 1 : bytes.length;
        write(bytes.toString('latin1', at, end), 'latin1', (error) => {
          if (error) done(error);
          else if (at < MOST_APART) setTimeout(writeFrom, 1, end);
          else setImmediate(writeFrom, end);
        });
      };
      writeFrom(0);
    },
  });
}
