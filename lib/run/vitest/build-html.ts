import type { HtmlReport } from '../../model/running/settings.ts';
import type { RunOfHistory } from '../../report/allure/allure-history.ts';
import { buildAllureHtml } from '../../report/allure/allure-html.ts';

/** What is told about a file besides the results, and what kept it from being written. */
export interface Written {
  readonly places: readonly string[];
  readonly faults: readonly string[];
}

export const nothingWritten: Written = { places: [], faults: [] };

/** Exchanges of a page that is built though nobody asked for it: more take minutes, and a browser long to open. */
const MOST_UNASKED = 5_000;

interface Wanted {
  readonly html: HtmlReport;
  readonly exchanges: number;
}

/**
 * Builds the HTML report where it is wanted; a report that cannot be built is a fault of the run, and takes nothing else
 * with it.
 */
export async function buildHtml(
  reportDir: string,
  run: RunOfHistory,
  { html, exchanges }: Wanted,
): Promise<Written> {
  if (html === 'no') return nothingWritten;
  if (html === 'unless-large' && exchanges > MOST_UNASKED)
    return { places: [unasked(exchanges)], faults: [] };
  try {
    const path = await buildAllureHtml(reportDir, run);
    return { places: [`report        ${path}`], faults: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { places: [], faults: [`the HTML report was not built: ${reason}`] };
  }
}

function unasked(exchanges: number): string {
  return `report        not built, for ${exchanges} exchanges; \`report\` builds it now, --html at the end of every run`;
}
