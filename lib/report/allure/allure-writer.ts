import { mkdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writer } from 'allure-js-commons/sdk/reporter';
import PQueue from 'p-queue';
import { OWNER_ONLY } from '../../report-folder/report-folder.ts';
import { plainJson } from './plain-json.ts';
import { toProperties } from './properties.ts';

/** The writer of Allure results, and when it is done. */
export interface AllureWriter extends Writer {
  /** Resolves once everything given so far is written; rejects with the system's error when something was not. */
  written(): Promise<void>;
}

/** Files under way at a time: as many as Node has threads for them. */
export const LANES = 4;

/** Half a file would be taken for a whole one. */
async function writeOrLeave(path: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(path, content, { mode: 0o600 });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/**
 * Writes Allure result files as the stock writer does, but without a temporary name, a look at the folder and a
 * wait for the disk for each of them: a report of a run that the machine did not survive has no reader, and the
 * waiting cost more than the run. Nobody waits for a file before the end of the run either: making one blocks
 * for longer than an exchange takes. Files may hold bodies of live messages, so only their owner can read them.
 *
 * @param mayWrite whether the folder is still that of this run
 */
export function allureWriter(resultsDir: string, mayWrite = () => true): AllureWriter {
  const queue = new PQueue({ concurrency: LANES });
  let made = false;
  let failure: unknown;
  const write = (name: string, content: string | Uint8Array) => {
    if (!mayWrite()) return;
    // Not before there is something to write: a run empties the report folder when it begins.
    if (!made) mkdirSync(resultsDir, { recursive: true, mode: OWNER_ONLY });
    made = true;
    const writing = queue.add(() => writeOrLeave(join(resultsDir, name), content));
    writing.catch((error: unknown) => {
      failure ??= error;
    });
  };
  return {
    written: async () => {
      await queue.onIdle();
      if (failure !== undefined) throw failure;
    },
    writeResult: (result) => write(`${result.uuid}-result.json`, plainJson(result)),
    writeGroup: (group) => write(`${group.uuid}-container.json`, plainJson(group)),
    writeAttachment: (name, content) => write(name, content),
    writeAttachmentFromPath: () => {
      throw new Error('attachments of a run are given by content, never by path');
    },
    writeEnvironmentInfo: (info) => write('environment.properties', toProperties(info ?? {})),
    writeCategoriesDefinitions: (categories) => write('categories.json', plainJson(categories)),
    writeGlobals: (name, info) => write(name, plainJson(info)),
  };
}
