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
  // Each from when it is asked for or begun, for a promise for every one of many would be much of the memory.
  const verdicts = new Map<string, PromiseWithResolvers<JudgedExchange | undefined>>();
  const given = new Set(exchanges.map(({ id }) => id));
  const verdictOf = (id: string) => {
    const made = verdicts.get(id) ?? withResolvers();
    verdicts.set(id, made);
    return made;
  };
  let next = 0;
  let unread = 0;
  let wanted = 0;
  let stopped = false;
  let onRead: PromiseWithResolvers<void> = withResolvers();
  const stop: PromiseWithResolvers<void> = withResolvers();
  const withdrawal = new AbortController();
  const wake = () => {
    onRead.resolve();
    onRead = withResolvers();
  };
  const runOrWithdraw = async (exchange: Exchange) => {
    const { signal } = withdrawal;
    try {
      return await run(exchange, signal);
    } catch (error) {
      if (signal.aborted && error === signal.reason) return undefined;
      throw error;
    }
  };
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
      verdictOf(exchange.id).resolve(await runOrWithdraw(exchange));
    }
  };
  const workers = Promise.all(Array.from({ length: Math.min(concurrency, exchanges.length) }, worker));
  return {
    verdict: async (id) => {
      if (!given.delete(id))
        throw new Error(`the exchange ${id} was not given to the pool, or asked for before`);
      wanted += 1;
      wake();
      const judged = await verdictOf(id).promise;
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
      for (const { id } of exchanges.slice(next)) verdictOf(id).resolve(undefined);
      wake();
      await workers;
    },
  };
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
