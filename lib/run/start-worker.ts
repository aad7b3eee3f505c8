import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PreparedRun } from '../model/running/prepared-run.ts';

const [node] = process.versions.node.split('.').map(Number);
/** A version of Node ends at a flag that it does not know. */
const KNOWS_FLAGS = node === 20 || node === 22 || node === 24;
/** Flags with which V8 optimizes later than it would; bin.mjs sets the same for the command, and npm test for its workers. */
export const LATER_OPTIMIZING: readonly string[] = [
  '--wasm-tiering-budget=100000000',
  ...(node === 20 ? ['--interrupt-budget=1000000'] : []),
  ...(node === 22 || node === 24 ? ['--invocation-count-for-turbofan=20000'] : []),
];

/** The folder of code that V8 compiled, from Node 22 on; the command uses the same folder. */
const COMPILE_CACHE = { NODE_COMPILE_CACHE: fileURLToPath(new URL('compile-cache', import.meta.url)) };

/**
 * Starts the process in which Vitest will run the suite, and hands the run to it. It loads its code and is calibrated while
 * the command loads Vitest; each takes a third of a second.
 */
export function startWorker(run: PreparedRun): ChildProcess {
  const worker = fork(new URL('worker.js', import.meta.url), {
    env: { ...process.env, ...COMPILE_CACHE },
    execArgv: workerFlags(run.exchanges.length),
    // As Vitest starts one.
    stdio: 'pipe',
    serialization: 'advanced',
  });
  // Vitest reports that it cannot be used.
  worker.on('error', () => {});
  worker.send(run);
  return worker;
}

/**
 * Returns flags of Node for the worker that judges: 192 MB for replies under way, and 16 KB for each exchange. Without
 * a limit V8 collects no garbage while the machine has memory, and a hostile target makes hundreds of megabytes of it.
 * V8 optimizes later than it would: for libxml2-wasm, that takes longer than all the rest of a short run; for our own
 * code a tenth of a run of 4,000 exchanges, a quarter of one of 1,000. Functions of libxml2-wasm are checked when called.
 */
export function workerFlags(exchanges: number): string[] {
  const memory = 192 + Math.ceil(exchanges / 64);
  return [
    `--max-old-space-size=${memory}`,
    '--min-semi-space-size=8',
    '--max-semi-space-size=8',
    ...LATER_OPTIMIZING,
    ...(KNOWS_FLAGS ? ['--wasm-lazy-validation'] : []),
  ];
}
