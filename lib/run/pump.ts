import type { Exchange } from '../model/exchange.ts';
import type { JudgedExchange } from '../model/verdict.ts';

export interface Pump {
  /** Resolves once the exchange is judged; rejects for one that was not given to the pump. */
  verdict(id: string): Promise<JudgedExchange>;
  /** Begins no further exchange and resolves when those under way are done. */
  stop(): Promise<void>;
}

/**
 * Runs exchanges in the background, in order, at most `concurrency` at a time, while the tests wait for their own.
 * `run` must not reject.
 */
export function startPump(
  exchanges: readonly Exchange[],
  concurrency: number,
  run: (exchange: Exchange) => Promise<JudgedExchange>,
): Pump {
  const waiting = new Map<string, PromiseWithResolvers<JudgedExchange>>();
  for (const { id } of exchanges) waiting.set(id, withResolvers());
  let next = 0;
  const lane = async (): Promise<void> => {
    for (;;) {
      const exchange = exchanges[next];
      next += 1;
      if (!exchange) return;
      waiting.get(exchange.id)?.resolve(await run(exchange));
    }
  };
  const lanes = Promise.all(Array.from({ length: Math.min(concurrency, exchanges.length) }, lane));
  return {
    verdict: (id) =>
      waiting.get(id)?.promise ?? Promise.reject(new Error(`the exchange ${id} was not given to the pump`)),
    stop: async () => {
      next = exchanges.length;
      await lanes;
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
