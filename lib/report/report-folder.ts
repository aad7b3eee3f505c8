import { access, constants, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Path of the results for other tools. */
export function resultsFile(reportDir: string): string {
  return join(reportDir, 'results.json');
}

export interface AllureFolders {
  readonly results: string;
  readonly html: string;
  readonly config: string;
}

/** Where a run keeps its Allure results and the HTML made of them. */
export function allureFolders(reportDir: string): AllureFolders {
  return {
    results: join(reportDir, 'allure-results'),
    html: join(reportDir, 'allure-report'),
    config: join(reportDir, 'allurerc.json'),
  };
}

/**
 * Makes the report folder and takes every report of an earlier run out of it, so that none can be taken for one of
 * a run that breaks or writes fewer. What else lies there stays.
 * @throws the system's error where the folder cannot be written
 */
export async function clearReportFolder(reportDir: string): Promise<void> {
  await mkdir(reportDir, { recursive: true });
  await access(reportDir, constants.W_OK);
  for (const path of [resultsFile(reportDir), ...Object.values(allureFolders(reportDir))]) {
    await rm(path, { recursive: true, force: true });
  }
}
