import { existsSync } from 'node:fs';
import { access, constants, lstat, mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** Path of the results for other tools. */
export function resultsFile(reportDir: string): string {
  return join(reportDir, 'results.json');
}

/** Path of the page of requirements. */
export function requirementsFile(reportDir: string): string {
  return join(reportDir, 'requirements.html');
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
 * @returns removes what was taken out, for when the run is over: thousands of files take their time
 * @throws the system's error where the folder cannot be written, and where results.json is a folder, whoever made it
 */
export async function clearReportFolder(reportDir: string): Promise<() => Promise<void>> {
  await makeFolder(reportDir);
  await access(reportDir, constants.W_OK);
  const results = await lstat(resultsFile(reportDir)).catch(() => undefined);
  if (results?.isDirectory()) throw new Error(`${resultsFile(reportDir)} is a folder`);
  const aside = join(reportDir, '.earlier');
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { mode: OWNER_ONLY });
  const files = [resultsFile(reportDir), requirementsFile(reportDir)];
  for (const path of [...files, ...Object.values(allureFolders(reportDir))]) {
    if (existsSync(path)) await rename(path, join(aside, basename(path)));
  }
  return () => rm(aside, { recursive: true, force: true });
}

/** Bodies of live messages may lie in it. */
export const OWNER_ONLY = 0o700;

/**
 * Makes a folder and those above it, for their owner alone. One by one, because Node's own recursion never ends where a system accepts
 * the parent and refuses the child as missing, as /proc does.
 */
export async function makeFolder(path: string): Promise<void> {
  const parent = dirname(resolve(path));
  if (parent !== resolve(path) && !existsSync(parent)) await makeFolder(parent);
  try {
    await mkdir(path, { mode: OWNER_ONLY });
  } catch (error) {
    const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
    if (!isFolder) throw error;
  }
}
