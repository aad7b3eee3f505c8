import { setImmediate } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Sender } from './sender.ts';

/** The pace of a run: every request of it, of whatever step, waits here for its turn. */
export type RequestPace = ReturnType<typeof requestPace>;

const SECOND_MS = 1_000;

/** Gives requests evenly spaced turns in order, without bursts: `rate` per second, also below one; null for no limit. */
export function requestPace(rate: number | null) {
  const evenly = rate === null ? {} : { intervalCap: 1, interval: SECOND_MS / rate, strict: true };
  const turns = new PQueue(evenly);
  return {
    /** Makes each request of a sender wait for its turn; the wait counts towards no time limit. */
    paced: (sender: Sender): Sender => ({
      close: () => sender.close(),
      send: async (request, withdrawn) => {
        if (rate !== null) await turns.add(() => {}, { signal: withdrawn });
        if (withdrawn !== undefined) {
          // The signal that ends a run may wait behind all that was made ready until now.
          await setImmediate();
          withdrawn.throwIfAborted();
        }
        return sender.send(request);
      },
    }),
    /** True if a request waits: later requests can only wait behind it. */
    isBusy: () => turns.size > 0,
    /** Resolves when no request waits. */
    free: () => turns.onSizeLessThan(1),
  };
}
