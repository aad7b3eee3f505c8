import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { get } from '../../../suites/support/transport.ts';
import type { SendOutcome } from '../../model/judging/wire.ts';
import { requestPace } from './pace.ts';
import type { Sender } from './sender.ts';

const answer: SendOutcome = {
  kind: 'response',
  response: { status: 200, reason: 'OK', headers: [], body: new Uint8Array(), durationMs: 1 },
};

/** A sender that answers at once and notes what it sends, and when. */
function noting(): Sender & { readonly sent: [path: string, atMs: number][] } {
  const begun = Date.now();
  const sent: [string, number][] = [];
  return {
    sent,
    send: async ({ path }) => {
      sent.push([path, Date.now() - begun]);
      return answer;
    },
    close: async () => {},
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a pace', () => {
  it.each([50, 4, 0.5])('of %d per second lets no more through, in order and evenly', async (rate) => {
    const sender = noting();
    const { send } = requestPace(rate).paced(sender);
    const outcomes = Promise.all(['/0', '/1', '/2'].map((path) => send({ ...get, path })));
    await vi.advanceTimersByTimeAsync(3 * (1000 / rate));
    expect(await outcomes).toEqual([answer, answer, answer]);
    expect(sender.sent.map(([path]) => path)).toEqual(['/0', '/1', '/2']);
    for (const [index, [, atMs]] of sender.sent.entries()) {
      expect(Math.abs(atMs - index * (1000 / rate))).toBeLessThan(5);
    }
  });

  it('does not make up for time that went unused', async () => {
    const sender = noting();
    const { send } = requestPace(20).paced(sender);
    void send(get);
    await vi.advanceTimersByTimeAsync(200);
    for (const _ of [1, 2, 3]) void send(get);
    await vi.advanceTimersByTimeAsync(60);
    expect(sender.sent).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(50);
    expect(sender.sent).toHaveLength(4);
  });

  it('says while requests wait, and when none does any more', async () => {
    const pace = requestPace(20);
    const { send } = pace.paced(noting());
    void send(get);
    expect(pace.isBusy()).toBe(false);
    void send(get);
    expect(pace.isBusy()).toBe(true);
    const free = pace.free();
    await vi.advanceTimersByTimeAsync(60);
    await free;
    expect(pace.isBusy()).toBe(false);
  });

  it('sends nothing that is taken back while it waits, and changes nothing for what has had its turn', async () => {
    const sender = noting();
    const { send } = requestPace(0.01).paced(sender);
    const withdrawal = new AbortController();
    const ends = Promise.allSettled([1, 2, 3].map(() => send(get, withdrawal.signal)));
    await vi.waitFor(() => expect(sender.sent).toHaveLength(1));
    withdrawal.abort('enough');
    expect(await ends).toMatchObject([
      { status: 'fulfilled', value: answer },
      { status: 'rejected', reason: 'enough' },
      { status: 'rejected', reason: 'enough' },
    ]);
    expect(sender.sent).toHaveLength(1);
  });

  it('of no limit lets everything through at once', async () => {
    const sender = noting();
    const pace = requestPace(null);
    await Promise.all([1, 2, 3, 4].map(() => pace.paced(sender).send(get)));
    expect(pace.isBusy()).toBe(false);
    expect(sender.sent).toHaveLength(4);
  });
});
