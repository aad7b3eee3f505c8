import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writer } from 'allure-js-commons/sdk/reporter';

/** Files that are being written at a time: as many as Node has threads for. */
const LANES = 4;

/** A writer whose files are on their way until it is flushed. */
export interface QueuedWriter extends Writer {
  /** Resolves when every file is written; rejects with the first that could not be. */
  flush(): Promise<void>;
}

/**
 * Writes Allure result files as the stock writer does, but in the background and without waiting for the disk
 * after each of them: a report of a run that the machine did not survive has no reader, and the waiting cost
 * more than the run. Files may hold bodies of live messages, so only their owner can read them.
 */
export function allureWriter(resultsDir: string): QueuedWriter {
  mkdirSync(resultsDir, { recursive: true });
  const queue: (() => Promise<void>)[] = [];
  const lanes = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift())
      await next().catch((error) => failures.push(error));
  };
  const write = (name: string, content: string | Uint8Array) => {
    queue.push(() => writeFile(join(resultsDir, name), content, { mode: 0o600 }));
    if (lanes.size >= LANES) return;
    const lane: Promise<void> = work().finally(() => lanes.delete(lane));
    lanes.add(lane);
  };
  return {
    writeResult: (result) => write(`${result.uuid}-result.json`, JSON.stringify(result)),
    writeGroup: (group) => write(`${group.uuid}-container.json`, JSON.stringify(group)),
    writeAttachment: (name, content) => write(name, content),
    writeAttachmentFromPath: () => {
      throw new Error('attachments of a run are given by content, never by path');
    },
    writeEnvironmentInfo: (info) => {
      const lines = Object.entries(info ?? {}).map(([key, value]) => `${key} = ${value ?? ''}`);
      write('environment.properties', lines.join('\n'));
    },
    writeCategoriesDefinitions: (categories) => write('categories.json', JSON.stringify(categories)),
    writeGlobals: (name, info) => write(name, JSON.stringify(info)),
    flush: async () => {
      while (lanes.size > 0) await Promise.all(lanes);
      if (failures.length > 0) throw failures[0];
    },
  };
}
