import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Status, type StatusDetails, type TestResult } from 'allure-js-commons';
import type { ReporterRuntime, Writer } from 'allure-js-commons/sdk/reporter';
import AllureVitestReporter from 'allure-vitest/reporter';
import PQueue from 'p-queue';
import type { RunnerTask } from 'vitest';
import type { Reporter, Vitest } from 'vitest/node';
import { printable, printableLines } from '../../findings/finding-text.ts';
import type { Gate } from '../../model/contract.ts';
import type { Verdict } from '../../model/judging/verdict.ts';
import type { Handoff } from '../../model/running/handoff.ts';
import type { ExchangeRecord, ResultFinding } from '../../model/running/results.ts';
import { OWNER_ONLY } from '../../report-folder/report-folder.ts';
import { whyNoFile } from '../../report-folder/write-atomic.ts';
import { isError, isRed } from '../../results/verdict-counts.ts';

export interface AllureReporter extends Reporter {
  /** Resolves once every result given so far is on the disk, with what went wrong: a line of text, or none. */
  written(): Promise<readonly string[]>;
}

/**
 * allure-vitest, given every test as it ends instead of all of them after the run, and a writer that does not wait for
 * the disk: what was judged is kept when a run is interrupted, and writing costs less than the run itself.
 */
export function allureReporter(resultsDir: string): AllureReporter {
  let judged: ExchangeRecord | undefined;
  let started: Vitest | undefined;
  const beforeTestResultWrite = (result: TestResult) => {
    const run = started?.getRootProject().getProvidedContext().run as Handoff | undefined;
    if (judged) ofExchange(result, judged, run?.gate ?? 'must');
  };
  const stock = new AllureVitestReporter({ resultsDir, listeners: [{ beforeTestResultWrite }] });
  const files = fileWriter(resultsDir);
  return {
    onInit: (vitest) => {
      started = vitest;
      stock.onInit(vitest);
      // A private field in the typings, and the only place where a writer can be given.
      const { allureReporterRuntime } = stock as unknown as { allureReporterRuntime: ReporterRuntime };
      allureReporterRuntime.writer = allureWriter(files.write);
    },
    onTestCaseResult: (test) => {
      judged = test.meta().exchange;
      // The stock reporter reads the same property of the tests that it is given.
      stock.handleTask((test as unknown as { task: RunnerTask }).task);
      // Vitest keeps its tests to the end; requests and responses of all of them would be most of the memory.
      delete (test.meta() as { allureRuntimeMessages?: unknown }).allureRuntimeMessages;
    },
    onTestRunEnd: () => stock.onTestRunEnd([]),
    written: async () => {
      try {
        await files.written();
        return [];
      } catch (error) {
        return [`Allure results were not written: ${whyNoFile(error)}`];
      }
    },
  };
}

type Write = (name: string, content: string | Uint8Array) => void;

function allureWriter(write: Write): Writer {
  return {
    writeResult: (result) => write(`${result.uuid}-result.json`, JSON.stringify(result)),
    writeGroup: (group) => write(`${group.uuid}-container.json`, JSON.stringify(group)),
    writeAttachment: write,
    writeGlobals: (name, info) => write(name, JSON.stringify(info)),
    // The page has these from its configuration, and the exchanges attach no files by path.
    writeAttachmentFromPath: () => {},
    writeEnvironmentInfo: () => {},
    writeCategoriesDefinitions: () => {},
  };
}

/** Files under way at a time: as many as Node has threads for them. */
const FILES_AT_A_TIME = 4;

/**
 * Writes files for their owner alone, since they may hold bodies of live messages. The stock writer waits for the disk
 * for each file, which takes longer than the run.
 */
function fileWriter(folder: string) {
  const queue = new PQueue({ concurrency: FILES_AT_A_TIME });
  let made = false;
  let failure: unknown;
  const write: Write = (name, content) => {
    // Not before there is something to write: a run empties the report folder when it begins.
    if (!made) mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
    made = true;
    queue
      .add(() => writeFile(join(folder, name), content, { mode: 0o600 }))
      .catch((error: unknown) => {
        failure ??= error;
      });
  };
  const written = async () => {
    await queue.onIdle();
    if (failure !== undefined) throw failure;
  };
  return { write, written };
}

/** Labels about the machine and the program that ran the tests, which change from run to run and tell of neither contract nor target. */
const OF_THE_RUNNER: readonly string[] = ['package', 'host', 'thread', '_fallbackTestCaseId'];

/**
 * Makes the result that allure-vitest has of a test that of its exchange: how long its requests took instead of how
 * long the test waited for its verdict, whose fault it is by the verdict alone instead of by words in a message, and
 * no name that changes with the version of the suite.
 */
export function ofExchange(result: TestResult, record: ExchangeRecord, gate: Gate): void {
  const [first] = result.steps;
  const last = result.steps.at(-1);
  if (first?.start !== undefined) result.start = first.start;
  if (last?.stop !== undefined) result.stop = last.stop;
  result.fullName = record.id;
  result.titlePath = ['feature', 'story'].flatMap(
    (name) => result.labels.find((label) => label.name === name)?.value ?? [],
  );
  result.labels = result.labels.filter(({ name }) => !OF_THE_RUNNER.includes(name));
  result.status = allureStatus(record.verdict, gate);
  result.statusDetails = detailsOf(record, result.statusDetails);
}

/** Red is failed, or broken where the target is not to blame or nothing whole came back; what is known is neither red nor passed. */
export function allureStatus(verdict: Verdict, gate: Gate): Status {
  if (isError(verdict)) return Status.BROKEN;
  if (verdict === 'known-failure') return Status.SKIPPED;
  return isRed(verdict, gate) ? Status.FAILED : Status.PASSED;
}

/**
 * The rules that are broken, for the description has the findings; expected and actual of each line by line, so that
 * Allure shows how they differ.
 */
function detailsOf(
  { verdict, findings, note, known }: ExchangeRecord,
  { trace }: StatusDetails,
): StatusDetails {
  if (verdict === 'passed') return {};
  const reasons = verdict === 'known-failure' ? (known ?? []).map(({ reason }) => reason) : [];
  const rules = [...new Set(findings.map(({ rule }) => rule))].join(', ');
  const what = rules === '' ? verdict : `${verdict}: ${rules}`;
  const message = [what, note, ...reasons].filter(Boolean).join('\n');
  const place = trace?.split('\n').at(-1)?.trim();
  const side = (name: 'expected' | 'actual') =>
    findings.map((finding) => linesOf(finding, name)).join('\n\n');
  return {
    message: printableLines(message),
    ...(place === undefined ? {} : { trace: place }),
    ...(findings.length === 0 ? {} : { expected: side('expected'), actual: side('actual') }),
  };
}

function linesOf({ path, ...values }: ResultFinding, name: 'expected' | 'actual'): string {
  return [printable(path), `  ${printable(values[name])}`].join('\n');
}
