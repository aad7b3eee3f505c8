import { existsSync } from 'node:fs';
import { firstProblems, formatProblem } from '../../cases/yaml/format-problem.ts';
import type { Loaded } from '../../model/problem.ts';
import type { ReportFile } from '../../model/running/report-format.ts';
import type { Results } from '../../model/running/results.ts';
import type { Settings } from '../../model/running/settings.ts';
import { type Stop, stop } from '../../model/running/stop.ts';
import { allureMistake } from '../../report/allure/merge/merge-allure.ts';
import { reportFilesOf } from '../../report-folder/report-files.ts';
import { reportPaths, resultsFile } from '../../report-folder/report-folder.ts';
import { loadResults } from '../../results/load-results.ts';
import { checkShards } from '../../results/merge/check-shards.ts';
import type { Input, ShardInput } from '../../results/merge/shard-results.ts';
import { reportOverInput } from '../settings/report-over-input.ts';
import { sharedReportFile } from '../settings/shared-report-file.ts';
import { whereIs } from '../settings/where-is.ts';
import { noShardText, shardFolder, shardsIn } from './shard-folders.ts';

export interface MergeSettings
  extends Pick<Settings, 'reportDir' | 'reporters' | 'allure' | 'html' | 'runId' | 'known' | 'cases'> {
  /** The file of settings, or where one would be looked for. */
  readonly configuration: string;
}

export interface OpenedShards {
  readonly ok: true;
  /** At least one, in their order. */
  readonly shards: readonly ShardInput[];
  readonly reportFiles: readonly ReportFile[];
}

/** Everything that has to be right before a report is written: the folders hold the shards of one run, each once. */
export async function openShards(
  given: readonly string[],
  settings: MergeSettings,
): Promise<OpenedShards | Stop> {
  const misplaced = sharedReportFile(settings) ?? overInput(settings);
  if (misplaced !== undefined) {
    return stop(2, `${misplaced}; choose another file with --reporter NAME=FILE`);
  }
  const folders = given.map(shardFolder);
  const reportFiles = reportFilesOf(settings.reporters, settings.reportDir);
  const loaded = folders.map((folder) => ({ folder, read: loadResults(resultsFile(folder)) }));
  const problems = loaded.flatMap(problemsIn);
  if (problems.length > 0) return stop(2, firstProblems(problems));
  const inputs = loaded.flatMap(({ folder, read }): Input[] =>
    read.ok ? [{ folder, results: read.value }] : [],
  );
  const checked = checkShards(inputs, settings.runId);
  if (!checked.ok) return stop(2, checked.message);
  const over = writtenOver(folders, settings.reportDir, reportFiles);
  if (over !== undefined) return stop(2, over);
  const mistake = settings.allure ? await allureMistake(checked.shards) : undefined;
  if (mistake !== undefined) return stop(2, mistake);
  return { ok: true, shards: checked.shards, reportFiles };
}

/** What a run reads in the place of a report: that of a merge must not be there either, or the next run would read it. */
function overInput({ known, cases, ...settings }: MergeSettings): string | undefined {
  return reportOverInput({ ...settings, known: known.path, caseFolders: cases.folders });
}

interface LoadedFolder {
  readonly folder: string;
  readonly read: Loaded<Results>;
}

/** Nothing of a run that was no shard, unless there are shards in its folder, which are meant then. */
function problemsIn({ folder, read }: LoadedFolder): readonly string[] {
  if (read.ok) {
    return read.value.shard === undefined && shardsIn(folder).length > 0 ? [noShardText(folder)] : [];
  }
  const isThere = existsSync(folder) && !existsSync(resultsFile(folder));
  return isThere ? [noShardText(folder)] : read.problems.map(formatProblem);
}

/** What is to be merged and would be taken away for it. */
function writtenOver(
  folders: readonly string[],
  reportDir: string,
  reportFiles: readonly ReportFile[],
): string | undefined {
  const inputs = folders.map(whereIs);
  if (inputs.includes(whereIs(reportDir))) {
    return `${reportDir} is an input of this merge; choose another folder with --report-dir`;
  }
  const taken = new Set(inputs.flatMap((folder) => reportPaths(folder)));
  const over = reportFiles.find(({ path }) => taken.has(whereIs(path)));
  return over && `${over.path} is an input of this merge; choose another file`;
}
