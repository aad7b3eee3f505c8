import type { Reporter } from 'vitest/node';
import type { Environment } from '../model/running/settings.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Process that runs the test. */
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

/** One Ctrl-C under `npm start` arrives twice: from the terminal, and a moment later from npm. */
export const SAME_MS = 300;

/**
 * Takes over the signals that end a process. The first makes the worker begin no further exchange, so that the run ends
 * soon and reports what it has; the second ends the process at once, and the worker with it.
 *
 * @param tell says on standard error that the run was interrupted
 */
export function interruption(tell: (text: string) => void, environment: Environment): Interruption {
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
    // A handler of Vitest may come before its `onInit`, and ends the process with this code.
    process.exitCode = 5;
    at = performance.now();
    tell(`interrupted: ${why}\n`);
    passOn();
  };
  const onSignal = () => {
    if (at === undefined) begin('no further exchange starts; press Ctrl-C again to end at once');
    else if (performance.now() - at > SAME_MS) process.exit(5);
  };
  const stopWatching = onLostParent(() => {
    if (at === undefined) begin('npm, which started this run, has ended; no further exchange starts');
  }, environment);
  const before = endingSignals.map((signal) => [signal, process.rawListeners(signal)] as const);
  const takeOver = () => {
    for (const signal of endingSignals) process.removeAllListeners(signal).on(signal, onSignal);
  };
  takeOver();
  return {
    happened: () => at !== undefined,
    release: () => {
      stopWatching();
      for (const [signal, listeners] of before) {
        process.removeAllListeners(signal);
        for (const listener of listeners) process.on(signal, listener as NodeJS.SignalsListener);
      }
    },
    reporter: {
      // Handlers of Vitest and Vite end the process before anything is written.
      onInit: takeOver,
      onTestModuleCollected: (module) => {
        for (const test of module.children.allTests()) worker ??= test.meta().worker;
        if (at !== undefined) passOn();
      },
    },
  };
}

/** Taken when this is loaded: the parent may be gone by the time a run begins. */
const parentAtStart = process.ppid;

const EVERY_MS = 1_000;

/**
 * Calls `lost` once the process that started this one is gone, where npm or npx, pnpm or Yarn ran the command. A signal to
 * npm alone ends npm and its shell but not what they started. A process that nobody started through npm may outlive its
 * parent on purpose (nohup, setsid, a CI runner), so it is not watched; nor is one on Windows, where the parent of a
 * process never changes.
 *
 * @returns ends the watching
 */
export function onLostParent(lost: () => void, environment: Environment): () => void {
  if (environment.npm_lifecycle_event === undefined || process.platform === 'win32') return () => {};
  const timer = setInterval(() => {
    if (process.ppid === parentAtStart) return;
    clearInterval(timer);
    lost();
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
