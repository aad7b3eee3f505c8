import { writeFile } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Status, type StatusDetails, type TestResult } from 'allure-js-commons';
import type { RuntimeMessage } from 'allure-js-commons/sdk';
import { DefaultStepStack, LifecycleState, ReporterRuntime } from 'allure-js-commons/sdk/reporter';
import AllureVitestReporter from 'allure-vitest/reporter';
import type { RunnerTestCase } from 'vitest';
import type { Reporter } from 'vitest/node';
import type { ExchangeRecord } from '../../model/running/results.ts';
import { makeFolder, whyNoFile } from '../../report-folder/write-atomic.ts';
import { isUnjudged } from '../../results/verdict-counts.ts';
import { printable, printableLines } from '../../text/printable.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Messages of a test that the stock reporter writes. */
    allureRuntimeMessages?: readonly RuntimeMessage[] | undefined;
  }
}

export interface AllureReporter extends Reporter {
  /** Resolves once every result given so far is on the disk, with what went wrong: a line of text, or none. */
  written(): Promise<readonly string[]>;
}

/** A handle of `node:fs/promises` would cost more than twice as much. */
const newFile = promisify(writeFile);

/** Files under way at a time: as many as Node has threads for them. */
const FILES_AT_A_TIME = 4;

/**
 * Makes a reporter that gives every test to allure-vitest as it ends, and writes without waiting for the disk, so that
 * an interrupted run keeps what was judged. Files are for their owner alone, since they may hold bodies of live messages.
 */
export function allureReporter(resultsDir: string): AllureReporter {
  let judged: ExchangeRecord | undefined;
  let fault: string | undefined;
  let folder: Promise<void> | undefined;
  let files = 0;
  const turns: Promise<void>[] = [];
  const write = (name: string, content: string | Uint8Array) => {
    // Not before there is something to write: a run empties the report folder when it begins.
    folder ??= makeFolder(resultsDir);
    const turn = files % FILES_AT_A_TIME;
    files += 1;
    turns[turn] = (turns[turn] ?? folder)
      .then(() => newFile(join(resultsDir, name), content, { mode: 0o600 }))
      .catch((error: unknown) => {
        fault ??= `Allure results were not written: ${whyNoFile(error)}`;
      });
  };
  // Nothing else is written: the page has environment and categories from its configuration.
  const writer: Pick<ReporterRuntime['writer'], 'writeResult' | 'writeAttachment'> = {
    writeResult: (result) => {
      if (judged) makeExchangeResult(result, judged);
      write(`${result.uuid}-result.json`, JSON.stringify(result));
    },
    writeAttachment: write,
  };
  const runtime = new ReporterRuntime({ writer: writer as ReporterRuntime['writer'] });
  const stock = new AllureVitestReporter({ resultsDir });
  // Its `onInit` would also set a runner, matchers and hooks, for tests that call Allure; ours report beside their verdict.
  Object.assign(stock, { allureReporterRuntime: runtime });
  return {
    onTestCaseResult: (test) => {
      judged = test.meta().exchange;
      // The stock reporter reads the same property of the tests that it is given. Without the path of the file, which no
      // result has, it looks for no package.json at each test.
      const { name, type, mode, suite, result, meta } = (test as unknown as { task: RunnerTestCase }).task;
      const file = { filepath: '' };
      stock.handleTask({ name, type, mode, suite, result, meta, file } as RunnerTestCase);
      // It keeps the steps of every test that it has written.
      Object.assign(runtime, { state: new LifecycleState(), stepStack: new DefaultStepStack() });
      // Vitest keeps its tests to the end; requests and responses of all of them would be most of the memory.
      test.meta().allureRuntimeMessages = undefined;
    },
    written: async () => {
      await Promise.all(turns);
      return fault === undefined ? [] : [fault];
    },
  };
}

/** Labels about the machine and the test runner, which change from run to run and say nothing about contract or target. */
const OF_THE_RUNNER: readonly string[] = ['package', 'host', 'thread', '_fallbackTestCaseId'];

/**
 * Makes the result of a test that of its exchange: how long its requests took, whose fault it is by the verdict alone,
 * and no name that changes with the version of the suite.
 */
export function makeExchangeResult(result: TestResult, record: ExchangeRecord): void {
  const [first] = result.steps;
  const last = result.steps.at(-1);
  if (first?.start !== undefined) result.start = first.start;
  if (last?.stop !== undefined) result.stop = last.stop;
  result.fullName = record.id;
  result.titlePath = ['feature', 'story'].flatMap(
    (name) => result.labels.find((label) => label.name === name)?.value ?? [],
  );
  result.labels = result.labels.filter(({ name }) => !OF_THE_RUNNER.includes(name));
  result.status = allureStatus(record, result);
  result.statusDetails = detailsOf(record, result.statusDetails);
}

/** A status of results that allure-js-commons has no name for: neither passed nor failed. */
const UNKNOWN = 'unknown' as Status;

/** Returns the status of a result: failed, or broken where the target is not to blame. Known failures and warnings are neither. */
function allureStatus({ verdict }: ExchangeRecord, { status }: TestResult): Status {
  if (isUnjudged(verdict)) return Status.BROKEN;
  if (verdict === 'known-failure') return Status.SKIPPED;
  if (status !== Status.PASSED) return Status.FAILED;
  return verdict === 'warned' ? UNKNOWN : Status.PASSED;
}

/** Returns the error of a red exchange or the reason of a known failure, with the expected and actual values that Allure compares. */
function detailsOf(
  { verdict, findings, note, known = [] }: ExchangeRecord,
  { message, trace }: StatusDetails,
): StatusDetails {
  if (verdict === 'passed') return {};
  const reasons = verdict === 'known-failure' ? known.map(({ reason }) => reason) : [];
  const place = trace?.split('\n').at(-1)?.trim();
  const side = (name: 'expected' | 'actual') =>
    findings.map((finding) => `${printable(finding.path)}\n  ${printable(finding[name])}`).join('\n\n');
  return {
    message: message ?? printableLines([verdict, note, ...reasons].filter(Boolean).join('\n')),
    ...(place === undefined ? {} : { trace: place }),
    ...(findings.length === 0 ? {} : { expected: side('expected'), actual: side('actual') }),
  };
}
