import { once, setMaxListeners } from 'node:events';
import PQueue from 'p-queue';
import type { Exchange } from '../../model/exchange.ts';
import type { JudgedExchange } from '../../model/judging/verdict.ts';
import { type RequestPace, requestPace } from '../../wire/transport/pace.ts';

export interface Pool {
  /** Resolves once the exchange is judged, with nothing if it was not begun; rejects for an id that is not in the pool. */
  verdict(id: string): Promise<JudgedExchange | undefined>;
  /** Begins no further exchange and resolves when those under way are done. */
  stop(): Promise<void>;
}

/** Judged exchanges that may wait for their tests; each holds its evidence. */
const MOST_UNREAD = 64;

/**
 * Runs exchanges in the background, in order, at most `concurrency` at a time, and waits when no test waits and too
 * many verdicts have not been taken. A verdict can be taken once. While requests wait for the pace no exchange
 * begins, so that its time is not the wait of many. One that has sent nothing when the pool is stopped is
 * withdrawn.
 *
 * @param run rejects with the signal's reason where the exchange was withdrawn before it sent anything, and never else
 */
export function startPool(
  exchanges: readonly Exchange[],
  concurrency: number,
  run: (exchange: Exchange, withdrawn: AbortSignal) => Promise<JudgedExchange>,
  pace: Pick<RequestPace, 'isBusy' | 'free'> = requestPace(null),
): Pool {
  const queue = new PQueue({ concurrency });
  const withdrawal = new AbortController();
  const { signal } = withdrawal;
  // Every exchange under way listens to it; Node warns of a leak from eleven on.
  setMaxListeners(0, signal);
  const stopped = once(signal, 'abort');
  let unread = 0;
  let wanted = 0;
  const count = (begun: number, waiting: number) => {
    unread += begun;
    wanted += waiting;
    if (unread >= MOST_UNREAD && wanted === 0 && !signal.aborted) queue.pause();
    else queue.start();
  };
  const judge = async (exchange: Exchange) => {
    while (pace.isBusy() && !signal.aborted) await Promise.race([pace.free(), stopped]);
    if (signal.aborted) return undefined;
    count(1, 0);
    return run(exchange, signal).catch((error) => {
      if (signal.aborted && error === signal.reason) return undefined;
      throw error;
    });
  };
  const verdicts = new Map(
    exchanges.map((exchange) => [exchange.id, queue.add(() => judge(exchange))] as const),
  );
  return {
    verdict: async (id) => {
      const verdict = verdicts.get(id);
      if (!verdict) throw new Error(`the exchange ${id} is not in the pool, or its verdict was taken before`);
      // It will hold the evidence.
      verdicts.delete(id);
      count(0, 1);
      const judged = await verdict;
      count(-1, -1);
      return judged;
    },
    stop: async () => {
      withdrawal.abort();
      queue.start();
      await queue.onIdle();
    },
  };
}
