import { suiteIdentity } from '../bindings/suite-identity.ts';
import { printable } from '../findings/finding-text.ts';
import type { MaskedRun, ReportPlaces, ToldRun } from '../model/running/handoff.ts';
import type { Masked } from '../model/running/masked.ts';
import type { Results, RunReport } from '../model/running/results.ts';
import { makeRoom } from '../report-folder/make-room.ts';
import { buildResults, type RunTimes } from '../results/results.ts';
import { withRemarks } from '../results/told/remarks.ts';
import { type Mask, ownText } from '../secrets/mask.ts';
import { annotations } from './github/annotations.ts';
import { type Written, writeAgain, writeReports } from './write-reports.ts';

export interface FinishedRun {
  readonly results: Results;
  /** Commands that tell GitHub Actions of it; null where there is none to tell. */
  readonly annotations: Masked | null;
  /** Whether the HTML page was taken away again, since the disk is full. */
  readonly pageTaken: boolean;
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
  const built = buildResults(run, report, times, suiteIdentity());
  const [fault] = told;
  const judged =
    fault !== undefined
      ? aborted(built, 'error', fault)
      : report.interrupted
        ? aborted(built, 'partial', ownText('interrupted'))
        : built;
  return finishReports(run, judged, told, run.mask);
}

/**
 * Writes every report of what was judged, in one run or in several. Where the disk is full, what can be made again makes
 * room for what cannot, and the lines say so.
 * @param told faults that the results know of already
 */
export async function finishReports(
  run: ReportPlaces,
  judged: Results,
  told: readonly Masked[],
  mask: Mask,
): Promise<FinishedRun> {
  const { results, written, faults, removed, pageTaken } = await writeAtLast(run, judged, mask);
  return {
    results,
    pageTaken,
    annotations: run.github ? annotations(results, run.github.workspace) : null,
    places: [
      ...[...told, ...faults, ...written.faults].map((one) => `fault         ${printable(one)}`),
      ...removed.map((one) => `removed       ${printable(one)}`),
      ...placesOf(written, mask),
    ],
  };
}

interface Last {
  readonly results: Results;
  readonly written: Written;
  /** Why the results are not those that were judged, besides what was not written. */
  readonly faults: readonly Masked[];
  /** What was taken away, and why. */
  readonly removed: readonly Masked[];
  readonly pageTaken: boolean;
}

/** No file may call a run good of which another report is missing. */
async function writeAtLast(run: ReportPlaces, judged: Results, mask: Mask): Promise<Last> {
  const first = await writeReports(run, judged, mask);
  const roomy = await writeWithRoom(run, judged, first, mask);
  const [unwritten] = roomy.written.faults;
  if (unwritten === undefined || roomy.results.exitCode === 5) return roomy;
  const results = aborted(roomy.results, 'error', unwritten);
  const { lost, ...written } = await writeAgain(run, roomy.written, results, mask, true);
  const told = lost.map((path) => ownText(`${mask(path)}: it told nothing of the fault, and ${NOT_AGAIN}`));
  return { ...roomy, results, written, removed: [...roomy.removed, ...told] };
}

const NOT_AGAIN = 'could not be written again';

/** The second try of a run whose disk is full. */
async function writeWithRoom(run: ReportPlaces, judged: Results, first: Written, mask: Mask): Promise<Last> {
  const [unwritten] = first.faults;
  const as = { results: judged, written: first, faults: [], removed: [], pageTaken: false };
  if (unwritten === undefined || !first.full) return as;
  const page = await makeRoom(run.reportDir);
  const fault = ownText(`the HTML report was taken away to make room: ${unwritten}`);
  const results = page === undefined || judged.exitCode === 5 ? judged : aborted(judged, 'error', fault);
  const { lost, ...written } = await writeAgain(run, first, results, mask, results !== judged);
  const taken = page === undefined ? [] : [ownText(`${mask(page)}: to make room; ${BUILDS}`)];
  const told = lost.map((path) => ownText(`${mask(path)}: to make room, and ${NOT_AGAIN}`));
  return {
    results,
    written,
    faults: page === undefined ? [] : [fault],
    removed: [...taken, ...told],
    pageTaken: page !== undefined,
  };
}

const BUILDS = '`report` builds it again where there is space';

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
