import { dirname, resolve } from 'node:path';
import { type Refusal, refusal } from '../model/result.ts';
import type { PreparedRun } from '../model/running/prepared-run.ts';
import {
  foreignReportFile,
  linkedReport,
  lockReportFolder,
  markOwn,
  reportsIn,
} from '../report-folder/own-folder.ts';
import { clearReportFolder, resultsFile, writtenReports } from '../report-folder/report-folder.ts';
import { whyUnwritable } from '../report-folder/write-atomic.ts';
import { reasonOf } from '../text/reason-of.ts';

/**
 * Locks and clears the report folder: nothing is sent whose verdict could not be written.
 * @param begin called once the folder is locked, before a report is removed
 */
export async function clearReports(
  { reportDir, reportFiles, allure }: Pick<PreparedRun, 'reportDir' | 'reportFiles' | 'allure'>,
  begin = () => {},
): Promise<Refusal | { readonly ok: true; release(): Promise<void> }> {
  const elsewhere = 'choose another folder with --report-dir';
  const written = writtenReports({ reportDir, reportFiles }, allure);
  const { own, foreign } = await reportsIn(reportDir, written);
  if (foreign.length > 0) {
    const why = 'which this suite did not write and a run would delete';
    return refusal(2, `${reportDir} holds ${foreign.join(', ')}, ${why}; ${elsewhere}, or empty this one`);
  }
  const linked = await linkedReport(reportDir, [...own, ...written]);
  if (linked !== undefined) return refusal(2, linkText(linked));
  const lost = await foreignReportFile(reportDir, reportFiles);
  if (lost) {
    const why = `exists and is not a ${lost.format} report of this suite`;
    const advice = `choose another file with --reporter ${lost.format}=FILE, or remove this one`;
    return refusal(2, `${lost.path} ${why}; ${advice}`);
  }
  for (const { path, format } of [{ path: resultsFile(reportDir), format: null }, ...reportFiles]) {
    const why = await whyUnwritable(path);
    const advice = format && `give the ${format} report another file, as in --reporter ${format}=FILE`;
    if (why !== undefined)
      return refusal(5, `cannot write reports to ${path}: ${why}; ${advice ?? elsewhere}`);
  }
  let release = async () => {};
  try {
    release = await lockReportFolder(reportDir);
    begin();
    await clearReportFolder(reportDir, own, reportFiles);
    await markOwn(reportDir, written);
    return { ok: true, release };
  } catch (error) {
    await release();
    return refusal(5, `cannot write reports to ${reportDir}: ${reasonOf(error)}`);
  }
}

/** Says that a link is in the place of a report, and what to do. */
export function linkText(path: string): string {
  return `${path} is a link, which a run would follow; remove it, or choose another folder with --report-dir`;
}

/** Refuses a recording that is in a report folder which is to be emptied, or is that folder. */
export function emptiedRecording(reportDir: string, files: readonly string[]): Refusal | undefined {
  const folder = resolve(reportDir);
  const emptied = files.find((file) => [resolve(file), dirname(resolve(file))].includes(folder));
  if (emptied === undefined) return undefined;
  const why = `is in the report folder ${reportDir}, which is emptied for the new reports`;
  return refusal(2, `${emptied} ${why}; add --report-dir with another folder`);
}
