import { once, setMaxListeners } from 'node:events';
import type { Exchange } from '../../model/exchange.ts';
import type { JudgedExchange } from '../../model/judging/verdict.ts';
import { type RequestPace, requestPace } from '../../wire/transport/pace.ts';

export type Pool = ReturnType<typeof startPool>;

/** The verdict of an exchange; undefined where the exchange has not begun. */
type Verdict = Promise<JudgedExchange | undefined>;

/** Judged exchanges that may wait for their tests; each holds its evidence. */
const MOST_UNREAD = 64;

/**
 * Runs exchanges in the background, in order, at most `concurrency` at a time, and probes once all others have ended. It pauses while no test waits and too many
 * verdicts are not taken; each can be taken once. While requests wait for the pace, no exchange begins, so that the wait
 * does not count as its time. When the pool stops, an exchange that has sent nothing is withdrawn.
 * @param run rejects only with the signal's reason, where the exchange was withdrawn before it sent anything
 */
export function startPool(
  exchanges: readonly Exchange[],
  concurrency: number,
  run: (exchange: Exchange, withdrawn: AbortSignal) => Promise<JudgedExchange>,
  pace: Pick<RequestPace, 'isBusy' | 'free'> = requestPace(null),
) {
  const withdrawal = new AbortController();
  const { signal } = withdrawal;
  // Every exchange under way listens to it; Node warns of a leak from eleven on.
  setMaxListeners(0, signal);
  const stopped = once(signal, 'abort');
  const untaken = new Set(exchanges.map(({ id }) => id));
  // A verdict holds the evidence, so none stays here once it was taken.
  const begun = new Map<string, Verdict>();
  /** Tests that wait for exchanges that have not begun. */
  const waiting = new Map<string, (verdict: Verdict) => void>();
  /** Exchanges that are no probes and have not ended. */
  const underWay = new Set<Promise<void>>();
  let unread = 0;
  let wanted = 0;
  const resting: (() => void)[] = [];
  const wake = () => {
    for (const goOn of resting.splice(0)) goOn();
  };
  const mustWait = () => pace.isBusy() || (unread >= MOST_UNREAD && wanted === 0);
  const judge = async (exchange: Exchange) => {
    if (signal.aborted) return undefined;
    unread += 1;
    return run(exchange, signal).catch((error) => {
      if (signal.aborted && error === signal.reason) return undefined;
      throw error;
    });
  };
  const next = exchanges.values();
  const judgeInTurn = async () => {
    for (;;) {
      while (!signal.aborted && mustWait()) {
        if (pace.isBusy()) await Promise.race([pace.free(), stopped]);
        else await new Promise<void>((goOn) => resting.push(goOn));
      }
      // Not taken before it may begin: they begin in order.
      const { value: exchange } = next.next();
      if (!exchange) return;
      // A probe asks for packets that reports have found, and may upset a target for those under way.
      if (exchange.probe) await Promise.all(underWay);
      const judged = judge(exchange);
      begun.set(exchange.id, judged);
      waiting.get(exchange.id)?.(judged);
      const done = judged.then(
        () => {},
        () => {},
      );
      if (!exchange.probe) underWay.add(done);
      await done;
      underWay.delete(done);
    }
  };
  const ended = Promise.all(Array.from({ length: Math.min(concurrency, exchanges.length) }, judgeInTurn));
  return {
    /** Resolves once the exchange is judged; rejects for an id that is not in the pool. */
    verdict: async (id: string): Verdict => {
      if (!untaken.delete(id)) {
        throw new Error(`the exchange ${id} is not in the pool, or its verdict was taken before`);
      }
      wanted += 1;
      wake();
      const judged = await (begun.get(id) ?? new Promise<Awaited<Verdict>>((take) => waiting.set(id, take)));
      begun.delete(id);
      waiting.delete(id);
      unread -= 1;
      wanted -= 1;
      wake();
      return judged;
    },
    /** Begins no further exchange and resolves when those under way are done. */
    stop: async () => {
      withdrawal.abort();
      wake();
      await ended;
    },
  };
}
