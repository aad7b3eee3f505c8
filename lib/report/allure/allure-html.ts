import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Results } from '../../model/running/results.ts';
import type { HtmlReport } from '../../model/running/settings.ts';
import { allureFolders, historyFile, keepPrivate } from '../../report-folder/report-folder.ts';
import { whyNoFolder } from '../../report-folder/write-atomic.ts';
import { allureConfig } from './allure-config.ts';
import { finishedPage } from './allure-page.ts';

/** What is told about a file besides the results, and what kept it from being written. */
export interface Written {
  readonly places: readonly string[];
  readonly faults: readonly string[];
}

export const nothingWritten: Written = { places: [], faults: [] };

/** Exchanges of a page that is built unasked: more take minutes, and a browser long to open. */
const MOST_UNASKED = 5_000;

/** Builds the page where it is wanted. A page that cannot be built is a fault of the run, and removes nothing else. */
export async function buildWantedHtml(
  reportDir: string,
  results: Results,
  html: HtmlReport,
): Promise<Written> {
  const exchanges = results.exchanges.length;
  if (html === 'no') return nothingWritten;
  if (html === 'unless-large' && exchanges > MOST_UNASKED) {
    const place = `report        not built, for ${exchanges} exchanges; \`report\` builds it now, --html at the end of every run`;
    return { places: [place], faults: [] };
  }
  try {
    return { places: [`report        ${await buildAllureHtml(reportDir, results)}`], faults: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { places: [], faults: [`the HTML report was not built: ${reason}`] };
  }
}

/**
 * Builds the HTML report from the Allure results in a report folder, replacing an earlier one, and adds the run to the
 * history of runs of its kind of target.
 *
 * @param results of the run; no members where they cannot be read
 * @returns path of the page
 * @throws Error with what Allure said; there is no page then
 */
export async function buildAllureHtml(reportDir: string, results: Partial<Results>): Promise<string> {
  const folders = allureFolders(reportDir);
  const history = historyFile(reportDir, results.target?.kind ?? 'external');
  // Bodies of messages are in the page, as in the results that it is made of.
  const leave = keepPrivate();
  try {
    await rm(folders.html, { recursive: true, force: true });
    // A link would be followed, wherever it leads.
    await rm(folders.config, { force: true });
    await forgetRun(history, results.startedAt);
    await writeFile(folders.config, JSON.stringify(allureConfig(results, history)));
    await generate(folders.config, folders.html, folders.results);
    const page = join(folders.html, 'index.html');
    await writeFile(page, finishedPage(await readFile(page, 'utf8')));
    return page;
  } catch (error) {
    await rm(folders.html, { recursive: true, force: true }).catch(() => {});
    const isFull = /\bENOSPC\b/.test(String(error));
    throw isFull ? new Error(whyNoFolder(reportDir, { code: 'ENOSPC' }), { cause: error }) : error;
  } finally {
    // It would be taken for a configuration of other runs of Allure in this folder.
    await rm(folders.config, { force: true });
    leave();
  }
}

/**
 * Removes from a history what a run has added itself, so that a page that is built again does not show the run as one
 * before itself; and lines that are damaged, which would keep Allure from building any.
 *
 * @param startedAt ISO 8601; Allure gives each line the time at which its page was built
 */
async function forgetRun(history: string, startedAt: string | undefined): Promise<void> {
  const text = await readFile(history, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line !== '');
  const start = startedAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(startedAt);
  const earlier = lines.filter((line) => builtAt(line) < start);
  if (earlier.length === lines.length) return;
  await writeFile(history, earlier.map((line) => `${line}\n`).join(''), { mode: 0o600 });
}

/** Milliseconds since 1970; NaN for a damaged line. */
function builtAt(line: string): number {
  try {
    return (JSON.parse(line) as { readonly timestamp: number }).timestamp;
  } catch {
    return Number.NaN;
  }
}

async function generate(config: string, html: string, results: string): Promise<void> {
  const cli = join(dirname(createRequire(import.meta.url).resolve('allure')), '..', 'cli.js');
  const args = [cli, 'generate', '--config', config, '--output', html, results];
  try {
    await promisify(execFile)(process.execPath, args, { maxBuffer: 10_000_000 });
  } catch (error) {
    const { stdout, stderr, code } = error as Error & Record<'stdout' | 'stderr' | 'code', unknown>;
    // Without the stack in its own code.
    const said = `${stdout}${stderr}`.replace(/^ {4}at .*\n?/gm, '').trim();
    throw new Error(`allure generate ended with ${code}: ${said}`);
  }
}
