import type { Handoff } from '../model/handoff.ts';
import type { Results } from '../model/results.ts';
import { printable } from './finding-text.ts';
import { maskFor } from './mask.ts';
import { requirementsFile } from './report-folder.ts';
import { requirementsPage } from './requirements-page.ts';
import { buildResults, type RunTimes } from './results.ts';
import type { RunReport } from './run-reporter.ts';
import { suiteIdentity } from './suite-identity.ts';
import { writeResults } from './write-results.ts';
import { writeWhole } from './write-whole.ts';

export interface FinishedRun {
  readonly results: Results;
  /** Lines about what the runner reports besides verdicts, without a secret, and where the files are. */
  readonly places: readonly string[];
}

/**
 * Builds and writes the page of requirements and the results of a run; whatever the runner reports besides verdicts
 * makes the run a fault of the harness, and so does a file that cannot be written: the verdicts are still there to
 * be told. An interrupted run is partial even if every exchange was judged: who ended it did not want it to count.
 */
export async function finishRun(run: Handoff, report: RunReport, times: RunTimes): Promise<FinishedRun> {
  const mask = maskFor(run.secrets, run.numbers);
  const line = (fault: string) => `fault         ${printable(mask(fault))}`;
  const built = buildResults(run, report, times, suiteIdentity());
  const judged =
    report.faults.length > 0 ? faulty(built) : report.interrupted ? spoilt(built, 'partial') : built;
  const page = await attempt('the page of requirements', () =>
    writeWhole(requirementsFile(run.reportDir), requirementsPage(judged)),
  );
  const results = page.fault === undefined ? judged : faulty(judged);
  const written = await attempt('results.json', () => writeResults(run.reportDir, results));
  const faults = [...report.faults, ...[page, written].flatMap(({ fault }) => fault ?? [])];
  return {
    results: written.fault === undefined ? results : faulty(results),
    places: [
      ...faults.map(line),
      ...(page.path === undefined ? [] : [`requirements  ${page.path}`]),
      ...(written.path === undefined ? [] : [`results       ${written.path}`]),
    ],
  };
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

function faulty(results: Results): Results {
  return spoilt(results, 'error');
}

function spoilt(results: Results, outcome: Results['outcome']): Results {
  return results.exitCode === 5 ? results : { ...results, outcome, exitCode: 5 };
}
