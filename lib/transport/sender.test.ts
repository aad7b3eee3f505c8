import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openSender } from './sender.ts';
import type { SenderOptions } from './sender-options.ts';
import { get, post, sendTo, strictOptions } from './testing.ts';

afterEach(() => {
  vi.useRealTimers();
});

const options: SenderOptions = { ...strictOptions, concurrency: 2 };

interface Served {
  readonly baseUrl: string;
  /** Whole requests by what came in on the wire. */
  readonly received: string[];
  connections: number;
}

/** A raw server: `answer` is called once for every request that has come in whole. */
async function withServer<T>(
  answer: (socket: Socket) => void,
  use: (server: Served) => Promise<T>,
): Promise<T> {
  const served: Served = { baseUrl: '', received: [], connections: 0 };
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    served.connections += 1;
    open.add(socket);
    let text = '';
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (end < 0 || text.length < end + 4 + length) return;
      served.received.push(text);
      text = '';
      answer(socket);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await use({
      ...served,
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`,
      get connections() {
        return served.connections;
      },
    });
  } finally {
    for (const socket of open) socket.destroy();
    server.close();
  }
}

const reply = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

describe('a request', () => {
  it('never waits on a connection behind another', async () => {
    let answered = 0;
    await withServer(
      (socket) => {
        answered += 1;
        setTimeout(() => socket.write(reply), 30);
      },
      async (server) => {
        const sender = openSender(server.baseUrl, options);
        await Promise.all([1, 2, 3, 4].map(() => sender.send(get)));
        await sender.close();
        expect(answered).toBe(4);
        expect(server.connections).toBe(2);
      },
    );
  });

  it('that was given up opens no other connection, even when the answer to its end comes late', async () => {
    await withServer(
      () => {},
      async (server) => {
        const sender = openSender(server.baseUrl, { ...options, keepAlive: false, timeoutMs: 200 });
        const outcomes = await Promise.all([sender.send(post), sender.send(post), sender.send(get)]);
        expect(outcomes.map(({ kind }) => kind)).toEqual(['failure', 'failure', 'failure']);
        // As long as a client that reconnects would need to do so.
        await new Promise((resolve) => setTimeout(resolve, 200));
        expect(server.connections).toBe(3);
        expect(server.received).toHaveLength(3);
        await sender.close();
      },
    );
  });

  it('that the client cannot write is a failure, not a rejection', async () => {
    await withServer(
      (socket) => socket.write(reply),
      async ({ baseUrl, received }) => {
        const outcome = await sendTo(baseUrl, { ...get, headers: [['SOAPAction', 'a\nb']] });
        expect(outcome).toMatchObject({ kind: 'failure', failure: { code: 'UND_ERR_INVALID_ARG' } });
        expect(received).toEqual([]);
      },
    );
  });
});

describe('a response', () => {
  it('keeps the order, case, spelling and doubles of its header fields', async () => {
    const head = 'HTTP/1.1 201 Odd One\r\nX-b: 1\r\nx-A: caf\u00E9\r\nX-b: 2\r\ncontent-LENGTH: 2\r\n\r\nok';
    await withServer(
      (socket) => socket.write(Buffer.from(head, 'latin1')),
      async ({ baseUrl }) => {
        expect(await sendTo(baseUrl, get)).toMatchObject({
          kind: 'response',
          response: {
            status: 201,
            reason: 'Odd One',
            headers: [
              ['X-b', '1'],
              ['x-A', 'caf\u00E9'],
              ['X-b', '2'],
              ['content-LENGTH', '2'],
            ],
            body: Buffer.from('ok'),
          },
        });
      },
    );
  });

  it.each(['000', '099'])('with the status %s is a failure, in words of ours', async (status) => {
    await withServer(
      (socket) => socket.end(`HTTP/1.1 ${status} x\r\nContent-Length: 0\r\n\r\n`),
      async ({ baseUrl }) => {
        const message = `the response has the invalid status code ${status}; the lowest is 100`;
        expect(await sendTo(baseUrl, get)).toMatchObject({ failure: { code: 'INVALID_STATUS', message } });
      },
    );
  });

  it('may have as many bytes as allowed and not one more', async () => {
    await withServer(
      (socket) => socket.write(reply),
      async ({ baseUrl }) => {
        expect(await sendTo(baseUrl, get, { maxResponseBytes: 2 })).toMatchObject({ kind: 'response' });
        expect(await sendTo(baseUrl, get, { maxResponseBytes: 1 })).toMatchObject({
          kind: 'failure',
          failure: { code: 'RESPONSE_TOO_LARGE', head: { status: 200 } },
        });
      },
    );
  });

  it('that was given up while it waited for a connection is not asked for later', async () => {
    await withServer(
      () => {},
      async ({ baseUrl, received }) => {
        // The time of both is up in one turn: a turn later the second would have its connection, and go out rightly.
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        const sender = openSender(baseUrl, { ...options, concurrency: 1, timeoutMs: 150 });
        const sent = [sender.send(post), sender.send(get)];
        while (received.length === 0) await new Promise((resolve) => setImmediate(resolve));
        vi.advanceTimersByTime(150);
        vi.useRealTimers();
        const outcomes = await Promise.all(sent);
        await new Promise((resolve) => setTimeout(resolve, 100));
        await sender.close();
        expect(outcomes.map(({ kind }) => kind)).toEqual(['failure', 'failure']);
        expect(received.map((text) => text.slice(0, 4))).toEqual(['POST']);
      },
    );
  });
});

it('a refused connection is a failure with the code of the system', async () => {
  const baseUrl = await withServer(
    () => {},
    async (server) => server.baseUrl,
  );
  expect(await sendTo(baseUrl, get)).toMatchObject({ kind: 'failure', failure: { code: 'ECONNREFUSED' } });
});
