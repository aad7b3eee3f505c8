import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openSender } from '../sender.ts';
import { countingServer, get, post, strictOptions, withListener } from '../testing.ts';
import { continueRewriter } from './interim-continue.ts';

const final = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const proceed = 'HTTP/1.1 100 Continue\r\n\r\n';

/** What comes of a text that is read in pieces of so many bytes. */
function rewritten(text: string, size: number): string {
  const rewrite = continueRewriter();
  const bytes = Buffer.from(text, 'latin1');
  let told = '';
  for (let at = 0; at < bytes.length; at += size) {
    told += rewrite(Buffer.from(bytes.subarray(at, at + size))).toString('latin1');
  }
  return told;
}

describe('a response that is read in pieces of any size', () => {
  const sizes = [1, 2, 3, 5, 11, 12, 13, 25, 1_000];

  it.each<[string, string, string]>([
    ['after a 100', `${proceed}${final}`, `HTTP/1.1 102 Continue\r\n\r\n${final}`],
    [
      'after several, with header fields, of the older version, among others',
      `${proceed}HTTP/1.0 100\r\nA: b\r\n\r\nHTTP/1.1 103 X\r\nL: 100\r\n\r\n${proceed}${final}`,
      `HTTP/1.1 102 Continue\r\n\r\nHTTP/1.0 102\r\nA: b\r\n\r\nHTTP/1.1 103 X\r\nL: 100\r\n\r\nHTTP/1.1 102 Continue\r\n\r\n${final}`,
    ],
    ['with 100 elsewhere', `HTTP/1.1 200 100\r\n\r\n${proceed}`, `HTTP/1.1 200 100\r\n\r\n${proceed}`],
    ['that is something else', `220 smtp\r\n\r\n${proceed}`, `220 smtp\r\n\r\n${proceed}`],
    ['of a longer number', 'HTTP/1.1 10099\r\n\r\n', 'HTTP/1.1 10299\r\n\r\n'],
  ])('%s', (_, text, told) => {
    for (const size of sizes) expect(rewritten(text, size)).toBe(told);
  });
});

describe.each([true, false])('a server that says 100 to everybody, with keep-alive %s', (keepAlive) => {
  it.each([
    ['at once', (socket: Socket) => void socket.write(proceed + final)],
    [
      'in pieces',
      (socket: Socket) => {
        const pieces = [proceed.slice(0, 9), proceed.slice(9, 25), proceed.slice(25) + final];
        const next = () => {
          const piece = pieces.shift();
          if (piece !== undefined) socket.write(piece, () => setImmediate(next));
        };
        next();
      },
    ],
  ])('is understood, %s, once for each request', async (_, answer) => {
    const { server, connections } = countingServer((socket) => {
      socket.on('data', (bytes) => {
        // Every request of these ends in one piece.
        if (/^(?:GET|POST) /.test(bytes.toString('latin1'))) answer(socket);
      });
    });
    await withListener(server, async (port) => {
      const sender = openSender(`http://127.0.0.1:${port}`, { ...strictOptions, concurrency: 1, keepAlive });
      for (const request of [get, post, get]) {
        expect(await sender.send(request)).toMatchObject({ kind: 'response', response: { status: 200 } });
      }
      await sender.close();
      expect(connections()).toBe(keepAlive ? 1 : 3);
    });
  });
});
