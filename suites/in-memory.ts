import type { ChildProcess } from 'node:child_process';
import type { TaskMeta } from 'vitest';
import type { TestCase, TestModule } from 'vitest/node';
import { calibrate } from '../lib/judge/calibrate.ts';
import type { JudgeContext } from '../lib/judge/judge-context.ts';
import type { PreparedRun } from '../lib/model/running/prepared-run.ts';
import type { Calibration, RunReport } from '../lib/model/running/results.ts';
import { runReporter } from '../lib/report/console/run-reporter.ts';
import { exchangeTests } from '../lib/run/exchange-tests.ts';
import type { Interruption } from '../lib/run/interruption.ts';
import { runVitest as runInVitest } from '../lib/run/run-vitest.ts';
import { startWorker as startProcess } from '../lib/run/start-worker.ts';
import type { GuardedOutput } from '../lib/secrets/guarded-output.ts';

// The command for tests (`compile('in-memory')`) has these in place of the functions of run-vitest.ts, start-worker.ts and calibrate.ts.

/** Stands for the worker; what the command sends to it comes to the process itself. */
const THIS_PROCESS = {
  on: () => {},
  kill: () => true,
  send: (message: string) => process.emit('message', message, undefined),
} as unknown as ChildProcess;

/** Starts a process only for a run with Allure results, which Vitest makes of its tests. */
function startNothing(run: PreparedRun): ChildProcess {
  return run.allure ? startProcess(run) : THIS_PROCESS;
}

/**
 * Judges a run as conformance.test.ts does, but without Vitest and its worker, which take a second for each run. What
 * they would send from process to process is copied.
 */
async function judgeInMemory(
  run: PreparedRun,
  interrupted: Interruption,
  ...[io, output, worker]: [Parameters<typeof runInVitest>[2], GuardedOutput, ChildProcess]
): Promise<RunReport> {
  if (run.allure) return runInVitest(run, interrupted, io, output, worker);
  return new Promise((resolve) => void report(run, interrupted, runReporter(output.stdout, resolve)));
}

async function report(run: PreparedRun, interrupted: Interruption, reporter: ReturnType<typeof runReporter>) {
  const ofModule: TaskMeta = {};
  const errors: unknown[] = [];
  const allTests = run.exchanges.map(({ id }) => vitestTest(id));
  const module = { children: { allTests: () => allTests }, errors: () => errors, meta: () => ofModule };
  try {
    const tests = await exchangeTests(structuredClone(run));
    for (const { onTestModuleCollected } of [reporter, interrupted.reporter])
      onTestModuleCollected?.(module as unknown as TestModule);
    tests.begin(new Set(run.exchanges.map(({ id }) => id)));
    for (const [index, exchange] of run.exchanges.entries()) {
      const meta: TaskMeta = {};
      const ended = await tests.report(exchange, meta).then(
        (note) => (note === null ? { state: 'passed' } : { state: 'skipped', note }),
        (error) => ({ state: 'failed', errors: [error] }),
      );
      const test = allTests[index];
      test?.end(structuredClone(meta), ended);
      reporter.onTestCaseResult?.(test as unknown as TestCase);
    }
    await tests.end();
    Object.assign(ofModule, { observations: tests.observed(), askedAgain: tests.askedAgain() });
  } catch (error) {
    errors.push(error);
  }
  await reporter.onTestRunEnd?.([module as unknown as TestModule], [], 'passed');
}

/** Makes what Vitest tells a reporter of a test. */
function vitestTest(name: string) {
  let [meta, result]: [TaskMeta, object] = [{}, { state: 'pending' }];
  const end = (...ended: [TaskMeta, object]) => {
    [meta, result] = ended;
  };
  return { name, options: { mode: 'run' }, meta: () => meta, result: () => result, end };
}

const calibrations = new Map<string, Calibration>();

/** Calibrates the judge once for each contract and namespace: it takes a quarter of a short run. */
function calibrateOnce(context: JudgeContext): Calibration {
  const { contract, target, schemaEngine } = context;
  const key = JSON.stringify([contract, target.namespace, schemaEngine]);
  const calibration = calibrations.get(key) ?? calibrate(context);
  calibrations.set(key, calibration);
  return structuredClone(calibration);
}

export { calibrateOnce as calibrate, judgeInMemory as runVitest, startNothing as startWorker };
