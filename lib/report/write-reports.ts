import type { ReportPlaces } from '../model/running/handoff.ts';
import type { Masked } from '../model/running/masked.ts';
import type { Results } from '../model/running/results.ts';
import { removeAll } from '../report-folder/make-room.ts';
import { requirementsFile } from '../report-folder/report-folder.ts';
import { lacksSpace } from '../report-folder/unwritable.ts';
import { writeAtomic } from '../report-folder/write-atomic.ts';
import type { Mask } from '../secrets/mask.ts';
import { formats } from './formats/registry.ts';
import { writeStepSummary } from './github/step-summary.ts';
import { requirementsPage } from './requirements/requirements-page.ts';
import { writeResults } from './write-results.ts';

/** A report, or a file that holds one. */
interface Report {
  readonly label: string;
  readonly what: string;
  readonly write: (results: Results) => Promise<string>;
}

/** What became of the reports of a run. */
export interface Written {
  /** Why some were not written. */
  readonly faults: readonly Masked[];
  /** Whether one of them found no space. */
  readonly full: boolean;
  /** Paths of those that were, by label. */
  readonly files: ReadonlyMap<string, string>;
}

/** Writes every report, also after one that could not be written. */
export function writeReports(run: ReportPlaces, results: Results, mask: Mask): Promise<Written> {
  return writeAll(reportsOf(run), results, mask);
}

/**
 * Writes again what was written before and is no longer right, and what could not be written. On a full disk each
 * gives up its place first, for a file that is replaced whole needs that of two; and none stays that cannot be written
 * again, for it would tell of another end.
 * @param changed whether the results are others than before
 */
export async function writeAgain(
  run: ReportPlaces,
  before: Written,
  results: Results,
  mask: Mask,
  changed: boolean,
): Promise<Written & { readonly lost: readonly string[] }> {
  const kept = [...before.files].filter(([label]) => !changed && label === 'results');
  const stale = [...before.files].filter(([label]) => !kept.some(([one]) => one === label));
  // The job summary is also that of other programs, and gives up its place by itself.
  const own = stale.filter(([label]) => label !== 'github');
  if (before.full) await removeAll(own.map(([, path]) => path));
  const reports = reportsOf(run).filter(({ label }) => !kept.some(([one]) => one === label));
  const again = await writeAll(reports, results, mask);
  const lost = own.filter(([label]) => !again.files.has(label)).map(([, path]) => path);
  await removeAll(lost);
  return { ...again, files: new Map([...again.files, ...kept]), lost };
}

/** results.json first: of all of them it is worth most, and no other command makes it again. */
function reportsOf({ reportDir, reportFiles, github }: ReportPlaces): readonly Report[] {
  const results: Report = {
    label: 'results',
    what: 'results.json',
    write: (told) => writeResults(reportDir, told),
  };
  const requirements: Report = {
    label: 'requirements',
    what: 'the page of requirements',
    write: (told) => writeAtomic(requirementsFile(reportDir), requirementsPage(told)),
  };
  const chosen = reportFiles.map(
    ({ format, path }): Report => ({
      label: format,
      what: `the ${format} report`,
      write: (told) => writeAtomic(path, formats[format](told)),
    }),
  );
  const summaryFile = github?.summaryFile;
  if (!github || !summaryFile) return [results, ...chosen, requirements];
  const summary: Report = {
    label: 'github',
    what: 'the job summary',
    write: (told) => writeStepSummary(github, summaryFile, told),
  };
  return [results, ...chosen, summary, requirements];
}

async function writeAll(reports: readonly Report[], results: Results, mask: Mask): Promise<Written> {
  const faults: Masked[] = [];
  const files = new Map<string, string>();
  let full = false;
  for (const { label, what, write } of reports) {
    try {
      files.set(label, await write(results));
    } catch (error) {
      full ||= lacksSpace(error);
      const reason = error instanceof Error ? error.message : String(error);
      faults.push(mask(`${what} was not written: ${reason}`));
    }
  }
  return { faults, full, files };
}
