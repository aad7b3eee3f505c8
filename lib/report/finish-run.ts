import { access, rm } from 'node:fs/promises';
import { suiteIdentity } from '../bindings/suite-identity.ts';
import { printable } from '../findings/finding-text.ts';
import type { MaskedRun, ReportPlaces } from '../model/running/handoff.ts';
import type { Masked } from '../model/running/masked.ts';
import type { ReportFormat } from '../model/running/report-format.ts';
import type { Results, RunReport } from '../model/running/results.ts';
import { requirementsFile, resultsFile } from '../report-folder/report-folder.ts';
import { writeAtomic } from '../report-folder/write-atomic.ts';
import { buildResults, type RunTimes } from '../results/results.ts';
import { type Mask, ownText } from '../secrets/mask.ts';
import { plainJson } from '../text/plain-json.ts';
import { reasonOf } from '../text/reason-of.ts';
import { badgeJson } from './formats/badge.ts';
import { junitXml } from './formats/junit.ts';
import { markdown } from './formats/markdown.ts';
import { tapText } from './formats/tap.ts';
import { annotations } from './github/annotations.ts';
import { writeStepSummary } from './github/github-job.ts';
import { requirementsPage } from './requirements/requirements-page.ts';

/** How each format tells of a run; a recording holds the bytes, which only the worker has. */
export const formats: Readonly<Record<Exclude<ReportFormat, 'har'>, (results: Results) => Masked>> = {
  junit: junitXml,
  markdown: (results) => markdown(results),
  tap: tapText,
  badge: badgeJson,
};

export interface FinishedRun {
  readonly results: Results;
  /** Commands that tell GitHub Actions of it; null where there is none to tell. */
  readonly annotations: Masked | null;
  /** Lines about what the runner reports besides verdicts, without a secret, and where the files are. */
  readonly places: readonly string[];
}

/**
 * Builds and writes every report of a run; whatever the runner reports besides verdicts makes the run a fault of the
 * harness, and so does a file that cannot be written: the verdicts are still there to be told. An interrupted run is
 * partial even if every exchange was judged: who ended it did not want it to count.
 */
export async function finishRun(run: MaskedRun, report: RunReport, times: RunTimes): Promise<FinishedRun> {
  const told = report.faults.map((fault) => run.mask(fault));
  return finishReports(run, judgedResults(run, report, times), told, run.mask);
}

/** Returns the results of a run before any report of it is written. */
export function judgedResults(run: MaskedRun, report: RunReport, times: RunTimes): Results {
  const built = buildResults(run, report, times, suiteIdentity());
  const [fault] = report.faults;
  if (fault !== undefined) return aborted(built, 'error', run.mask(fault));
  return report.interrupted ? aborted(built, 'partial', ownText('interrupted')) : built;
}

/**
 * Writes every report of what was judged, in one run or in several. One that cannot be written makes the run a fault in
 * all the others: no file may call a run good of which another report is missing.
 *
 * @param told faults that the results know of already
 */
export async function finishReports(
  places: ReportPlaces,
  judged: Results,
  told: readonly Masked[],
  mask: Mask,
): Promise<FinishedRun> {
  const first = await writeReports(places, judged, mask, 'first');
  const [fault] = first.faults;
  const results = fault === undefined ? judged : aborted(judged, 'error', fault);
  const written = fault === undefined ? first : await writeReports(places, results, mask, 'again');
  for (const [label, path] of first.files) {
    // What could not be written again tells another end.
    if (!written.files.has(label)) await rm(path, { force: true }).catch(() => {});
  }
  const faults = [...new Set([...told, ...first.faults, ...written.faults])];
  const isLast = ([label]: readonly [string, string]) => Number(label === 'results');
  const files = [...written.files].sort((a, b) => isLast(a) - isLast(b));
  return {
    results,
    annotations: places.github ? annotations(results, places.github.workspace) : null,
    places: [
      ...faults.map((one) => `fault         ${printable(one)}`),
      ...files.map(([label, path]) => `${label.padEnd(12)}  ${mask(path)}`),
    ],
  };
}

/** Returns the results of a run that something else ended than its verdicts; a fault before this one stays the reason. */
export function aborted(results: Results, outcome: Results['outcome'], why: Masked): Results {
  const { shard, remarks: _, ...rest } = results;
  // Together with others it may end otherwise than it did alone.
  const told = shard ? { ...rest, shard: { ...shard, spoilt: { outcome, why } } } : rest;
  if (told.exitCode === 5) return told;
  const first = results.why === undefined ? why : ownText(`${why}; ${results.why}`);
  return { ...told, outcome, exitCode: 5, why: first };
}

interface Report {
  readonly label: string;
  /** What it is called in a sentence. */
  readonly what: string;
  readonly write: (results: Results) => Promise<string>;
}

/** Writes every report, also after one that could not be written; results.json first, which no other command makes again. */
async function writeReports(places: ReportPlaces, results: Results, mask: Mask, time: 'first' | 'again') {
  const faults: Masked[] = [];
  const files = new Map<string, string>();
  for (const { label, what, write } of reportsOf(places)) {
    // What is added to the job summary cannot be taken back.
    if (label === 'github' && time === 'first' && faults.length > 0) continue;
    try {
      files.set(label, await write(results));
    } catch (error) {
      faults.push(mask(`${what} was not written: ${reasonOf(error)}`));
    }
  }
  return { faults, files };
}

function reportsOf({ reportDir, reportFiles, github }: ReportPlaces): readonly Report[] {
  const own: readonly Report[] = [
    {
      label: 'results',
      what: 'results.json',
      write: (results) => writeAtomic(resultsFile(reportDir), ownText(`${plainJson(results, 2)}\n`)),
    },
    ...reportFiles.map(({ format, path }) => ({
      label: format,
      what: `the ${format} report`,
      // The worker has written the recording while it ran.
      write: async (results: Results) => {
        if (format !== 'har') return writeAtomic(path, formats[format](results));
        await access(path);
        return path;
      },
    })),
    {
      label: 'requirements',
      what: 'the page of requirements',
      write: (results) => writeAtomic(requirementsFile(reportDir), requirementsPage(results)),
    },
  ];
  const summaryFile = github?.summaryFile;
  if (!summaryFile) return own;
  const write = (results: Results) => writeStepSummary(summaryFile, results);
  return [...own, { label: 'github', what: 'the job summary', write }];
}
