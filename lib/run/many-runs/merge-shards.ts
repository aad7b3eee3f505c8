import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { refusal } from '../../model/result.ts';
import type { Io } from '../../model/running/io.ts';
import type { Results } from '../../model/running/results.ts';
import { writeHtml } from '../../report/allure/allure-html.ts';
import { summaryText } from '../../report/console/console.ts';
import { finishRun } from '../../report/finish-run.ts';
import { clearReports } from '../../report-folder/own-folder.ts';
import {
  allureFolders,
  nothingWritten,
  reportPlacesOf,
  resultsFile,
  type Written,
} from '../../report-folder/report-folder.ts';
import { isFolder, makeFolder } from '../../report-folder/write-atomic.ts';
import { readCoverage } from '../../results/coverage.ts';
import { loadResults } from '../../results/load-results.ts';
import { checkShards, mergeResults, type Shards } from '../../results/shards.ts';
import type { FoundSettings } from '../../settings/read-settings.ts';
import type { Settings } from '../../settings/run-settings.ts';
import { counted } from '../../text/counted.ts';
import { reasonOf } from '../../text/reason-of.ts';
import { firstProblems, formatProblem } from '../../yaml/format-problem.ts';
import { sharedReportFile } from '../check-settings.ts';
import { withOutput } from '../with-output.ts';

/**
 * Merges all shards of a run: writes its reports, prints its summary and returns its exit code.
 * @param folders report folders, or the results.json in them, which are not changed
 */
export async function mergeShards(folders: readonly string[], found: FoundSettings, io: Io) {
  const { value: settings, mask } = found;
  if (settings.reporter.some(({ name }) => name === 'har')) {
    const advice = 'give --reporter har to each shard, and judge or compare the files';
    return refusal(2, `a merge has no requests or responses to record; ${advice}`);
  }
  const shared = sharedReportFile(settings);
  if (shared !== undefined) return refusal(2, shared);
  const opened = openShards(folders, settings);
  if (!opened.ok) return opened;
  const coverage = readCoverage(settings.coverage);
  if (!coverage.ok) return coverage;
  const places = reportPlacesOf(settings, io.env);
  const cleared = await clearReports({ ...places, allure: settings.allure });
  if (!cleared.ok) return cleared;
  try {
    return await withOutput(mask, io, { quiet: false }, async ({ stdout }, tell) => {
      const { shards } = opened;
      const [first, ...others] = shards;
      const merged = mergeResults([first.results, ...others.map(({ results }) => results)], coverage.value);
      const allure = await writtenAllure(shards, settings, merged);
      const { results, ...written } = await finishRun({ ...places, mask }, merged, allure.faults);
      const names = shards.map(({ folder }) => folder).join(', ');
      const from = `merged        ${counted(shards.length, 'shard')}: ${names}`;
      const lines = [...[...allure.places, from].map((line) => mask(line)), ...written.places];
      tell(summaryText(results, lines, [], stdout), written.annotations);
      return { exitCode: results.exitCode };
    });
  } finally {
    await cleared.release();
  }
}

function openShards(paths: readonly string[], { reportDir, runId }: Settings) {
  const folders = paths.map((path) =>
    basename(path) === basename(resultsFile('')) && !isFolder(path) ? dirname(path) : path,
  );
  const loaded = folders.map((folder) => ({ folder, read: loadResults(resultsFile(folder)) }));
  const problems = loaded.flatMap(({ read }) => (read.ok ? [] : read.error.map(formatProblem)));
  if (problems.length > 0) return refusal(2, firstProblems(problems));
  if (folders.some((folder) => resolve(folder) === resolve(reportDir))) {
    return refusal(2, `${reportDir} is an input of this merge; choose another folder with --report-dir`);
  }
  const inputs = loaded.flatMap(({ folder, read }) => (read.ok ? [{ folder, results: read.value }] : []));
  return checkShards(inputs, runId);
}

/** Writes the Allure results of all shards into one folder, and their page where it is wanted. */
async function writtenAllure(shards: Shards, settings: Settings, merged: Results): Promise<Written> {
  const { allure, html, reportDir } = settings;
  try {
    if (!allure || !(await mergeAllure(shards, reportDir))) return nothingWritten;
  } catch (error) {
    const why = `the Allure results were not merged (--no-allure leaves them out): ${reasonOf(error)}`;
    return { places: [], faults: [why] };
  }
  return html ? writeHtml(reportDir, merged) : nothingWritten;
}

/**
 * Copies the Allure results of the shards into one report folder, for its owner alone; true if there were any.
 * Names of results are unique; of files that every run writes, such as its environment, one is kept.
 * @throws Error where a shard has fewer results than exchanges, or the system's error where a file cannot be copied
 */
async function mergeAllure(shards: Shards, reportDir: string): Promise<boolean> {
  const read = async ({ folder, results }: Shards[number]) => {
    const source = allureFolders(folder).results;
    const entries = await readdir(source, { withFileTypes: true }).catch(() => []);
    // A link could lead anywhere.
    return { source, results, names: entries.filter((entry) => entry.isFile()).map(({ name }) => name) };
  };
  const found = await Promise.all(shards.map(read));
  if (found.every(({ names }) => names.length === 0)) return false;
  const target = allureFolders(reportDir).results;
  await makeFolder(target);
  for (const { source, results, names } of found) {
    const count = names.filter((name) => name.endsWith('-result.json')).length;
    if (count < results.exchanges.length) {
      throw new Error(`${source} has ${count} results of ${results.exchanges.length} exchanges`);
    }
    for (const name of names) {
      await writeFile(join(target, name), await readFile(join(source, name)), { mode: 0o600 });
    }
  }
  return true;
}
