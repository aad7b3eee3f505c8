import { suiteIdentity } from '../bindings/suite-identity.ts';
import { printable } from '../findings/finding-text.ts';
import type { MaskedRun, ReportPlaces, ToldRun } from '../model/running/handoff.ts';
import type { Masked } from '../model/running/masked.ts';
import type { Results, RunReport } from '../model/running/results.ts';
import { buildResults, type RunTimes } from '../results/results.ts';
import { withRemarks } from '../results/told/remarks.ts';
import { type Mask, ownText } from '../secrets/mask.ts';
import { annotations } from './github/annotations.ts';
import { rewriteReports, type Written, writeReports } from './write-reports.ts';

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
export async function finishRun(
  run: MaskedRun<ToldRun & ReportPlaces>,
  report: RunReport,
  times: RunTimes,
): Promise<FinishedRun> {
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
  const first = await writeReports(places, judged, mask);
  const [fault] = first.faults;
  const results = fault === undefined ? judged : aborted(judged, 'error', fault);
  const written = results === judged ? first : await rewriteReports(places, first, results, mask);
  return {
    results,
    annotations: places.github ? annotations(results, places.github.workspace) : null,
    places: [
      ...[...new Set([...told, ...first.faults, ...written.faults])].map(
        (one) => `fault         ${printable(one)}`,
      ),
      ...placesOf(written, mask),
    ],
  };
}

/** Where the reports are, results.json last. */
function placesOf({ files }: Written, mask: Mask): readonly string[] {
  const last = ([label]: readonly [string, string]) => Number(label === 'results');
  return [...files]
    .sort((a, b) => last(a) - last(b))
    .map(([label, path]) => `${label.padEnd(12)}  ${mask(path)}`);
}

/**
 * Results of a run that something else ended than its verdicts say, which is told before what they say; one that ended
 * in a fault already stays so.
 */
export function aborted(results: Results, outcome: Results['outcome'], why: Masked): Results {
  const { shard } = results;
  // Together with others it may end otherwise than it did alone.
  const told = shard ? { ...results, shard: { ...shard, spoilt: { outcome, why } } } : results;
  if (told.exitCode === 5) return told;
  const first = results.why === undefined ? why : ownText(`${why}; ${results.why}`);
  return withRemarks({ ...told, outcome, exitCode: 5, why: first });
}
