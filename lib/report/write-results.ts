import type { Results } from '../model/results.ts';
import { ownText } from './mask.ts';
import { plainJson } from './plain-json.ts';
import { resultsFile } from './report-folder.ts';
import { writeWhole } from './write-whole.ts';

/**
 * Writes results.json into the report folder, whole or not at all.
 * @returns its path
 * @throws the system's error where the folder or the file cannot be written
 */
export async function writeResults(reportDir: string, results: Results): Promise<string> {
  return writeWhole(resultsFile(reportDir), ownText(`${plainJson(results, 2)}\n`));
}
