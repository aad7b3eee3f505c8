import { knownLinesOf } from '../../known-failures/known-lines.ts';
import type { Io } from '../../model/running/io.ts';
import type { Results } from '../../model/running/results.ts';
import type { Stop } from '../../model/running/stop.ts';
import { type RunOfHistory, runOfResults } from '../../report/allure/allure-history.ts';
import { mergeAllure, withAllure } from '../../report/allure/merge/merge-allure.ts';
import { toldText } from '../../report/console/console.ts';
import { aborted, finishReports } from '../../report/finish-run.ts';
import { githubJob } from '../../report/github/github-job.ts';
import { stopCommands } from '../../report/github/stop-commands.ts';
import { keepPrivate } from '../../report-folder/private-files.ts';
import { mergeResults } from '../../results/merge/merge-results.ts';
import { guardOutput } from '../../secrets/guarded-output.ts';
import type { Mask } from '../../secrets/mask.ts';
import { clearReports } from '../clear-reports.ts';
import { buildHtml, nothingWritten, type Written } from '../vitest/build-html.ts';
import { type MergeSettings, type OpenedShards, openShards } from './open-shards.ts';

/**
 * Makes one run of the report folders of all its shards: writes the reports that it would have written, prints its
 * summary, and gives its exit code. The folders stay as they are.
 */
export async function mergeShards(
  folders: readonly string[],
  settings: MergeSettings,
  mask: Mask,
  io: Io,
): Promise<Stop | { readonly exitCode: number; readonly results: Results }> {
  const opened = await openShards(folders, settings);
  if (!opened.ok) return opened;
  const allowFiles = keepPrivate();
  try {
    const cleared = await clearReports(settings.reportDir, opened.reportFiles);
    if (!cleared.ok) return cleared;
    try {
      return await merge(opened, settings, mask, io);
    } finally {
      await cleared.giveFree();
    }
  } finally {
    allowFiles();
  }
}

async function merge(
  { shards, reportFiles }: OpenedShards,
  settings: MergeSettings,
  mask: Mask,
  io: Io,
): Promise<{ readonly exitCode: number; readonly results: Results }> {
  const output = guardOutput(mask, io);
  const obeyCommands = stopCommands(output.stdout, io.env);
  try {
    const [first, ...others] = shards.map(({ results }) => results);
    if (!first) throw new Error('there is nothing to merge');
    const merged = mergeResults([first, ...others]);
    const allure = await writtenAllure(shards, settings, runOfResults(merged));
    const told = allure.faults.map((fault) => mask(fault));
    const [fault] = told;
    const github = githubJob(
      io.env,
      settings.reporters.some(({ name }) => name === 'github'),
    );
    const { results, places, annotations, pageTaken } = await finishReports(
      { reportDir: settings.reportDir, reportFiles, github },
      fault === undefined ? merged : aborted(merged, 'error', fault),
      told,
      mask,
    );
    const from = `merged        ${shards.length} shard${shards.length === 1 ? '' : 's'}: ${shards.map(({ folder }) => mask(folder)).join(', ')}`;
    const lines = [...(pageTaken ? [] : allure.places), ...places, from];
    const known = knownLinesOf(results.exchanges);
    output.stdout.write(toldText(results, { why: results.why, known, hints: [], places: lines }));
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
  shards: OpenedShards['shards'],
  { allure, html, reportDir }: MergeSettings,
  run: RunOfHistory,
): Promise<Written> {
  const sources = allure ? await withAllure(shards) : [];
  if (sources.length === 0) return nothingWritten;
  try {
    await mergeAllure(sources, reportDir);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { places: [], faults: [`the Allure results were not merged: ${reason}`] };
  }
  const exchanges = shards.reduce((sum, { results }) => sum + results.exchanges.length, 0);
  return buildHtml(reportDir, run, { html, exchanges });
}
