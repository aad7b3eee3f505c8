import type { ReportFile } from '../model/running/report-format.ts';
import { type Stop, stop } from '../model/running/stop.ts';
import { claimReportFolder, type FolderClaim } from '../report-folder/folder-lock.ts';
import { foreignReportFile, foreignReports, markOwn } from '../report-folder/own-folder.ts';
import { clearReportFolder } from '../report-folder/report-folder.ts';
import { type Unwritable, unwritablePlace } from '../report-folder/report-places.ts';

type Cleared = {
  readonly ok: true;
  /** Removes the reports of the run before, and lets other runs have the folder. */
  giveFree(): Promise<void>;
  /** The folder, while it is that of this run. */
  readonly claim: FolderClaim;
};

/** Nothing is sent whose verdict could not be written. */
export async function clearReports(
  reportDir: string,
  reportFiles: readonly ReportFile[],
): Promise<Cleared | Stop> {
  const foreign = await foreignReports(reportDir);
  if (foreign.length > 0) {
    return stop(
      2,
      `${reportDir} holds ${foreign.join(', ')}, which this suite did not write and a run would delete; choose another folder with --report-dir, or empty this one`,
    );
  }
  const lost = await foreignReportFile(reportDir, reportFiles);
  if (lost !== undefined) {
    const { format, path } = lost;
    return stop(
      2,
      `${path} exists and is not a ${format} report of this suite; choose another file with --reporter ${format}=FILE, or remove this one`,
    );
  }
  const paths = reportFiles.map(({ path }) => path);
  const unwritable = await unwritablePlace(reportDir, paths);
  if (unwritable) return stop(5, unwritableText(unwritable, reportFiles));
  let claim: FolderClaim | undefined;
  try {
    claim = await claimReportFolder(reportDir);
    await markOwn(reportDir);
    const removeEarlier = await clearReportFolder(reportDir, paths);
    const { release } = claim;
    return {
      ok: true,
      claim,
      giveFree: async () => {
        await removeEarlier();
        await release();
      },
    };
  } catch (error) {
    await claim?.release();
    return stop(
      5,
      `cannot write reports to ${reportDir}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Which place it is, what is wrong with it, and how another is chosen. */
function unwritableText({ path, why }: Unwritable, reportFiles: readonly ReportFile[]): string {
  const named = reportFiles.find((file) => file.path === path);
  const advice = named
    ? `give the ${named.format} report another file, as in --reporter ${named.format}=FILE`
    : 'choose another folder with --report-dir';
  return `cannot write reports to ${path}: ${why}; ${advice}`;
}
