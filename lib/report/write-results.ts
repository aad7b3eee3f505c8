import { rename, writeFile } from 'node:fs/promises';
import type { Results } from '../model/results.ts';
import { makeFolder, resultsFile } from './report-folder.ts';

/**
 * Writes results.json into the report folder, whole or not at all.
 * @returns its path
 * @throws the system's error where the folder or the file cannot be written
 */
export async function writeResults(reportDir: string, results: Results): Promise<string> {
  await makeFolder(reportDir);
  const path = resultsFile(reportDir);
  const unfinished = `${path}.${process.pid}.tmp`;
  await writeFile(unfinished, `${JSON.stringify(results, null, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, path);
  return path;
}
