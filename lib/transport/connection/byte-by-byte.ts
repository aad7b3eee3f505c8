import type { Socket } from 'node:net';

/**
 * Bytes of the head, and of the body, that are a millisecond apart, which is what a peer that is awake needs to read
 * each by itself: one that acts on its first piece does so here. Those behind them are a turn of the event loop apart,
 * or a long text would not be there in time and a run would wait for nothing else.
 */
const MOST_APART = 64;

/**
 * Makes a socket send every byte by itself: its `_write` splits what undici writes, which cannot be told to, into one
 * write to the system for every byte, with a pause between two in which the peer can read the one before.
 */
export function byteByByte(socket: Socket): Socket {
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
        write(bytes.toString('latin1', at, at + 1), 'latin1', (error) => {
          if (error) done(error);
          else if (at < MOST_APART) setTimeout(writeFrom, 1, at + 1);
          else setImmediate(writeFrom, at + 1);
        });
      };
      writeFrom(0);
    },
  });
}
