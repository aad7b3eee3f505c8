import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestResult } from 'allure-js-commons';
import type { ReporterRuntime, Writer } from 'allure-js-commons/sdk/reporter';
import AllureVitestReporter from 'allure-vitest/reporter';
import PQueue from 'p-queue';
import type { RunnerTask } from 'vitest';
import type { Reporter, Vitest } from 'vitest/node';
import type { Handoff } from '../../model/running/handoff.ts';
import type { ExchangeRecord } from '../../model/running/results.ts';
import { OWNER_ONLY } from '../../report-folder/report-folder.ts';
import { whyNoFolder } from '../../report-folder/write-atomic.ts';
import { ofExchange } from './allure-result.ts';

export interface AllureReporter extends Reporter {
  /** Resolves once every result given so far is on the disk, with what went wrong: a line of text, or none. */
  written(): Promise<readonly string[]>;
}

/**
 * allure-vitest, given every test as it ends instead of all of them after the run, and a writer that does not wait for
 * the disk: what was judged is kept when a run is interrupted, and writing costs less than the run itself.
 *
 * @param mayWrite whether the folder still belongs to this run
 */
export function allureReporter(resultsDir: string, mayWrite = () => true): AllureReporter {
  let judged: ExchangeRecord | undefined;
  let started: Vitest | undefined;
  const beforeTestResultWrite = (result: TestResult) => {
    const run = started?.getRootProject().getProvidedContext().run as Handoff | undefined;
    if (judged) ofExchange(result, judged, run?.gate ?? 'must');
  };
  const stock = new AllureVitestReporter({ resultsDir, listeners: [{ beforeTestResultWrite }] });
  const files = fileWriter(resultsDir, mayWrite);
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
        return [`Allure results were not written: ${whyNoFolder(resultsDir, error)}`];
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
function fileWriter(folder: string, mayWrite: () => boolean) {
  const queue = new PQueue({ concurrency: FILES_AT_A_TIME });
  let made = false;
  let failure: unknown;
  const write: Write = (name, content) => {
    if (!mayWrite()) return;
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
