import type { RunOfHistory } from '../report/allure-history.ts';
import { buildAllureHtml } from '../report/allure-html.ts';

/** What is told about a file besides the results, and what kept it from being written. */
export interface Written {
  readonly places: readonly string[];
  readonly faults: readonly string[];
}

export const nothingWritten: Written = { places: [], faults: [] };

/** Builds the HTML report; a report that cannot be built is a fault of the run, and takes nothing else with it. */
export async function buildHtml(reportDir: string, run: RunOfHistory): Promise<Written> {
  try {
    const path = await buildAllureHtml(reportDir, run);
    return { places: [`report        ${path}`], faults: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { places: [], faults: [`the HTML report was not built: ${reason}`] };
  }
}
