import { resolve } from 'node:path';
import type { Settings } from '../../model/running/settings.ts';
import { reportFilesOf } from '../../report-folder/report-files.ts';
import { requirementsFile, resultsFile } from '../../report-folder/report-folder.ts';

/** What two reports of a run cannot share: their file. Nothing where each has one of its own. */
export function sharedReportFile({
  reporters,
  reportDir,
}: Pick<Settings, 'reporters' | 'reportDir'>): string | undefined {
  const owners = new Map([
    [resolve(resultsFile(reportDir)), 'results.json'],
    [resolve(requirementsFile(reportDir)), 'the page of requirements'],
  ]);
  for (const { format, path } of reportFilesOf(reporters, reportDir)) {
    const owner = owners.get(resolve(path));
    if (owner === format) return `${format} is listed twice with the file ${path}`;
    if (owner !== undefined) return `${owner} and ${format} have the same file ${path}`;
    owners.set(resolve(path), format);
  }
  return undefined;
}
