import { access, constants, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Results } from '../model/results.ts';

const NAME = 'results.json';

/**
 * Makes the report folder and takes the results of an earlier run out of it, so that they cannot be taken for
 * those of a run that breaks.
 * @throws the system's error where the folder cannot be written
 */
export async function clearResults(reportDir: string): Promise<void> {
  await mkdir(reportDir, { recursive: true });
  await access(reportDir, constants.W_OK);
  await rm(join(reportDir, NAME), { force: true });
}

/**
 * Writes results.json into the report folder, whole or not at all.
 * @returns its path
 * @throws the system's error where the folder or the file cannot be written
 */
export async function writeResults(reportDir: string, results: Results): Promise<string> {
  await mkdir(reportDir, { recursive: true });
  const path = join(reportDir, NAME);
  const unfinished = `${path}.${process.pid}.tmp`;
  await writeFile(unfinished, `${JSON.stringify(results, null, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, path);
  return path;
}
