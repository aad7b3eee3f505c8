import { readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { suiteIdentity } from '../bindings/suite-identity.ts';
import type { ReportFile } from '../model/running/report-format.ts';
import { beginnings } from './beginnings.ts';
import { isForeign } from './foreign-file.ts';
import { lstatOrNothing } from './lstat-or-nothing.ts';
import { earlierFolder, reportPaths, resultsFile } from './report-folder.ts';

/** Says that the reports of a folder are of this suite, so that a run may take them away. */
const MARK = '.postsms-conformance';

/**
 * The names of reports that a run would take out of a folder although no run of this suite has written them: another
 * tool's Allure results, say, which nobody has a copy of.
 */
export async function foreignReports(reportDir: string): Promise<readonly string[]> {
  const there: string[] = [];
  for (const path of [...reportPaths(reportDir), earlierFolder(reportDir)]) {
    const stats = await lstatOrNothing(path);
    // One that is a folder is an error by itself, whoever made it.
    if (stats && !(stats.isDirectory() && path === resultsFile(reportDir))) there.push(basename(path));
  }
  return there.length === 0 || (await isOwn(reportDir)) ? [] : there;
}

/**
 * A file that a run would write a report over although no run of this suite has written it. In the report folder,
 * what has the name of a report is told by the folder.
 */
export async function foreignReportFile(
  reportDir: string,
  files: readonly ReportFile[],
): Promise<ReportFile | undefined> {
  const ofFolder = reportPaths(reportDir).map((path) => resolve(path));
  for (const file of files) {
    const { format, path } = file;
    if (!ofFolder.includes(resolve(path)) && (await isForeign(path, beginnings[format]))) return file;
  }
  return undefined;
}

async function isOwn(reportDir: string): Promise<boolean> {
  if (await lstatOrNothing(join(reportDir, MARK))) return true;
  try {
    const results: unknown = JSON.parse(await readFile(resultsFile(reportDir), 'utf8'));
    return (results as { suite?: { name?: unknown } } | null)?.suite?.name === suiteIdentity().name;
  } catch {
    return false;
  }
}

/** Marks a folder as one whose reports are of this suite. */
export async function markOwn(reportDir: string): Promise<void> {
  await writeFile(
    join(reportDir, MARK),
    'A run of postsms-conformance takes the reports of the one before away.\n',
    {
      mode: 0o600,
    },
  );
}
