import { existsSync } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Target } from '../model/judging/wire.ts';
import { usualReportFiles } from './report-files.ts';

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

/** Where the runs before are kept, of the embedded reference and of any other target each by themselves; no run takes it away. */
export function historyFile(reportDir: string, kind: Target['kind']): string {
  return join(reportDir, 'history', `${kind}.jsonl`);
}

/** Where the reports of the run before lie until a run is over. */
export function earlierFolder(reportDir: string): string {
  return join(reportDir, '.earlier');
}

/** Everything that runs write into a report folder of themselves. */
export function reportPaths(reportDir: string): readonly string[] {
  return [
    resultsFile(reportDir),
    requirementsFile(reportDir),
    ...usualReportFiles(reportDir),
    ...Object.values(allureFolders(reportDir)),
  ];
}

/**
 * Makes the report folder and takes every report of an earlier run out of it, so that none can be taken for one of
 * a run that breaks or writes fewer. What else lies there stays.
 * @param files where else this run will write, in the folder or not: what is there is removed
 * @returns removes what was taken out, for when the run is over: thousands of files take their time
 * @throws the system's error where the folder cannot be written
 */
export async function clearReportFolder(
  reportDir: string,
  files: readonly string[] = [],
): Promise<() => Promise<void>> {
  await makeFolder(reportDir);
  const aside = earlierFolder(reportDir);
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { mode: OWNER_ONLY });
  for (const path of reportPaths(reportDir)) {
    if (existsSync(path)) await rename(path, join(aside, basename(path)));
  }
  for (const path of files) await rm(path, { force: true });
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
