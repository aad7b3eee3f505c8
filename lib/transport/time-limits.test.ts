import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { countingServer, get, sendTo, withListener } from './testing.ts';

const reply = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

const proceed = 'HTTP/1.1 100 Continue\r\n\r\n';

const roomy = { connectTimeoutMs: 5_000, firstByteTimeoutMs: 5_000, timeoutMs: 5_000 };

/** Says the same every 50 ms until nobody listens. */
function sayAgain(socket: Socket, text: string): void {
  socket.write(text);
  const again = setInterval(() => socket.write(text), 20);
  socket.once('close', () => clearInterval(again));
}

it.each<[string, string, (socket: Socket) => void, object, string, string]>([
  [
    'the connection',
    'https',
    () => {},
    { connectTimeoutMs: 120 },
    'UND_ERR_CONNECT_TIMEOUT',
    'no connection within 120 ms (--connect-timeout)',
  ],
  [
    'the first byte of the response',
    'http',
    () => {},
    { firstByteTimeoutMs: 120 },
    'UND_ERR_HEADERS_TIMEOUT',
    'no first byte of a final response within 120 ms (--first-byte-timeout)',
  ],
  [
    'the first byte of the response, connecting included',
    'https',
    () => {},
    { firstByteTimeoutMs: 120 },
    'UND_ERR_HEADERS_TIMEOUT',
    'no first byte of a final response within 120 ms (--first-byte-timeout)',
  ],
  [
    'the first byte of the response, while interim ones come,',
    'http',
    (socket) => void socket.once('data', () => sayAgain(socket, proceed)),
    { firstByteTimeoutMs: 120, timeoutMs: 900 },
    'UND_ERR_HEADERS_TIMEOUT',
    'no first byte of a final response within 120 ms (--first-byte-timeout)',
  ],
  [
    'the first byte of the response, after early hints,',
    'http',
    (socket) => void socket.once('data', () => socket.write('HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n')),
    { firstByteTimeoutMs: 120, timeoutMs: 900 },
    'UND_ERR_HEADERS_TIMEOUT',
    'no first byte of a final response within 120 ms (--first-byte-timeout)',
  ],
  [
    'the whole exchange',
    'http',
    (socket) => void socket.once('data', () => socket.write(reply.slice(0, -1))),
    { timeoutMs: 200, firstByteTimeoutMs: 150 },
    'TimeoutError',
    'no complete response within 200 ms (--timeout)',
  ],
])(
  '%s has a limit of its own: code, value and flag are said',
  async (_, scheme, serve, limits, code, message) => {
    const { server, connections } = countingServer(serve);
    await withListener(server, async (port) => {
      const outcome = await sendTo(`${scheme}://127.0.0.1:${port}`, get, { ...roomy, ...limits });
      expect(outcome).toMatchObject({ kind: 'failure', failure: { code, message } });
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(connections()).toBe(1);
    });
  },
);

it('what comes in time passes all of them', async () => {
  const { server } = countingServer(
    (socket) => void socket.once('data', () => setTimeout(() => socket.write(reply), 200)),
  );
  await withListener(server, async (port) => {
    const limits = { connectTimeoutMs: 100, firstByteTimeoutMs: 2_000, timeoutMs: 2_000 };
    expect(await sendTo(`http://127.0.0.1:${port}`, get, limits)).toMatchObject({ kind: 'response' });
  });
});
