import { type RunnerTaskEventPack, type RunnerTaskResultPack, TestRunner } from 'vitest';

/** What a test of the suite tells the process that reports. */
interface Told {
  allureRuntimeMessages?: unknown;
  exchange?: unknown;
}

/**
 * How a worker of the command line runs the tests of the suite. Vitest keeps its tests to the end of a run; what they
 * told of an exchange, its requests and responses above all, is half of what a worker would hold, so it lets go of that
 * once it was handed on.
 *
 * It takes the place of allure-vitest's own runner, which tells tests apart that run at once; these run one after another.
 */
export default class SuiteRunner extends TestRunner {
  #handedOn: Told[] = [];

  /** Called with what has just been handed on; what was before that has left the process for certain. */
  async onTaskUpdate(
    packs: readonly RunnerTaskResultPack[],
    events: readonly RunnerTaskEventPack[],
  ): Promise<void> {
    for (const told of this.#handedOn) release(told);
    const ended = new Set(events.filter(([, event]) => event === 'test-finished').map(([id]) => id));
    this.#handedOn = packs.filter(([id]) => ended.has(id)).map(([, , meta]) => meta as Told);
  }

  /** The suite says nothing with `expect`, whose state would be made anew for every test. */
  override onBeforeTryTask(): void {}

  override onAfterTryTask(): void {}
}

/** The properties stay: without them V8 would keep the others in a table, which takes as much as was let go. */
function release(told: Told): void {
  told.allureRuntimeMessages = undefined;
  told.exchange = undefined;
}
