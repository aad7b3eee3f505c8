import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { withEndpoint } from '../../../suites/self/endpoints.ts';
import { get, sendTo } from '../../../suites/support/transport.ts';

const reply = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

const proceed = 'HTTP/1.1 100 Continue\r\n\r\n';

const roomy = { connectTimeout: 5_000, firstByteTimeout: 5_000, timeout: 5_000 };

const connect = {
  limits: { connectTimeout: 120 },
  code: 'UND_ERR_CONNECT_TIMEOUT',
  message: 'no connection within 120 ms (--connect-timeout)',
};
const firstByte = {
  limits: { firstByteTimeout: 120 },
  code: 'UND_ERR_HEADERS_TIMEOUT',
  message: 'no first byte of a final response within 120 ms (--first-byte-timeout)',
};
const whole = {
  limits: { firstByteTimeout: 400, timeout: 600 },
  code: 'TimeoutError',
  message: 'no complete response within 600 ms (--timeout)',
};

const silence = () => {};
const saying = (text: string) => (socket: Socket) => void socket.once('data', () => socket.write(text));

/** Says the same again and again until nobody listens. */
const repeating = (text: string) => (socket: Socket) => {
  const again = setInterval(() => socket.write(text), 20);
  socket.once('close', () => clearInterval(again));
};

it.each([
  ['the connection', 'https', connect, silence],
  ['the first byte of the response', 'http', firstByte, silence],
  ['the first byte of the response, connecting included', 'https', firstByte, silence],
  ['the first byte of the response, while interim ones come,', 'http', firstByte, repeating(proceed)],
  ['the whole exchange', 'http', whole, saying(reply.slice(0, -1))],
] as const)(
  '%s has a limit of its own: code, value and flag are said',
  async (_, scheme, { limits, code, message }, serve) => {
    await withEndpoint(serve, async ({ port, connections }) => {
      const outcome = await sendTo(`${scheme}://127.0.0.1:${port}`, get, { ...roomy, ...limits });
      expect(outcome).toMatchObject({ kind: 'failure', failure: { code, message } });
      expect(connections()).toBe(1);
    });
  },
);

it('what comes in time passes all of them', async () => {
  const late = (socket: Socket) => socket.once('data', () => setTimeout(() => socket.write(reply), 400));
  await withEndpoint(late, async ({ baseUrl }) => {
    const limits = { connectTimeout: 300, firstByteTimeout: 2_000, timeout: 2_000 };
    expect(await sendTo(baseUrl, get, limits)).toMatchObject({ kind: 'response' });
  });
});
