import type { Reporter } from 'vitest/node';
import type { Environment } from '../model/running/io.ts';
import { endingSignals } from './ending-signals.ts';
import { onLostParent } from './lost-parent.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Process that runs the test. */
    worker?: number;
  }
}

/**
 * An interruption of the run by Ctrl-C, by a plain `kill`, by a terminal that is closed or by the end of the npm that
 * started it, in the process that reports.
 */
export interface Interruption {
  /** Gets to know the worker, and keeps Vitest from ending the process by itself. */
  readonly reporter: Reporter;
  happened(): boolean;
  /** Leaves the signals again to those who had them. */
  release(): void;
}

/** One Ctrl-C under `npm start` arrives twice: from the terminal, and a moment later from npm. */
export const SAME_MS = 300;

/**
 * Takes Ctrl-C, SIGTERM and SIGHUP over. The first makes the worker begin no further exchange, so that the run ends soon
 * and reports what it has; the second ends the process at once, and the worker with it.
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
  const begin = (text: string) => {
    // Until Vitest is there, its handlers may come first: they end the process with the code that it has.
    process.exitCode = 5;
    at = performance.now();
    tell(text);
    passOn();
  };
  const onSignal = () => {
    if (at === undefined) begin('interrupted: no further exchange begins; once more to end at once\n');
    else if (performance.now() - at > SAME_MS) process.exit(5);
  };
  const stopWatching = onLostParent(() => {
    if (at === undefined)
      begin('interrupted: npm, which started this run, is gone; no further exchange begins\n');
  }, environment);
  // As they were added, so that one for a single time stays that.
  const before = new Map(endingSignals.map((signal) => [signal, process.rawListeners(signal)]));
  const taken: (() => void)[] = [];
  for (const signal of endingSignals) process.on(signal, onSignal);
  return {
    happened: () => at !== undefined,
    release: () => {
      stopWatching();
      for (const signal of endingSignals) process.off(signal, onSignal);
      for (const giveBack of taken.splice(0)) giveBack();
    },
    reporter: {
      onInit: () => {
        // Those of Vitest and Vite end the process, before anything is written, and so may those of a program that runs us.
        for (const signal of endingSignals) {
          for (const other of process.rawListeners(signal) as NodeJS.SignalsListener[]) {
            if (other === onSignal) continue;
            process.off(signal, other);
            if (before.get(signal)?.includes(other)) taken.push(() => process.on(signal, other));
          }
        }
      },
      onTestModuleCollected: (module) => {
        for (const test of module.children.allTests()) worker ??= test.meta().worker;
        if (at !== undefined) passOn();
      },
    },
  };
}
