import type { Reporter } from 'vitest/node';

declare module 'vitest' {
  interface TaskMeta {
    worker?: number;
  }
}

/** An interruption of the run by a signal, or by the end of the npm that started it, in the process that reports. */
export interface Interruption {
  /** Gets to know the worker, and keeps Vitest from ending the process by itself. */
  readonly reporter: Reporter;
  happened(): boolean;
  /** Leaves the signals to those that listened before. */
  release(): void;
}

/** What ends a process by Ctrl-C, by a plain `kill`, and by a terminal that is closed. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Taken when this is loaded: the parent may be gone by the time a run begins. */
const parentAtStart = process.ppid;

/** One Ctrl-C under `npm start` arrives twice: from the terminal, and a moment later from npm. */
export const SAME_MS = 300;

/**
 * Takes over the signals that end a process. The first makes the worker begin no further exchange, so that the run ends
 * soon and reports what it has; the second ends the process at once, and the worker with it.
 *
 * @param underNpm ends the run with its parent as well: a signal to npx may end npx and its shell alone, and nothing
 *   may be sent then that is not told. Any other process may outlive its parent on purpose (nohup, a CI runner).
 */
export function interruption(tell: (text: string) => void, underNpm: boolean): Interruption {
  let worker: number | undefined;
  let at: number | undefined;
  const passOn = () => {
    try {
      if (worker !== undefined) process.kill(worker, 'SIGINT');
    } catch {
      // It is gone already; the run ends without it.
    }
  };
  const begin = (why: string) => {
    if (at !== undefined) return;
    // A handler of Vitest may come before its `onInit`, and ends the process with this code.
    process.exitCode = 5;
    at = performance.now();
    tell(`interrupted: ${why}\n`);
    passOn();
  };
  const onSignal = () => {
    if (at !== undefined && performance.now() - at > SAME_MS) process.exit(5);
    begin('no further exchange starts; press Ctrl-C again to end at once');
  };
  const look = () => {
    if (process.ppid !== parentAtStart)
      begin('npm, which started this run, has ended; no further exchange starts');
  };
  const watch = underNpm ? setInterval(look, 1_000).unref() : undefined;
  const before = endingSignals.map((signal) => [signal, process.rawListeners(signal)] as const);
  const takeOver = () => {
    for (const signal of endingSignals) {
      const listeners = process.rawListeners(signal);
      // Ours stays while others go: Node forgets a signal that has arrived when its last listener is removed.
      if (!listeners.includes(onSignal)) process.on(signal, onSignal);
      for (const other of listeners) if (other !== onSignal) process.off(signal, other as typeof onSignal);
    }
  };
  takeOver();
  const release = () => {
    clearInterval(watch);
    for (const [signal, listeners] of before) {
      process.removeAllListeners(signal);
      for (const listener of listeners) process.on(signal, listener as NodeJS.SignalsListener);
    }
  };
  const reporter: Reporter = {
    // Handlers of Vitest and Vite end the process before anything is written.
    onInit: takeOver,
    onTestModuleCollected: (module) => {
      for (const test of module.children.allTests()) worker ??= test.meta().worker;
      if (at !== undefined) passOn();
    },
  };
  return { happened: () => at !== undefined, release, reporter };
}
