import type { Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Endpoint, withEndpoint } from '../../../suites/self/endpoints.ts';
import { get, post, sendTo, strictOptions } from '../../../suites/support/transport.ts';
import type { WireRequest } from '../../model/judging/wire.ts';
import { openSender } from './sender.ts';

afterEach(() => {
  vi.useRealTimers();
});

const options = { ...strictOptions, concurrency: 2 };
const reply = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** A raw server: `answer` is called once for every request that has come in, whose method is received. */
function withServer<T>(
  answer: (socket: Socket) => void,
  use: (served: Omit<Endpoint, 'port'> & { readonly received: readonly string[] }) => Promise<T>,
): Promise<T> {
  const received: string[] = [];
  const serve = (socket: Socket) =>
    socket.on('data', (bytes) => {
      const [method] = /^(?:GET|POST)(?= )/.exec(bytes.toString('latin1')) ?? [];
      if (method === undefined) return;
      received.push(method);
      answer(socket);
    });
  return withEndpoint(serve, (endpoint) => use({ ...endpoint, received }));
}

describe('a request', () => {
  it('never waits on a connection behind another', async () => {
    await withServer(
      (socket) => setTimeout(() => socket.write(reply), 30),
      async ({ baseUrl, received, connections }) => {
        const sender = openSender(baseUrl, options);
        await Promise.all([1, 2, 3, 4].map(() => sender.send(get)));
        await sender.close();
        expect(received).toHaveLength(4);
        expect(connections()).toBe(2);
      },
    );
  });

  const kept = (name: string, isLast = false): WireRequest => ({
    ...get,
    framing: { kept: { name, isLast } },
  });

  it('on a kept connection shares it with those of the same name, until the last of them', async () => {
    await withServer(
      (socket) => socket.write(reply),
      async ({ baseUrl, connections }) => {
        const sender = openSender(baseUrl, { ...options, keepAlive: false });
        const outcomes = [];
        for (const request of [kept('a'), kept('b'), kept('a'), kept('b', true), kept('b'), kept('a', true)])
          outcomes.push(await sender.send(request));
        expect(outcomes.map(({ kind }) => kind)).toEqual(new Array(6).fill('response'));
        expect(connections()).toBe(3);
        await sender.close();
      },
    );
  });

  it('on a kept connection that has ended is told apart, unless something of the response came', async () => {
    let answered = 0;
    const answers = [reply, '', reply, 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok', '', reply];
    await withServer(
      (socket) => {
        const answer = answers[answered];
        answered += 1;
        if (answer === reply) socket.write(reply);
        else socket.end(answer ?? '');
      },
      async ({ baseUrl }) => {
        const sender = openSender(baseUrl, { ...options, keepAlive: false });
        const told = [];
        const cuts = [];
        for (const _ of answers) {
          const outcome = await sender.send(kept('a'));
          told.push(outcome.kind === 'response' ? outcome.response.status : outcome.failure.code);
          if (outcome.kind === 'failure' && outcome.failure.cut) cuts.push(outcome.failure.cut);
        }
        expect(cuts).toEqual([{ answered: 1, idleMs: expect.any(Number) }]);
        expect(told).toEqual([200, 'CONNECTION_ENDED', 200, 'UND_ERR_SOCKET', 'UND_ERR_SOCKET', 200]);
        await sender.close();
      },
    );
  });

  it('on a kept connection tells what came behind its own response, and nothing of an earlier one', async () => {
    let answered = 0;
    await withServer(
      (socket) => {
        answered += 1;
        socket.write(answered === 1 ? `${reply.replace('OK', 'OK\r\nConnection: close')}more` : reply);
      },
      async ({ baseUrl }) => {
        const sender = openSender(baseUrl, { ...options, keepAlive: false });
        const behind = [];
        for (let i = 0; i < 2; i += 1) {
          const outcome = await sender.send(kept('a'));
          behind.push(
            outcome.kind === 'response' &&
              outcome.response.behind &&
              `${Buffer.from(outcome.response.behind)}`,
          );
        }
        expect(behind).toEqual(['more', undefined]);
        await sender.close();
      },
    );
  });

  it('that was given up opens no other connection, even when the answer to its end comes late', async () => {
    await withServer(
      () => {},
      async ({ baseUrl, received, connections }) => {
        const sender = openSender(baseUrl, { ...options, keepAlive: false, timeout: 200 });
        const outcomes = await Promise.all([sender.send(post), sender.send(post), sender.send(get)]);
        expect(outcomes.map(({ kind }) => kind)).toEqual(['failure', 'failure', 'failure']);
        // As long as a client that reconnects would need to do so; the end of the sender would end it too.
        await new Promise((resolve) => setTimeout(resolve, 200));
        expect(connections()).toBe(3);
        expect(received).toHaveLength(3);
        await sender.close();
      },
    );
  });

  it('that was given up while it waited for a connection is not sent later', async () => {
    await withServer(
      () => {},
      async ({ baseUrl, received }) => {
        // The time of both is up in one turn: a turn later the second would have its connection, and go out rightly.
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        const sender = openSender(baseUrl, { ...options, concurrency: 1, timeout: 150 });
        const sent = [sender.send(post), sender.send(get)];
        while (received.length === 0) await new Promise((resolve) => setImmediate(resolve));
        vi.advanceTimersByTime(150);
        vi.useRealTimers();
        const outcomes = await Promise.all(sent);
        await new Promise((resolve) => setTimeout(resolve, 100));
        await sender.close();
        expect(outcomes.map(({ kind }) => kind)).toEqual(['failure', 'failure']);
        expect(received).toEqual(['POST']);
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

  it.each<[string, WireRequest, string]>([
    ['POST', post, '/>'],
    ['GET', get, '\r\n\r\n'],
  ])('byte by byte comes in by many reads: %s', async (_, request, end) => {
    const reads: Buffer[] = [];
    const serve = (socket: Socket) =>
      socket.on('data', (bytes) => {
        reads.push(bytes);
        if (Buffer.concat(reads).toString().endsWith(end)) socket.write(reply);
      });
    await withEndpoint(serve, async ({ baseUrl }) => {
      const slow = { ...request, framing: { byteByByte: true } };
      expect(await sendTo(baseUrl, slow)).toMatchObject({ kind: 'response', response: { status: 200 } });
    });
    // The system may bring some bytes together.
    expect(reads.length).toBeGreaterThan(Buffer.concat(reads).length / 2);
  });

  it('to a port that nothing listens on is a failure with the code of the system', async () => {
    const baseUrl = await withServer(
      () => {},
      async (served) => served.baseUrl,
    );
    for (const request of [get, { ...get, framing: { byteByByte: true } }]) {
      expect(await sendTo(baseUrl, request)).toMatchObject({ failure: { code: 'ECONNREFUSED' } });
    }
  });
});

/** What becomes of a request that is answered so. */
function outcomeOf(answer: string, changed: Parameters<typeof sendTo>[2] = {}) {
  return withServer(
    (socket) => socket.end(answer, 'latin1'),
    ({ baseUrl }) => sendTo(baseUrl, get, changed),
  );
}

describe('a response', () => {
  it('keeps the order, case, spelling and doubles of its header fields', async () => {
    const fields = [
      ['X-b', '1'],
      ['x-A', 'caf\u00E9'],
      ['X-b', '2'],
      ['content-LENGTH', '2'],
    ];
    const head = ['HTTP/1.1 201 Odd One', ...fields.map((field) => field.join(': '))].join('\r\n');
    expect(await outcomeOf(`${head}\r\n\r\nok`)).toMatchObject({
      response: { status: 201, reason: 'Odd One', headers: fields, body: Buffer.from('ok') },
    });
  });

  it.each([
    ['announces a body of 2 bytes', reply],
    ['has a body that is too long', reply.replace(/Content-Length.*\r\n(?=\r)/, '')],
  ])('may have as many bytes as allowed and not one more: one that %s', async (what, answer) => {
    expect(await outcomeOf(answer, { maxResponseBytes: 2 })).toMatchObject({ kind: 'response' });
    const message = `the response ${what}; at most 1 bytes are read (--max-response-bytes)`;
    expect(await outcomeOf(answer, { maxResponseBytes: 1 })).toMatchObject({
      failure: { code: 'RESPONSE_TOO_LARGE', message, head: { status: 200 } },
    });
  });
});
