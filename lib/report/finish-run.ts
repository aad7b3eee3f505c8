import type { Handoff } from '../model/handoff.ts';
import type { Results } from '../model/results.ts';
import { printable } from './finding-text.ts';
import { type Mask, maskFor } from './mask.ts';
import { requirementsFile } from './report-folder.ts';
import { requirementsPage } from './requirements-page.ts';
import { buildResults, type RunTimes } from './results.ts';
import type { RunReport } from './run-reporter.ts';
import { suiteIdentity } from './suite-identity.ts';
import { writeResults } from './write-results.ts';
import { writeWhole } from './write-whole.ts';

export interface FinishedRun {
  readonly results: Results;
  /** Lines that say where the page of requirements and results.json are. */
  readonly places: readonly string[];
  /** Lines about what the runner reports besides verdicts, without a secret. */
  readonly faults: readonly string[];
}

/**
 * Builds and writes the results of a run and the page of its requirements; whatever the runner reports besides
 * verdicts makes the run a fault of the harness, and so does a page that cannot be written.
 */
export async function finishRun(run: Handoff, report: RunReport, times: RunTimes): Promise<FinishedRun> {
  const mask = maskFor(run.secrets);
  const judged = withFaults(buildResults(run, report, times, suiteIdentity()), report.faults);
  const page = await writePage(run.reportDir, judged, mask);
  const results = withFaults(judged, page.faults);
  const path = await writeResults(run.reportDir, results);
  return {
    results,
    places: [...page.places, `results       ${path}`],
    faults: [...report.faults, ...page.faults].map((fault) => `fault         ${printable(mask(fault))}`),
  };
}

function withFaults(results: Results, faults: readonly string[]): Results {
  return faults.length > 0 && results.exitCode !== 5
    ? { ...results, outcome: 'error', exitCode: 5 }
    : results;
}

async function writePage(
  reportDir: string,
  results: Results,
  mask: Mask,
): Promise<{ readonly places: readonly string[]; readonly faults: readonly string[] }> {
  try {
    const path = await writeWhole(requirementsFile(reportDir), requirementsPage(results, mask));
    return { places: [`requirements  ${path}`], faults: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { places: [], faults: [`the page of requirements was not written: ${reason}`] };
  }
}
