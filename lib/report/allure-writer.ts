import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Writer } from 'allure-js-commons/sdk/reporter';

/**
 * Writes Allure result files as the stock writer does, but without a temporary name, a look at the folder and a
 * wait for the disk for each of them: a report of a run that the machine did not survive has no reader, and the
 * waiting cost more than the run. Files may hold bodies of live messages, so only their owner can read them.
 */
export function allureWriter(resultsDir: string): Writer {
  let made = false;
  const write = (name: string, content: string | Uint8Array) => {
    // Not before there is something to write: a run empties the report folder when it begins.
    if (!made) mkdirSync(resultsDir, { recursive: true });
    made = true;
    writeFileSync(join(resultsDir, name), content, { mode: 0o600 });
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
  };
}
