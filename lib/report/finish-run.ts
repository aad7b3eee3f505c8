import type { Handoff } from '../model/handoff.ts';
import type { Results } from '../model/results.ts';
import { printable } from './finding-text.ts';
import { maskFor } from './mask.ts';
import { buildResults, type RunTimes } from './results.ts';
import type { RunReport } from './run-reporter.ts';
import { suiteIdentity } from './suite-identity.ts';
import { writeResults } from './write-results.ts';

export interface FinishedRun {
  readonly results: Results;
  /** Path of results.json. */
  readonly path: string;
  /** Lines about what the runner reports besides verdicts, without a secret. */
  readonly faults: readonly string[];
}

/**
 * Builds and writes the results of a run; whatever the runner reports besides verdicts makes the run a fault of
 * the harness.
 */
export async function finishRun(run: Handoff, report: RunReport, times: RunTimes): Promise<FinishedRun> {
  const built = buildResults(run, report, times, suiteIdentity());
  const results: Results =
    report.faults.length > 0 && built.exitCode !== 5 ? { ...built, outcome: 'error', exitCode: 5 } : built;
  const mask = maskFor(run.secrets);
  const faults = report.faults.map((fault) => `fault         ${printable(mask(fault))}`);
  return { results, path: await writeResults(run.reportDir, results), faults };
}
