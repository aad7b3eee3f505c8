import { dirname, resolve } from 'node:path';
import { type Refusal, refusal } from '../model/result.ts';
import type { ReportFile } from '../model/running/report-format.ts';
import {
  type FolderLock,
  foreignReportFile,
  foreignReports,
  lockReportFolder,
  markOwn,
} from '../report-folder/own-folder.ts';
import { clearReportFolder } from '../report-folder/report-folder.ts';
import { type Unwritable, unwritablePlace } from '../report-folder/write-atomic.ts';
import { reasonOf } from '../text/reason-of.ts';

/** Locks and clears the report folder: nothing is sent whose verdict could not be written. */
export async function clearReports(
  reportDir: string,
  reportFiles: readonly ReportFile[],
): Promise<Refusal | { readonly ok: true; readonly lock: FolderLock }> {
  const foreign = await foreignReports(reportDir);
  if (foreign.length > 0) {
    return refusal(
      2,
      `${reportDir} holds ${foreign.join(', ')}, which this suite did not write and a run would delete; choose another folder with --report-dir, or empty this one`,
    );
  }
  const lost = await foreignReportFile(reportDir, reportFiles);
  if (lost !== undefined) {
    const { format, path } = lost;
    return refusal(
      2,
      `${path} exists and is not a ${format} report of this suite; choose another file with --reporter ${format}=FILE, or remove this one`,
    );
  }
  const paths = reportFiles.map(({ path }) => path);
  const unwritable = await unwritablePlace(reportDir, paths);
  if (unwritable) return refusal(5, unwritableText(unwritable, reportFiles));
  let lock: FolderLock | undefined;
  try {
    lock = await lockReportFolder(reportDir);
    await markOwn(reportDir);
    await clearReportFolder(reportDir, paths);
    return { ok: true, lock };
  } catch (error) {
    await lock?.release();
    return refusal(5, `cannot write reports to ${reportDir}: ${reasonOf(error)}`);
  }
}

/** Refuses a recording that lies in a report folder which is to be emptied, or is given as that folder. */
export function emptiedRecording(reportDir: string, files: readonly string[]): Refusal | undefined {
  const folder = resolve(reportDir);
  const emptied = files.find((file) => [resolve(file), dirname(resolve(file))].includes(folder));
  if (emptied === undefined) return undefined;
  const why = `is in the report folder ${reportDir}, which is emptied for the new reports`;
  return refusal(2, `${emptied} ${why}; add --report-dir with another folder`);
}

/** Says which place it is, what is wrong with it, and how another is chosen. */
function unwritableText({ path, why }: Unwritable, reportFiles: readonly ReportFile[]): string {
  const named = reportFiles.find((file) => file.path === path);
  const advice = named
    ? `give the ${named.format} report another file, as in --reporter ${named.format}=FILE`
    : 'choose another folder with --report-dir';
  return `cannot write reports to ${path}: ${why}; ${advice}`;
}
