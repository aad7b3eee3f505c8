import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import open from 'open';
import { refusal } from '../model/result.ts';
import { buildAllureHtml } from '../report/allure/allure-html.ts';
import { writePage } from '../report/finish-run.ts';
import { linkedReport, lockReportFolder } from '../report-folder/own-folder.ts';
import { allureFolders, isWatched, pageFile, resultsFile } from '../report-folder/report-folder.ts';
import { loadResults } from '../results/load-results.ts';
import { firstProblems, formatProblem } from '../yaml/format-problem.ts';
import type { Ended, Invocation } from './usage.ts';

/** Runs `report`, which builds the HTML report of the last run, one file, and opens it if a person watches. */
export async function reportCommand(invocation: Invocation<{ readonly open: boolean }>): Promise<Ended> {
  const { flags, found } = invocation;
  const { reportDir } = found.value;
  const { results } = allureFolders(reportDir);
  if (!existsSync(results)) {
    return refusal(2, `${results} has no Allure results: no run has ended there, or it had --no-allure`);
  }
  return shown(invocation, 'report', Object.values(allureFolders('')), flags.open, async () => {
    // A page can be built without them all the same.
    const loaded = loadResults(resultsFile(reportDir));
    const built = await buildAllureHtml(reportDir, loaded.ok ? loaded.value : null);
    // Its links lead there.
    if (loaded.ok && !existsSync(pageFile(reportDir))) await writePage(reportDir, loaded.value);
    return built;
  });
}

/** Runs `open`, which shows the page of the last run, and makes it from the results if the run did not. */
export async function openCommand(invocation: Invocation): Promise<Ended> {
  const { reportDir } = invocation.found.value;
  const loaded = existsSync(pageFile(reportDir)) ? null : loadResults(resultsFile(reportDir));
  if (loaded?.ok === false) return refusal(2, firstProblems(loaded.error.map(formatProblem)));
  const make = loaded && (() => writePage(reportDir, loaded.value));
  return shown(invocation, 'page', [pageFile('')], true, make);
}

/** Makes a page while no run has the folder, prints its path, and opens it if a person watches. */
async function shown(
  { io, found }: Invocation,
  label: string,
  reports: readonly string[],
  opens: boolean,
  make: (() => Promise<string>) | null,
): Promise<Ended> {
  const { reportDir } = found.value;
  const linked = linkedReport(reportDir, reports);
  if (linked !== undefined) return linked;
  // A page that exists is shown also from a folder that cannot be written to.
  const page = make
    ? await lockReportFolder(reportDir).then((release) => make().finally(release))
    : pageFile(reportDir);
  io.stdout.write(found.mask(`${label.padEnd(14)}${page}\n`));
  if (!opens) return 0;
  if (isWatched(io.stdout, io.env)) await open(resolve(page));
  else io.stderr.write('not opened: standard output is no terminal, or CI is set\n');
  return 0;
}
