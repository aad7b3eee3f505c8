import { writeFile } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Reporter } from 'vitest/node';
import { makeFolder } from '../../report-folder/report-folder.ts';
import { whyNoFile } from '../../report-folder/write-atomic.ts';
import type { AllureFile } from './allure-result.ts';

declare module 'vitest' {
  interface TaskMeta {
    allureFiles?: readonly AllureFile[] | undefined;
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
 * Writes the Allure results that tests report, as they end and without waiting for the disk: what was judged is kept when
 * a run is interrupted. Files are for their owner alone, since they may hold bodies of live messages.
 */
export function allureReporter(resultsDir: string): AllureReporter {
  let fault: string | undefined;
  let folder: Promise<void> | undefined;
  let files = 0;
  const turns = new Map<number, Promise<void>>();
  const write = ([name, content]: AllureFile) => {
    // Not before there is something to write: a run empties the report folder when it begins.
    folder ??= makeFolder(resultsDir);
    const turn = files % FILES_AT_A_TIME;
    files += 1;
    const written = (turns.get(turn) ?? folder).then(() =>
      newFile(join(resultsDir, name), content, { mode: 0o600 }),
    );
    const ended = written.catch((error: unknown) => {
      fault ??= `Allure results were not written: ${whyNoFile(error)}`;
    });
    turns.set(turn, ended);
  };
  return {
    onTestCaseResult: (test) => {
      const meta = test.meta();
      meta.allureFiles?.forEach(write);
      // Vitest keeps its tests to the end; requests and responses of all of them would be most of the memory.
      meta.allureFiles = undefined;
    },
    written: async () => {
      await Promise.all(turns.values());
      return fault === undefined ? [] : [fault];
    },
  };
}
