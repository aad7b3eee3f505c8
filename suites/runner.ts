import { type RunnerTestCase, type TestContext, TestRunner } from 'vitest';

/** Stands for the signal on which Vitest would give a test up: it gives none of the suite's up. */
const NEVER_ABORTED = { addEventListener: () => {} };

/**
 * Vitest's runner, for the command. Vitest keeps what it gives a test to the end of the run; its own functions and signals
 * would be most of the memory of a run of thousands.
 */
export default class extends TestRunner {
  override extendTaskContext({ task, skip }: TestContext): TestContext {
    return { task, skip, signal: NEVER_ABORTED } as unknown as TestContext;
  }

  /** Prepares nothing for `expect`, which no test of the suite calls. */
  override onBeforeTryTask(): void {}

  override onAfterTryTask(): void {}

  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test);
    // It holds all that Vitest made for the test.
    Object.assign(test.context, { skip: undefined });
  }
}
