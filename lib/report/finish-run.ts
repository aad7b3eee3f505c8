import { access, rm } from 'node:fs/promises';
import type { Masked } from '../model/running/masked.ts';
import type { MaskedRun, ReportPlaces } from '../model/running/prepared-run.ts';
import type { ReportFormat } from '../model/running/report-format.ts';
import type { Results, RunReport } from '../model/running/results.ts';
import { pageFiles, resultsFile } from '../report-folder/report-folder.ts';
import { writeAtomic } from '../report-folder/write-atomic.ts';
import { buildResults, type RunTimes } from '../results/results.ts';
import { ours, ownText } from '../secrets/mask.ts';
import { plainJson, printable } from '../text/printable.ts';
import { reasonOf } from '../text/reason-of.ts';
import { suiteIdentity } from '../text/suite-identity.ts';
import { badgeJson } from './formats/badge.ts';
import { junitXml } from './formats/junit.ts';
import { markdown } from './formats/markdown.ts';
import { tapText } from './formats/tap.ts';
import { annotations, writeStepSummary } from './github.ts';
import { movedPage, reportPage } from './page/report-page.ts';

/** How each format tells of a run; a recording holds the bytes, which only the worker has. */
export const formats: Readonly<Record<Exclude<ReportFormat, 'har'>, (results: Results) => Masked>> = {
  junit: junitXml,
  markdown: (results) => markdown(results),
  tap: tapText,
  badge: badgeJson,
};

/** Returns the results of a run before any report of it is written; what the runner reports besides verdicts is a fault. */
export function judgedResults(run: MaskedRun, report: RunReport, times: RunTimes): Results {
  const built = buildResults(run, report, times, suiteIdentity());
  const [fault] = report.faults;
  return fault === undefined ? built : aborted(built, 'error', run.mask(fault));
}

/**
 * Writes every report of what was judged, in one run or in several, results.json first, which no other command makes
 * again. A fault, a report that cannot be written, and an interruption end the run with 5 and are told in all of them:
 * if one occurs meanwhile, they are written again. An interrupted run is partial even if every exchange was judged,
 * because who ended it did not want it to count.
 *
 * @param faults besides verdicts
 * @param interrupted asked before the reports are written, and once more after
 */
export async function finishRun(
  { mask, ...places }: ReportPlaces & Pick<MaskedRun, 'mask'>,
  judged: Results,
  faults: readonly string[],
  interrupted = () => false,
) {
  const told = new Set(faults.map((fault) => mask(fault)));
  const files = new Map<string, string>();
  const attempt = async ([label, what, write]: Report, results: Results): Promise<Results> => {
    try {
      files.set(label, await write(results));
      return results;
    } catch (error) {
      const earlier = files.get(label);
      // What cannot be written again tells another end.
      if (earlier !== undefined) await rm(earlier, { force: true }).catch(() => {});
      files.delete(label);
      const fault = mask(`${what} was not written: ${reasonOf(error)}`);
      told.add(fault);
      return aborted(results, 'error', fault);
    }
  };
  const attemptAll = async (results: Results) => {
    let ended = results;
    for (const report of reportsOf(places)) ended = await attempt(report, ended);
    return ended;
  };
  const orInterrupted = (results: Results) =>
    interrupted() ? aborted(results, 'partial', ours`interrupted`) : results;
  const [fault] = told;
  const first = orInterrupted(fault === undefined ? judged : aborted(judged, 'error', fault));
  let results = orInterrupted(await attemptAll(first));
  const { github } = places;
  const summaryFile = github?.summaryFile;
  if (summaryFile) {
    // No signal is handled before it is written.
    const write = async (all: Results) => writeStepSummary(summaryFile, (most) => markdown(all, most));
    results = await attempt(['github', 'the job summary', write], results);
  }
  if (results !== first) results = await attemptAll(results);
  return {
    results,
    /** Commands that tell GitHub Actions of it; null where there is none to tell. */
    annotations: github ? annotations(results, github.workspace) : null,
    /** Lines about faults, without a secret, and where the files are. */
    places: [
      ...[...told].map((one) => `fault         ${printable(one)}`),
      ...[...files].map(([label, path]) => `${label.padEnd(12)}  ${mask(path)}`),
    ],
  };
}

/** Returns the results of a run that something else ended than its verdicts; a fault before this one stays the reason. */
function aborted(results: Results, outcome: Results['outcome'], why: Masked): Results {
  const { shard, remarks, ...rest } = results;
  if (rest.exitCode === 5 && !remarks && (!shard || shard.aborted)) return results;
  // Together with others it may end otherwise than it did alone.
  const told = shard ? { ...rest, shard: { ...shard, aborted: { outcome, why } } } : rest;
  if (told.exitCode === 5) return told;
  const first = results.why === undefined ? why : ours`${why}; ${results.why}`;
  return { ...told, outcome, exitCode: 5, why: first };
}

/** Writes the page of a run, and returns its path. */
export async function writePage(reportDir: string, results: Results): Promise<string> {
  const { page, formerPage } = pageFiles(reportDir);
  await writeAtomic(formerPage, movedPage);
  return writeAtomic(page, reportPage(results));
}

/** A report: its label among the places, what it is called in a sentence, and what writes it and returns its path. */
type Report = readonly [label: string, what: string, write: (results: Results) => Promise<string>];

function reportsOf({ reportDir, reportFiles, html }: ReportPlaces): readonly Report[] {
  const named = reportFiles.map(({ format, path }): Report => {
    // The worker has written the recording while it ran.
    const write = (results: Results) =>
      format === 'har' ? access(path).then(() => path) : writeAtomic(path, formats[format](results));
    return [format, `the ${format} report`, write];
  });
  const json = (results: Results) =>
    writeAtomic(resultsFile(reportDir), ownText(`${plainJson(results, 2)}\n`));
  const page: readonly Report[] = html
    ? [['page', 'report.html', (results) => writePage(reportDir, results)]]
    : [];
  return [['results', 'results.json', json], ...named, ...page];
}
