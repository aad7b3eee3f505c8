const JUNIT_BEGINS =
  /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites>\n<(?:testsuite id="0" package="postsms"|\/testsuites>)/;

/**
 * Every format of which a run writes a file, besides results.json and the pages; `formats` in lib/report render them. `file`
 * is its name in the report folder where the reporter names none, `begins` how it begins, so that a later run may replace it.
 */
export const reportFormats = {
  junit: { file: 'junit.xml', begins: JUNIT_BEGINS },
  'junit-properties': { file: 'junit-properties.xml', begins: JUNIT_BEGINS },
  markdown: {
    file: 'summary.md',
    begins: /^## (?:✅|⚠️|❌) postsms-conformance: [a-z]+(?:, with \d+ known failures?)? \(gate [a-z]+\)\n/,
  },
  tap: { file: 'results.tap', begins: /^TAP version 14\n1\.\.\d+\n/ },
  badge: { file: 'badge.json', begins: /^\{\s*"schemaVersion": 1,\s*"label": "SMS contract",/ },
  har: {
    file: 'recording.har',
    begins: /^\{"log":\{"version":"1\.2","creator":\{"name":"postsms-conformance"/,
  },
} as const satisfies Record<string, { file: string; begins: RegExp }>;

export type ReportFormat = keyof typeof reportFormats;

export const reportFormatNames = Object.keys(reportFormats) as readonly ReportFormat[];

/** `github` writes no file of its own. */
export const reporterNames: readonly (ReportFormat | 'github')[] = [...reportFormatNames, 'github'];

export interface ReporterChoice {
  readonly name: (typeof reporterNames)[number];
  /** Null for the usual file in the report folder. */
  readonly file: string | null;
}

export interface ReportFile {
  readonly format: ReportFormat;
  readonly path: string;
}
