import type { TestUserConfig } from 'vitest/node';

/** How Vitest runs the conformance suite, whoever starts it: the command line, `vitest`, or an editor. */
export const suiteOptions = {
  include: ['suites/conformance.test.ts'],
  globalSetup: ['suites/setup.ts'],
  // libxmljs2 cannot be loaded into a second thread.
  pool: 'forks',
  isolate: false,
  // Every exchange has a limit of its own.
  testTimeout: 0,
  hookTimeout: 0,
} satisfies TestUserConfig;
