import { basename, dirname, resolve } from 'node:path';
import { firstProblems, formatProblem } from '../../cases/yaml/format-problem.ts';
import { type Refusal, refusal } from '../../model/result.ts';
import type { Io } from '../../model/running/io.ts';
import type { Results } from '../../model/running/results.ts';
import type { Settings } from '../../model/running/settings.ts';
import { buildWantedHtml } from '../../report/allure/allure-html.ts';
import { mergeAllure } from '../../report/allure/merge-allure.ts';
import { toldText } from '../../report/console/console.ts';
import { aborted, finishReports } from '../../report/finish-run.ts';
import { githubJob, stopCommands } from '../../report/github/github-job.ts';
import {
  isFolder,
  keepPrivate,
  nothingWritten,
  reportFilesOf,
  resultsFile,
  type Written,
} from '../../report-folder/report-folder.ts';
import { loadResults } from '../../results/load-results.ts';
import { checkShards, type Input, type Shards } from '../../results/merge/check-shards.ts';
import { mergeResults } from '../../results/merge/merge-results.ts';
import { guardOutput } from '../../secrets/guarded-output.ts';
import type { Mask } from '../../secrets/mask.ts';
import { counted } from '../../text/counted.ts';
import { reasonOf } from '../../text/reason-of.ts';
import { clearReports } from '../clear-reports.ts';
import { sharedReportFile } from '../run-settings.ts';

export type MergeSettings = Pick<Settings, 'reportDir' | 'reporters' | 'allure' | 'html' | 'runId'>;

interface Merged {
  readonly exitCode: number;
  readonly results: Results;
}

/**
 * Makes one run of the report folders of all its shards: writes the reports that it would have written, prints its
 * summary, and gives its exit code. The folders stay as they are.
 *
 * @param folders report folders, or the results.json in them
 */
export async function mergeShards(
  folders: readonly string[],
  settings: MergeSettings,
  mask: Mask,
  io: Io,
): Promise<Refusal | Merged> {
  if (settings.reporters.some(({ name }) => name === 'har')) return refusal(2, NO_RECORDING);
  const opened = openShards(folders, settings);
  if (!opened.ok) return opened;
  const allowFiles = keepPrivate();
  try {
    const reportFiles = reportFilesOf(settings.reporters, settings.reportDir);
    const cleared = await clearReports(settings.reportDir, reportFiles);
    if (!cleared.ok) return cleared;
    try {
      return await merge(opened.shards, settings, mask, io);
    } finally {
      await cleared.lock.release();
    }
  } finally {
    allowFiles();
  }
}

const NO_RECORDING =
  'a merge has no requests or responses to record; give --reporter har to each shard, and judge or compare the files';

/** Everything that has to be right before a report is written. */
function openShards(
  given: readonly string[],
  settings: MergeSettings,
): Refusal | { readonly ok: true; readonly shards: Shards } {
  const shared = sharedReportFile(settings);
  if (shared !== undefined) return refusal(2, `${shared}; choose another file with --reporter NAME=FILE`);
  const folders = given.map((path) =>
    basename(path) === basename(resultsFile('')) && !isFolder(path) ? dirname(path) : path,
  );
  const loaded = folders.map((folder) => ({ folder, read: loadResults(resultsFile(folder)) }));
  const problems = loaded.flatMap(({ read }) => (read.ok ? [] : read.error.map(formatProblem)));
  if (problems.length > 0) return refusal(2, firstProblems(problems));
  const inputs = loaded.flatMap(({ folder, read }): Input[] =>
    read.ok ? [{ folder, results: read.value }] : [],
  );
  if (folders.some((folder) => resolve(folder) === resolve(settings.reportDir))) {
    return refusal(
      2,
      `${settings.reportDir} is an input of this merge; choose another folder with --report-dir`,
    );
  }
  return checkShards(inputs, settings.runId);
}

async function merge(shards: Shards, settings: MergeSettings, mask: Mask, io: Io): Promise<Merged> {
  const output = guardOutput(mask, io);
  const obeyCommands = stopCommands(output.stdout, io.env);
  try {
    const [first, ...others] = shards;
    const merged = mergeResults([first.results, ...others.map(({ results }) => results)]);
    const allure = await writtenAllure(shards, settings, merged);
    const told = allure.faults.map((fault) => mask(fault));
    const [fault] = told;
    const github = githubJob(
      io.env,
      settings.reporters.some(({ name }) => name === 'github'),
    );
    const { reportDir, reporters } = settings;
    const { results, places, annotations } = await finishReports(
      { reportDir, reportFiles: reportFilesOf(reporters, reportDir), github },
      fault === undefined ? merged : aborted(merged, 'error', fault),
      told,
      mask,
    );
    const from = `merged        ${counted(shards.length, 'shard')}: ${shards.map(({ folder }) => mask(folder)).join(', ')}`;
    const lines = [...allure.places, ...places, from];
    output.stdout.write(toldText(results, [], lines));
    obeyCommands();
    if (annotations !== null) output.stdout.write(annotations);
    return { exitCode: results.exitCode, results };
  } finally {
    obeyCommands();
    output.release();
  }
}

/** Allure results of all shards in one folder, and the page of them where it is wanted. */
async function writtenAllure(
  shards: Shards,
  { allure, html, reportDir }: MergeSettings,
  merged: Results,
): Promise<Written> {
  if (!allure) return nothingWritten;
  try {
    if (!(await mergeAllure(shards, reportDir))) return nothingWritten;
  } catch (error) {
    return {
      places: [],
      faults: [`the Allure results were not merged (--no-allure leaves them out): ${reasonOf(error)}`],
    };
  }
  return buildWantedHtml(reportDir, merged, html);
}
