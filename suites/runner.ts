import { type TestContext, TestRunner } from 'vitest';

/** No test of the suite is given up by Vitest, which listens for it. */
const NEVER_ABORTED = { addEventListener: () => {} };

/**
 * Vitest's runner, whose tests have only what the suite uses. Vitest keeps what it gives a test to the end of the run: a
 * signal and nine functions, which are most of the memory of a run of thousands.
 */
export default class extends TestRunner {
  override extendTaskContext({ task, skip }: TestContext): TestContext {
    return { task, skip, signal: NEVER_ABORTED } as unknown as TestContext;
  }
}
