import type { TestUserConfig } from 'vitest/node';
import { memoryFlags } from './run-memory.ts';

/** More exchanges than the built-in cases make. */
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
