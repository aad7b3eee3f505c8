import { join } from 'node:path';
import type { ReporterChoice, ReportFile, ReportFormat } from '../model/running/report-format.ts';

/** Names in the report folder, where none was given. */
const usualNames: Readonly<Record<ReportFormat, string>> = {
  junit: 'junit.xml',
  markdown: 'summary.md',
  tap: 'results.tap',
  badge: 'badge.json',
};

/** Paths of the files that reporters write of themselves, of this run or an earlier one. */
export function usualReportFiles(reportDir: string): readonly string[] {
  return Object.values(usualNames).map((name) => join(reportDir, name));
}

/** The files that the chosen reporters write. */
export function reportFilesOf(
  reporters: readonly ReporterChoice[],
  reportDir: string,
): readonly ReportFile[] {
  return reporters.flatMap(({ name, file }) =>
    name === 'github' ? [] : [{ format: name, path: file ?? join(reportDir, usualNames[name]) }],
  );
}
