import type { TestResult } from 'allure-js-commons';
import type { ReporterRuntime } from 'allure-js-commons/sdk/reporter';
import AllureVitestReporter from 'allure-vitest/reporter';
import type { RunnerTask } from 'vitest';
import type { Reporter, Vitest } from 'vitest/node';
import type { Handoff } from '../../model/running/handoff.ts';
import type { ExchangeRecord } from '../../model/running/results.ts';
import { whyNoFolder } from '../../report-folder/write-atomic.ts';
import { maskFor } from '../../secrets/mask.ts';
import { allureEnvironment } from './allure-environment.ts';
import { ofExchange } from './allure-result.ts';
import { allureWriter } from './allure-writer.ts';
import { forgettingSteps } from './forget-steps.ts';

export interface AllureReporter extends Reporter {
  /** Resolves once every result given so far is on the disk, with what went wrong: a line of text, or none. */
  written(): Promise<readonly string[]>;
}

/**
 * allure-vitest, given every test as it ends instead of all of them after the run, and a writer of ours: writing
 * goes on beside the exchanges, and what was judged is kept when a run is interrupted.
 */
export function allureReporter(resultsDir: string, mayWrite = () => true): AllureReporter {
  let judged: ExchangeRecord | undefined;
  const beforeTestResultWrite = (result: TestResult) => {
    if (judged) ofExchange(result, judged, runOf(started)?.gate ?? 'must');
  };
  const stock = new AllureVitestReporter({ resultsDir, listeners: [{ beforeTestResultWrite }] });
  const writer = allureWriter(resultsDir, mayWrite);
  let forgetSteps = () => {};
  let started: Vitest | undefined;
  return {
    onInit: (vitest) => {
      stock.onInit(vitest);
      started = vitest;
      // A private field in the typings, and the one place where the writer can be given.
      const { allureReporterRuntime } = stock as unknown as { allureReporterRuntime: ReporterRuntime };
      allureReporterRuntime.writer = writer;
      forgetSteps = forgettingSteps(allureReporterRuntime);
    },
    onTestCaseResult: (test) => {
      judged = test.meta().exchange;
      // The stock reporter reads the same property of the tests that it is given.
      stock.handleTask((test as unknown as { task: RunnerTask }).task);
      // Vitest keeps its tests to the end; requests and responses of all of them would be most of the memory.
      delete (test.meta() as { allureRuntimeMessages?: unknown }).allureRuntimeMessages;
      forgetSteps();
    },
    onTestRunEnd: () => {
      const run = runOf(started);
      if (run) {
        const mask = maskFor(run.secrets, run.numbers);
        writer.writeEnvironmentInfo(allureEnvironment({ ...run, mask }));
      }
      stock.onTestRunEnd([]);
    },
    written: async () => {
      try {
        await writer.written();
        return [];
      } catch (error) {
        return [`Allure results were not written: ${whyNoFolder(resultsDir, error)}`];
      }
    },
  };
}

function runOf(vitest: Vitest | undefined): Handoff | undefined {
  return vitest?.getRootProject().getProvidedContext().run as Handoff | undefined;
}
