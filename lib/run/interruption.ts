import type { ChildProcess } from 'node:child_process';
import type { Reporter } from 'vitest/node';
import { type Refusal, refusal } from '../model/result.ts';

/** The end of the last run of this process, and how many were interrupted; shared where this module is loaded twice. */
const RUNS = Symbol.for('postsms-conformance: runs');
const shared = globalThis as { [RUNS]?: { last: Promise<unknown>; interrupted: number } };
shared[RUNS] ??= { last: Promise.resolve(), interrupted: 0 };
const runs = shared[RUNS];

/** Starts a run when earlier ones have ended: signals, output and exit code belong to the process. A signal ends all. */
export async function inTurn<T>(run: () => Promise<T>): Promise<T | Refusal> {
  const { last, interrupted } = runs;
  const isOver = () => runs.interrupted > interrupted;
  const over = refusal(5, 'interrupted before this run began: nothing was sent');
  const turn = last.then<T | Refusal>(() => (isOver() ? over : run()));
  runs.last = turn.catch(() => {});
  return turn;
}

/** An interruption of the run by a signal, or by the end of the npm that started it, in the process that reports. */
export type Interruption = ReturnType<typeof interruption>;

/** Signals of Ctrl-C, of a plain `kill`, and of a terminal that is closed. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The message to the worker; Vitest ignores messages that are not its own. */
export const INTERRUPTED = 'postsms-conformance: begin no further exchange';

/** Taken when this is loaded: the parent may be gone by the time a run begins. */
const parentAtStart = process.ppid;

/** One Ctrl-C under `npm start` arrives twice: from the terminal, and a moment later from npm; a busy machine takes its time. */
export const SAME_MS = 1_000;

/** Ends the process at the second signal of its user; `at` is when the first came, in milliseconds of the clock of this process. */
export function endAtSecond(at: number | undefined): void {
  if (at !== undefined && performance.now() - at > SAME_MS) process.exit(5);
}

/**
 * Watches for an interruption. After the first signal the worker begins no further exchange, so that the run ends soon and
 * reports its results; the second ends the process at once, and the worker with it.
 * @param underNpm ends the run with its parent as well: a signal to npx may end npx and its shell alone, and nothing
 *   may be sent then that is not reported. Any other process may outlive its parent on purpose (nohup, a CI runner).
 */
export function interruption(tell: (text: string) => void, underNpm: boolean) {
  let worker: ChildProcess | undefined;
  let collected = false;
  let at: number | undefined;
  let abandon = () => {};
  // Resolves when an interruption comes before the tests are known. Nothing was sent then, and Vitest waits without end
  // for a worker that the Ctrl-C of a terminal has killed while it started.
  const abandoned = new Promise<void>((resolve) => {
    abandon = resolve;
  });
  const passOn = () => worker?.send(INTERRUPTED);
  const begin = (why: string) => {
    if (at !== undefined) return;
    at = performance.now();
    runs.interrupted += 1;
    tell(`interrupted: ${why}\n`);
    if (collected) passOn();
    else abandon();
  };
  const onSignal = () => {
    endAtSecond(at);
    begin('no further exchange starts; press Ctrl-C again to end at once');
  };
  const look = () => {
    if (process.ppid !== parentAtStart)
      begin('npm, which started this run, has ended; no further exchange starts');
  };
  let watch: NodeJS.Timeout | undefined;
  const before = new Map<NodeJS.Signals, ReturnType<typeof process.rawListeners>>();
  const listenAlone = () => {
    for (const signal of endingSignals) {
      const listeners = process.rawListeners(signal);
      // Ours stays while others go: Node forgets a signal that has arrived when its last listener is removed.
      if (!listeners.includes(onSignal)) process.on(signal, onSignal);
      for (const other of listeners) if (other !== onSignal) process.off(signal, other as typeof onSignal);
    }
  };
  const onNewListener = (event: string | symbol) => {
    // The event comes before the listener is added.
    if ((endingSignals as readonly unknown[]).includes(event)) queueMicrotask(listenAlone);
  };
  /** Takes over the signals that end a process, also from those that listen to them later, as Vitest and Vite do. */
  const takeOver = () => {
    if (underNpm) watch = setInterval(look, 1_000).unref();
    for (const signal of endingSignals) before.set(signal, process.rawListeners(signal));
    listenAlone();
    process.on('newListener', onNewListener);
  };
  const release = () => {
    clearInterval(watch);
    process.off('newListener', onNewListener);
    for (const [signal, listeners] of before) {
      process.removeAllListeners(signal);
      for (const listener of listeners) process.on(signal, listener as NodeJS.SignalsListener);
    }
  };
  const reporter: Reporter = {
    onTestModuleCollected: () => {
      collected = true;
      // A message to a worker that is gone would be a fault of the run.
      worker?.on('disconnect', () => {
        worker = undefined;
      });
      if (at !== undefined) passOn();
    },
  };
  /** Gets to know the worker, which learns of an interruption through its channel: a signal would end it on Windows. */
  const knowing = (started: ChildProcess) => {
    worker = started;
    return started;
  };
  return { takeOver, happened: () => at !== undefined, abandoned, release, knowing, reporter };
}
