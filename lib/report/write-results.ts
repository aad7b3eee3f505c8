import type { Results } from '../model/running/results.ts';
import { resultsFile } from '../report-folder/report-folder.ts';
import { writeAtomic } from '../report-folder/write-atomic.ts';
import { ownText } from '../secrets/mask.ts';
import { plainJson } from './allure/plain-json.ts';

/**
 * Writes results.json into the report folder, whole or not at all.
 * @returns its path
 * @throws the system's error where the folder or the file cannot be written
 */
export async function writeResults(reportDir: string, results: Results): Promise<string> {
  return writeAtomic(resultsFile(reportDir), ownText(`${plainJson(results, 2)}\n`));
}
