import type { TestUserConfig } from 'vitest/node';

/** Exchanges of a run whose plan is not known yet: more than the built-in cases make. */
const BUILT_IN = 2_000;

/** How Vitest runs the conformance suite, whoever starts it: the command line, `vitest`, or an editor. */
export const suiteOptions = {
  include: ['suites/conformance.test.ts'],
  globalSetup: ['suites/setup.ts'],
  // libxmljs2 cannot be loaded into a second thread.
  pool: 'forks',
  isolate: false,
  execArgv: memoryFlags(BUILT_IN),
  // Every exchange has a limit of its own.
  testTimeout: 0,
  hookTimeout: 0,
} satisfies TestUserConfig;

/**
 * Returns flags of Node for the worker that judges: 256 MB for replies under way, and 16 KB for each exchange. Without a
 * limit V8 collects no garbage while the machine has memory, and a hostile target makes hundreds of megabytes of it.
 */
export function memoryFlags(exchanges: number): string[] {
  return [`--max-old-space-size=${256 + Math.ceil(exchanges / 64)}`, '--max-semi-space-size=16'];
}
