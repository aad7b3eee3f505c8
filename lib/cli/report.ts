import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import open from 'open';
import { refusal } from '../model/result.ts';
import type { Output } from '../model/running/io.ts';
import type { Environment } from '../model/running/settings.ts';
import { buildAllureHtml } from '../report/allure/allure-html.ts';
import { writePage } from '../report/finish-run.ts';
import { linkedReport, lockReportFolder } from '../report-folder/own-folder.ts';
import { allureFolders, pageFiles, resultsFile } from '../report-folder/report-folder.ts';
import { loadResults } from '../results/load-results.ts';
import { linkText } from '../run/clear-reports.ts';
import { firstProblems, formatProblem } from '../yaml/format-problem.ts';
import type { Invocation } from './usage.ts';

/** `report`: builds the HTML report of the last run, and opens it where somebody watches. It serves nothing: the page is one file. */
export async function reportCommand({
  flags,
  io,
  found,
  refuse,
}: Invocation<{ readonly open: boolean }>): Promise<number> {
  const { reportDir } = found.value;
  const { results } = allureFolders(reportDir);
  if (!existsSync(results)) {
    return refuse(
      refusal(2, `${results} has no Allure results: no run has ended there, or it had --no-allure`),
    );
  }
  const linked = await linkedReport(reportDir, Object.values(allureFolders('')));
  if (linked !== undefined) return refuse(refusal(2, linkText(linked)));
  const release = await lockReportFolder(reportDir);
  // A page can be built without them all the same.
  const loaded = loadResults(resultsFile(reportDir));
  const page = await buildAllureHtml(reportDir, loaded.ok ? loaded.value : null)
    .then(async (built) => {
      // Its links lead there.
      if (loaded.ok && !existsSync(pageFiles(reportDir).page)) await writePage(reportDir, loaded.value);
      return built;
    })
    .finally(release);
  io.stdout.write(found.mask(`report        ${page}\n`));
  if (flags.open && isWatched(io.stdout, io.env)) await open(resolve(page));
  return 0;
}

/** `open`: shows the page of the last run, which is made of its results where the run left it out. */
export async function openCommand({ io, found, refuse }: Invocation): Promise<number> {
  const { reportDir } = found.value;
  const linked = await linkedReport(reportDir, Object.values(pageFiles('')));
  if (linked !== undefined) return refuse(refusal(2, linkText(linked)));
  const { page } = pageFiles(reportDir);
  if (!existsSync(page)) {
    const loaded = loadResults(resultsFile(reportDir));
    if (!loaded.ok) return refuse(refusal(2, firstProblems(loaded.error.map(formatProblem))));
    const release = await lockReportFolder(reportDir);
    await writePage(reportDir, loaded.value).finally(release);
  }
  io.stdout.write(found.mask(`page          ${page}\n`));
  if (isWatched(io.stdout, io.env)) await open(resolve(page));
  return 0;
}

/** Whether a person looks at what is printed: a job of CI has no person to show a page to, nor has a pipe. */
export function isWatched({ isTTY }: Pick<Output, 'isTTY'>, { CI = '' }: Environment): boolean {
  return isTTY === true && CI === '';
}
