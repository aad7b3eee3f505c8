import { dirname, join, resolve } from 'node:path';
import type { Target } from '../model/contract.ts';
import { type Refusal, refusal } from '../model/result.ts';
import type { Output } from '../model/running/io.ts';
import type { ReportPlaces } from '../model/running/prepared-run.ts';
import { type ReporterChoice, type ReportFile, reportFormats } from '../model/running/report-format.ts';
import type { Environment } from '../model/running/settings.ts';
import { slashed } from '../text/paths.ts';

/** The lines about a written file, and the faults that kept it from being written. */
export interface Written {
  readonly places: readonly string[];
  readonly faults: readonly string[];
}

export const nothingWritten: Written = { places: [], faults: [] };

const inFolder = (folder: string, ...names: readonly string[]) => slashed(join(folder, ...names));

/** The paths of what a run writes; the output is that of a client that `listen` started. */
export const resultsFile = (reportDir: string) => inFolder(reportDir, 'results.json');
export const pageFile = (reportDir: string) => inFolder(reportDir, 'report.html');
export const clientOutputFile = (reportDir: string) => inFolder(reportDir, 'client-output.txt');
export const allurePage = (reportDir: string) => inFolder(allureFolders(reportDir).html, 'index.html');

/** The paths of what the runs against a kind of target leave for later ones: the history of Allure, and their causes. */
/** Returns the path of the history of earlier runs, one file for each kind of target; no run removes it. */
export const historyFile = (reportDir: string, kind: Target['kind']) =>
  inFolder(reportDir, 'history', `${kind}.jsonl`);
export const causesFile = (reportDir: string, kind: Target['kind']) =>
  inFolder(reportDir, 'history', `${kind}-causes.json`);

/** Returns where a run keeps its Allure results and the HTML made of them. */
export function allureFolders(reportDir: string) {
  return {
    results: inFolder(reportDir, 'allure-results'),
    html: inFolder(reportDir, 'allure-report'),
    config: inFolder(reportDir, 'allurerc.json'),
  };
}

/** Returns the files that the chosen reporters write. */
export function reportFilesOf(reporters: readonly ReporterChoice[], reportDir: string) {
  return reporters.flatMap(({ name, file }): readonly ReportFile[] =>
    name === 'github' ? [] : [{ format: name, path: file ?? inFolder(reportDir, reportFormats[name].file) }],
  );
}

/** Returns where the reports of a run go; they go to GitHub Actions in one of its jobs, or if a setting asks for that. */
export function reportPlacesOf(
  settings: Pick<ReportPlaces, 'reportDir' | 'html'> & { readonly reporter: readonly ReporterChoice[] },
  environment: Environment,
): ReportPlaces {
  const { reportDir, reporter, html } = settings;
  const isTold = isGithub(environment) || reporter.some(({ name }) => name === 'github');
  const { GITHUB_STEP_SUMMARY, GITHUB_WORKSPACE } = environment;
  const job = { summaryFile: GITHUB_STEP_SUMMARY || null, workspace: GITHUB_WORKSPACE || process.cwd() };
  return { reportDir, html, reportFiles: reportFilesOf(reporter, reportDir), github: isTold ? job : null };
}

/** True if a person watches the output, as in no job of CI and no pipe. */
export function isWatched({ isTTY }: Pick<Output, 'isTTY'>, { CI = '' }: Environment): boolean {
  return isTTY === true && CI === '';
}

/** True if this process runs in a job of GitHub Actions. */
export function isGithub(environment: Environment): boolean {
  return environment.GITHUB_ACTIONS === 'true';
}

/** The names of everything that runs write into a report folder by default. */
export const reportNames: readonly string[] = [
  resultsFile(''),
  pageFile(''),
  clientOutputFile(''),
  ...Object.values(reportFormats).map(({ file }) => file),
  ...Object.values(allureFolders('')),
];

/** Refuses a recording inside the report folder, which is emptied, or the folder itself as a recording. */
export function emptiedRecording(reportDir: string, files: readonly string[]): Refusal | undefined {
  const folder = resolve(reportDir);
  const emptied = files.find((file) => [resolve(file), dirname(resolve(file))].includes(folder));
  if (emptied === undefined) return undefined;
  const why = `is in the report folder ${reportDir}, which is emptied for the new reports`;
  return refusal(2, `${emptied} ${why}; add --report-dir with another folder`);
}

/** Makes new files and folders of this process readable for their owner alone, until the returned function is called. */
export function keepPrivate(): () => void {
  const before = process.umask(0o077);
  return () => void process.umask(before);
}
