import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { require } from '../text/require.ts';

const [node] = process.versions.node.split('.').map(Number);
/** A version of Node ends at a flag that it does not know. */
const KNOWS_FLAGS = node === 20 || node === 22 || node === 24;
/** The command sets the same for itself (bin.mjs). */
const LATER_OPTIMIZING = node === 20 ? '--interrupt-budget=1000000' : '--invocation-count-for-turbofan=20000';

/** Where Node keeps what V8 compiled, from Node 22 on; the command says the same for itself. */
const COMPILE_CACHE = { NODE_COMPILE_CACHE: fileURLToPath(new URL('compile-cache', import.meta.url)) };

/**
 * Starts the process in which Vitest will run the suite. It loads its code while the command loads Vitest, which takes
 * either of them a third of a second.
 */
export function startWorker(exchanges: number): ChildProcess {
  // Made when the command is compiled.
  const preload = new URL('preload.js', import.meta.url);
  const worker = fork(join(require.resolve('vitest/package.json'), '../dist/workers/forks.js'), {
    env: { ...process.env, ...COMPILE_CACHE },
    execArgv: [...workerFlags(exchanges), ...(existsSync(preload) ? ['--import', preload.href] : [])],
    // As Vitest starts one.
    stdio: 'pipe',
    serialization: 'advanced',
  });
  // Vitest reports that it cannot be used.
  return worker.on('error', () => {});
}

/**
 * Returns flags of Node for the worker that judges: 256 MB for replies under way, and 16 KB for each exchange. Without
 * a limit V8 collects no garbage while the machine has memory, and a hostile target makes hundreds of megabytes of it.
 * V8 optimizes later than it would: for libxml2-wasm, that takes longer than all the rest of a short run; for our own
 * code a tenth of a run of 4,000 exchanges, a quarter of one of 1,000. Functions of libxml2-wasm are checked when called.
 */
export function workerFlags(exchanges: number): string[] {
  const memory = 256 + Math.ceil(exchanges / 64);
  return [
    `--max-old-space-size=${memory}`,
    '--min-semi-space-size=8',
    '--max-semi-space-size=8',
    '--wasm-tiering-budget=100000000',
    ...(KNOWS_FLAGS ? [LATER_OPTIMIZING, '--wasm-lazy-validation'] : []),
  ];
}
