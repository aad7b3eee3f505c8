import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { requestPace } from './pace.ts';
import { openSender } from './sender.ts';
import { get, strictOptions } from './testing.ts';

const options = { ...strictOptions, keepAlive: false };

/** A server that notes when each request comes, and answers all that wait for it as soon as enough have come. */
async function withCounter<T>(
  isEnough: (arrivals: readonly number[]) => boolean,
  use: (baseUrl: string, arrivals: readonly number[]) => Promise<T>,
): Promise<T> {
  const arrivals: number[] = [];
  const waiting: ServerResponse[] = [];
  const server = createServer((_, response) => {
    arrivals.push(performance.now());
    waiting.push(response);
    if (isEnough(arrivals)) for (const each of waiting.splice(0)) each.end('ok');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrivals);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('a pace', () => {
  it.each([
    [50, 10],
    [20, 5],
    [4, 3],
  ])('of %i per second lets no more through, in order and evenly', async (rate, count) => {
    await withCounter(
      () => true,
      async (baseUrl, arrivals) => {
        const unpaced = openSender(baseUrl, options);
        const begun: string[] = [];
        const sender = requestPace(rate).paced({
          ...unpaced,
          send: (request) => {
            begun.push(request.path);
            return unpaced.send(request);
          },
        });
        const paths = Array.from({ length: count }, (_, index) => `/${index}`);
        const started = performance.now();
        const outcomes = await Promise.all(paths.map((path) => sender.send({ ...get, path })));
        await sender.close();
        expect(outcomes.map(({ kind }) => kind)).toEqual(paths.map(() => 'response'));
        expect(arrivals).toHaveLength(count);
        expect(begun).toEqual(paths);
        // Timers are late, never early; the clock behind the pace has whole milliseconds.
        expect((arrivals.at(-1) ?? 0) - started).toBeGreaterThan((count - 1) * (1000 / rate) - 2);
      },
    );
  });

  it('does not make up for time that went unused', async () => {
    await withCounter(
      () => true,
      async (baseUrl, arrivals) => {
        const sender = requestPace(20).paced(openSender(baseUrl, options));
        await sender.send(get);
        await new Promise((resolve) => setTimeout(resolve, 200));
        const started = performance.now();
        await Promise.all([sender.send(get), sender.send(get), sender.send(get)]);
        await sender.close();
        expect((arrivals[3] ?? 0) - started).toBeGreaterThan(2 * 50 - 2);
      },
    );
  });

  it('makes requests wait outside their own limits of time', async () => {
    await withCounter(
      () => true,
      async (baseUrl) => {
        const limits = { connectTimeoutMs: 900, firstByteTimeoutMs: 900, timeoutMs: 900 };
        const sender = requestPace(1).paced(openSender(baseUrl, { ...options, ...limits }));
        const outcomes = await Promise.all([1, 2].map(() => sender.send(get)));
        await sender.close();
        expect(outcomes.map(({ kind }) => kind)).toEqual(['response', 'response']);
      },
    );
  });

  it('says while requests wait, and when none does any more', async () => {
    await withCounter(
      () => true,
      async (baseUrl) => {
        const pace = requestPace(20);
        const sender = pace.paced(openSender(baseUrl, options));
        const sends = [sender.send(get)];
        expect(pace.isBusy()).toBe(false);
        sends.push(sender.send(get));
        expect(pace.isBusy()).toBe(true);
        await pace.free();
        expect(pace.isBusy()).toBe(false);
        await Promise.all(sends);
        await sender.close();
      },
    );
  });

  it('sends nothing that is taken back while it waits, and changes nothing for what has had its turn', async () => {
    await withCounter(
      () => true,
      async (baseUrl, arrivals) => {
        const sender = requestPace(0.01).paced(openSender(baseUrl, options));
        const withdrawal = new AbortController();
        const sends = [1, 2, 3].map(() => sender.send(get, withdrawal.signal));
        const ends = Promise.allSettled(sends);
        await sends[0];
        withdrawal.abort('enough');
        expect(await ends).toMatchObject([
          { status: 'fulfilled', value: { kind: 'response' } },
          { status: 'rejected', reason: 'enough' },
          { status: 'rejected', reason: 'enough' },
        ]);
        await sender.close();
        expect(arrivals).toHaveLength(1);
      },
    );
  });

  it('of no limit lets everything through at once', async () => {
    // Nobody is answered before everybody has come.
    await withCounter(
      (come) => come.length === 4,
      async (baseUrl) => {
        const pace = requestPace(null);
        const sender = pace.paced(openSender(baseUrl, options));
        const sends = [1, 2, 3, 4].map(() => sender.send(get));
        expect(pace.isBusy()).toBe(false);
        const outcomes = await Promise.all(sends);
        await sender.close();
        expect(outcomes.map(({ kind }) => kind)).toEqual(sends.map(() => 'response'));
      },
    );
  });
});
