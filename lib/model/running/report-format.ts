/** Formats of which a run writes a file each, besides results.json and the pages. */
export const reportFormats = ['junit', 'markdown', 'tap', 'badge', 'har'] as const;

export type ReportFormat = (typeof reportFormats)[number];

/** What can be asked for; `github` writes no file of its own. */
export const reporterNames: readonly (ReportFormat | 'github')[] = [...reportFormats, 'github'];

/** A reporter as it was asked for. */
export interface ReporterChoice {
  readonly name: (typeof reporterNames)[number];
  /** Null for the usual file in the report folder. */
  readonly file: string | null;
}

/** A file that a run writes. */
export interface ReportFile {
  readonly format: ReportFormat;
  readonly path: string;
}
