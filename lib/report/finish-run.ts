import type { Handoff } from '../model/handoff.ts';
import type { Masked } from '../model/masked.ts';
import type { Results } from '../model/results.ts';
import { printable } from './finding-text.ts';
import { formats } from './formats/registry.ts';
import { annotations } from './github/annotations.ts';
import { writeStepSummary } from './github/step-summary.ts';
import { type Mask, maskFor, ownText } from './mask.ts';
import { requirementsFile } from './report-folder.ts';
import { requirementsPage } from './requirements-page.ts';
import { buildResults, type RunTimes } from './results.ts';
import type { RunReport } from './run-reporter.ts';
import { suiteIdentity } from './suite-identity.ts';
import { writeResults } from './write-results.ts';
import { writeWhole } from './write-whole.ts';

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
export async function finishRun(run: Handoff, report: RunReport, times: RunTimes): Promise<FinishedRun> {
  const mask = maskFor(run.secrets, run.numbers);
  const told = report.faults.map((fault) => mask(fault));
  const built = buildResults(run, report, times, suiteIdentity());
  const [fault] = told;
  const judged =
    fault !== undefined
      ? spoilt(built, 'error', fault)
      : report.interrupted
        ? spoilt(built, 'partial', ownText('interrupted'))
        : built;
  return finishReports(run, judged, told, mask);
}

/**
 * Writes every report of what was judged, in one run or in several.
 * @param told faults that the results know of already
 */
export async function finishReports(
  run: Reported,
  judged: Results,
  told: readonly Masked[],
  mask: Mask,
): Promise<FinishedRun> {
  const first = await writeReports(run, judged, mask);
  const [unwritten] = first.faults;
  // No file may call a run good of which another report is missing.
  const again = unwritten !== undefined && judged.exitCode !== 5 ? spoilt(judged, 'error', unwritten) : null;
  const last = again === null ? first : await writeReports(run, again, mask);
  const ended = again ?? judged;
  return {
    results: ended,
    annotations: run.github ? annotations(ended, run.github.workspace) : null,
    places: [...[...told, ...last.faults].map((one) => `fault         ${printable(one)}`), ...last.places],
  };
}

/** Where the reports of a run go. */
type Reported = Pick<Handoff, 'reportDir' | 'reportFiles' | 'github'>;

interface Written {
  readonly faults: readonly Masked[];
  readonly places: readonly string[];
}

/** Writes every report, also after one that could not be written; results.json last. */
async function writeReports(run: Reported, results: Results, mask: Mask): Promise<Written> {
  const { reportDir, reportFiles, github } = run;
  const summaryFile = github?.summaryFile;
  const reports: readonly Report[] = [
    ...reportFiles.map(({ format, path }) => ({
      label: format,
      what: `the ${format} report`,
      write: () => writeWhole(path, formats[format](results)),
    })),
    ...(github && summaryFile
      ? [
          {
            label: 'github',
            what: 'the job summary',
            write: () => writeStepSummary(github, summaryFile, results),
          },
        ]
      : []),
    {
      label: 'requirements',
      what: 'the page of requirements',
      write: () => writeWhole(requirementsFile(reportDir), requirementsPage(results)),
    },
    { label: 'results', what: 'results.json', write: () => writeResults(reportDir, results) },
  ];
  const faults: Masked[] = [];
  const places: string[] = [];
  for (const { label, what, write } of reports) {
    const { path, fault } = await attempt(what, write);
    if (fault !== undefined) faults.push(mask(fault));
    if (path !== undefined) places.push(`${label.padEnd(12)}  ${mask(path)}`);
  }
  return { faults, places };
}

interface Report {
  readonly label: string;
  readonly what: string;
  readonly write: () => Promise<string>;
}

async function attempt(
  what: string,
  write: () => Promise<string>,
): Promise<{ readonly path?: string; readonly fault?: string }> {
  try {
    return { path: await write() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { fault: `${what} was not written: ${reason}` };
  }
}

/** Results of a run that something else ended than its verdicts say; one that ended in a fault already stays so. */
export function spoilt(results: Results, outcome: Results['outcome'], why: Masked): Results {
  const { shard } = results;
  // Together with others it may end otherwise than it did alone.
  const told = shard ? { ...results, shard: { ...shard, spoilt: { outcome, why } } } : results;
  return told.exitCode === 5 ? told : { ...told, outcome, exitCode: 5, why };
}
