import { existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import type { Masked } from '../model/running/masked.ts';
import type { MaskedRun, ReportPlaces } from '../model/running/prepared-run.ts';
import type { ReportFormat } from '../model/running/report-format.ts';
import type { Results, RunReport } from '../model/running/results.ts';
import { clientOutputFile, pageFile, resultsFile } from '../report-folder/report-folder.ts';
import { writeAtomic } from '../report-folder/write-atomic.ts';
import { keepCauses, sinceLastRun } from '../results/last-run.ts';
import { buildResults, type RunTimes } from '../results/results.ts';
import { ours } from '../secrets/mask.ts';
import { plainJson, printable } from '../text/printable.ts';
import { reasonOf } from '../text/reason-of.ts';
import { suiteIdentity } from '../text/suite-identity.ts';
import { badgeJson } from './formats/badge.ts';
import { junitWithProperties, junitXml } from './formats/junit.ts';
import { markdown } from './formats/markdown.ts';
import { tapText } from './formats/tap.ts';
import { annotations, writeStepSummary } from './github.ts';
import { reportPage } from './page/report-page.ts';

/** The renderers of the formats; a recording holds the bytes, which only the worker has. */
export const formats: Readonly<
  Record<Exclude<ReportFormat, 'har'>, (results: Results, attachments?: readonly Masked[]) => Masked>
> = {
  junit: (results) => junitXml(results),
  'junit-properties': junitWithProperties,
  markdown: (results) => markdown(results),
  tap: tapText,
  badge: badgeJson,
};

/** Returns the results of a run before any report is written; other errors of the runner are faults. */
export function judgedResults(run: MaskedRun, report: RunReport, times: RunTimes): Results {
  const built = buildResults(run, report, times, suiteIdentity());
  const [fault] = report.faults;
  return fault === undefined ? built : aborted(built, 'error', run.mask(fault));
}

/**
 * Writes every report of one or several judged runs, results.json last, so that it has every fault. A fault, a report
 * that cannot be written, and an interruption end the run with exit code 5; reports written later say so. An interrupted
 * run is partial even if every exchange was judged, because the user who ended it did not want it to count.
 *
 * @param faults besides verdicts
 * @param interrupted asked before each report is written
 * @param clientOutput what the starts of a client under test printed
 */
export async function finishRun(
  { mask, reportDir, reportFiles, html, github }: ReportPlaces & Pick<MaskedRun, 'mask'>,
  judged: Results,
  faults: readonly string[],
  interrupted = () => false,
  clientOutput?: string,
) {
  const reported = new Set(faults.map((fault) => mask(fault)));
  const [fault] = reported;
  const files: Masked[] = [];
  const ended = fault === undefined ? judged : aborted(judged, 'error', fault);
  let results = sinceLastRun(reportDir, ended, mask);
  const write = async (label: string, what: string, written: () => string | Promise<string>) => {
    if (interrupted()) results = aborted(results, 'partial', ours`interrupted`);
    try {
      files.unshift(mask(`${label.padEnd(12)}  ${await written()}`));
    } catch (error) {
      const why = mask(`${what} was not written: ${reasonOf(error)}`);
      reported.add(why);
      results = aborted(results, 'error', why);
    }
  };
  const outputFile = clientOutputFile(reportDir);
  if (clientOutput !== undefined)
    await write('client', 'client-output.txt', () => writeAtomic(outputFile, mask(clientOutput)));
  // The largest first.
  if (html) await write('page', 'report.html', () => writePage(reportDir, results));
  const recording = reportFiles.find(({ format }) => format === 'har');
  const attached = [pageFile(reportDir), ...(recording ? [recording.path] : [])].filter(existsSync);
  const attachments = attached.map((path) => mask(path));
  for (const { format, path } of reportFiles.toReversed()) {
    // The worker has written the recording while it ran.
    const written = () =>
      format === 'har'
        ? access(path).then(() => path)
        : writeAtomic(path, formats[format](results, attachments));
    await write(format, `the ${format} report`, written);
  }
  const summaryFile = github?.summaryFile;
  if (summaryFile) await write('github', 'the job summary', () => writeStepSummary(summaryFile, results));
  const resultsJson = async () => {
    await keepCauses(reportDir, results, mask);
    return writeAtomic(resultsFile(reportDir), ours`${plainJson(results, 2)}\n`);
  };
  await write('results', 'results.json', resultsJson);
  return {
    results,
    /** Annotations for GitHub Actions; null outside of its jobs. */
    annotations: github && annotations(results, github.workspace),
    /** Lines about faults, without a secret, and where the files are. */
    places: [...[...reported].map((text) => ours`fault         ${printable(text)}`), ...files],
  };
}

/** Returns the results of a run that ended early; an earlier fault stays the reason. */
function aborted(results: Results, outcome: Results['outcome'], why: Masked): Results {
  const { shard, remarks, ...rest } = results;
  if (rest.exitCode === 5 && !remarks && (!shard || shard.aborted)) return results;
  // Merged with other shards, the run may end in another way.
  const ended = shard ? { ...rest, shard: { ...shard, aborted: { outcome, why } } } : rest;
  if (ended.exitCode === 5) return ended;
  const first = results.why === undefined ? why : ours`${why}; ${results.why}`;
  return { ...ended, outcome, exitCode: 5, why: first };
}

/** Writes the page of a run, and returns its path. */
export function writePage(reportDir: string, results: Results): Promise<string> {
  return writeAtomic(pageFile(reportDir), reportPage(results));
}
