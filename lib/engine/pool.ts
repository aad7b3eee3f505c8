import type { Exchange } from '../model/exchange.ts';
import type { JudgedExchange } from '../model/judging/verdict.ts';
import { type RequestPace, requestPace } from '../transport/pace.ts';

export interface Pool {
  /**
   * Resolves once the exchange is judged, with nothing for one that was not begun when the pool was stopped; rejects
   * for one that was not given to the pool.
   */
  verdict(id: string): Promise<JudgedExchange | undefined>;
  /** Begins no further exchange and resolves when those under way are done. */
  stop(): Promise<void>;
}

/** Judged exchanges that may wait for their tests; each holds its evidence. */
const MOST_UNREAD = 64;

/**
 * Runs exchanges in the background, in order, at most `concurrency` at a time, while the tests wait for their own,
 * and waits itself when no test waits and too many have fallen behind. An exchange can be asked for once.
 *
 * While requests wait for the pace no exchange begins, so that what an exchange lasts is not the wait of many. One that
 * has not asked anything when the pool is stopped is withdrawn.
 *
 * @param run rejects with the signal's reason where the exchange was withdrawn before it asked anything, and never else
 */
export function startPool(
  exchanges: readonly Exchange[],
  concurrency: number,
  run: (exchange: Exchange, withdrawn: AbortSignal) => Promise<JudgedExchange>,
  pace: Pick<RequestPace, 'isBusy' | 'free'> = requestPace(null),
): Pool {
  const verdicts = new Map(exchanges.map(({ id }) => [id, withResolvers<JudgedExchange | undefined>()]));
  let next = 0;
  let unread = 0;
  let wanted = 0;
  let stopped = false;
  let onRead = withResolvers<void>();
  const stop = withResolvers<void>();
  const withdrawal = new AbortController();
  const wake = () => {
    onRead.resolve();
    onRead = withResolvers();
  };
  const { signal } = withdrawal;
  const runOrWithdraw = (exchange: Exchange) =>
    run(exchange, signal).catch((error) => {
      if (signal.aborted && error === signal.reason) return undefined;
      throw error;
    });
  const worker = async (): Promise<void> => {
    for (;;) {
      for (;;) {
        if (unread >= MOST_UNREAD && wanted === 0 && !stopped) await onRead.promise;
        else if (pace.isBusy() && !stopped) await Promise.race([pace.free(), stop.promise]);
        else break;
      }
      const exchange = stopped ? undefined : exchanges[next];
      next += 1;
      if (!exchange) return;
      unread += 1;
      verdicts.get(exchange.id)?.resolve(await runOrWithdraw(exchange));
    }
  };
  const workers = Promise.all(Array.from({ length: Math.min(concurrency, exchanges.length) }, worker));
  return {
    verdict: async (id) => {
      const verdict = verdicts.get(id);
      if (!verdict) throw new Error(`the exchange ${id} was not given to the pool, or asked for before`);
      wanted += 1;
      wake();
      const judged = await verdict.promise;
      // It holds the evidence.
      verdicts.delete(id);
      wanted -= 1;
      unread -= 1;
      wake();
      return judged;
    },
    stop: async () => {
      stopped = true;
      stop.resolve();
      withdrawal.abort();
      for (const { id } of exchanges.slice(next)) verdicts.get(id)?.resolve(undefined);
      wake();
      await workers;
    },
  };
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function withResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
