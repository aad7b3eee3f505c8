import { access, rm } from 'node:fs/promises';
import type { ReportPlaces } from '../model/running/handoff.ts';
import type { Masked } from '../model/running/masked.ts';
import type { ResultFormat } from '../model/running/report-format.ts';
import type { Results } from '../model/running/results.ts';
import { requirementsFile, resultsFile } from '../report-folder/report-folder.ts';
import { writeAtomic } from '../report-folder/write-atomic.ts';
import { type Mask, ownText } from '../secrets/mask.ts';
import { plainJson } from '../text/plain-json.ts';
import { badgeJson } from './formats/badge.ts';
import { junitXml } from './formats/junit.ts';
import { markdown } from './formats/markdown.ts';
import { tapText } from './formats/tap.ts';
import { writeStepSummary } from './github/github-job.ts';
import { requirementsPage } from './requirements/requirements-page.ts';

/** How each format tells of a run. */
export const formats: Readonly<Record<ResultFormat, (results: Results) => Masked>> = {
  junit: junitXml,
  markdown: (results) => markdown(results),
  tap: tapText,
  badge: badgeJson,
};

interface Report {
  readonly label: string;
  /** What it is called in a sentence. */
  readonly what: string;
  readonly write: (results: Results) => Promise<string>;
}

/** What became of the reports of a run. */
export interface Written {
  /** Why some were not written. */
  readonly faults: readonly Masked[];
  /** Paths of those that were, by label. */
  readonly files: ReadonlyMap<string, string>;
}

/** Writes every report, also after one that could not be written; results.json first, which no other command makes again. */
export async function writeReports(places: ReportPlaces, results: Results, mask: Mask): Promise<Written> {
  const faults: Masked[] = [];
  const files = new Map<string, string>();
  for (const { label, what, write } of reportsOf(places)) {
    try {
      files.set(label, await write(results));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      faults.push(mask(`${what} was not written: ${reason}`));
    }
  }
  return { faults, files };
}

/**
 * Writes every report again with other results. One that cannot be written again is removed, since it tells another end;
 * the job summary is also that of other programs, and stays.
 */
export async function rewriteReports(
  places: ReportPlaces,
  before: Written,
  results: Results,
  mask: Mask,
): Promise<Written> {
  const again = await writeReports(places, results, mask);
  for (const [label, path] of before.files) {
    if (label !== 'github' && !again.files.has(label)) await rm(path, { force: true }).catch(() => {});
  }
  return again;
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
  if (!github || !summaryFile) return own;
  const write = (results: Results) => writeStepSummary(github, summaryFile, results);
  return [...own, { label: 'github', what: 'the job summary', write }];
}
