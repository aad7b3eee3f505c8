import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Results } from '../../model/running/results.ts';
import {
  allureFolders,
  allurePage,
  historyFile,
  keepPrivate,
  type Written,
} from '../../report-folder/report-folder.ts';
import { attempt, reasonOf } from '../../text/reason-of.ts';
import { allureConfig } from './allure-config.ts';

/** Exchanges of a page that a run builds: more take minutes to build, and long to open in a browser. */
const MOST_BUILT = 5_000;

/** Says why a run does not build its page; undefined where it does. */
export function whyNotBuilt({ exchanges: { length } }: Results): string | undefined {
  return length > MOST_BUILT ? `not built, for ${length} exchanges; \`report\` builds it` : undefined;
}

/** Builds the page after a run. A page that cannot be built is a fault of the run; no other report is removed. */
export async function writeHtml(reportDir: string, results: Results): Promise<Written> {
  const why = whyNotBuilt(results);
  if (why !== undefined) return { places: [`report        ${why}`], faults: [] };
  try {
    return { places: [`report        ${await buildAllureHtml(reportDir, results)}`], faults: [] };
  } catch (error) {
    return { places: [], faults: [`the HTML report was not built: ${reasonOf(error)}`] };
  }
}

/**
 * Builds the HTML report of a report folder, adds the run to the history of its kind of target, and returns the path of
 * the page. The results are null where they cannot be read.
 * @throws Error with what Allure said; there is no page then
 */
export async function buildAllureHtml(reportDir: string, results: Results | null): Promise<string> {
  const folders = allureFolders(reportDir);
  // Bodies of messages are in the page, as in the results that it is made of.
  const leave = keepPrivate();
  try {
    await withdrawHtml(reportDir, results);
    // A link would be followed, wherever it leads.
    await rm(folders.config, { force: true });
    await writeFile(folders.config, JSON.stringify(allureConfig(results, historyOf(reportDir, results))));
    await runAllure(folders.config, folders.html, folders.results);
    const page = allurePage(reportDir);
    await writeFile(page, finishedPage(await readFile(page, 'utf8')));
    return page;
  } catch (error) {
    await rm(folders.html, { recursive: true, force: true });
    throw error;
  } finally {
    // It would be taken for a configuration of other runs of Allure in this folder.
    await rm(folders.config, { force: true });
    leave();
  }
}

/** Removes the page of a run, its entry in the history, and damaged lines there, with which Allure builds no page. */
export async function withdrawHtml(reportDir: string, results: Results | null): Promise<void> {
  await rm(allureFolders(reportDir).html, { recursive: true, force: true });
  const history = historyOf(reportDir, results);
  const text = await readFile(history, 'utf8').catch(() => '');
  const start = results === null ? Number.POSITIVE_INFINITY : Date.parse(results.startedAt);
  const earlier = text.split(/(?<=\n)/).filter((line) => attempt(() => JSON.parse(line).timestamp < start));
  if (text !== '') await writeFile(history, earlier.join(''), { mode: 0o600 });
}

function historyOf(reportDir: string, results: Results | null): string {
  return historyFile(reportDir, results?.target.kind ?? 'external');
}

/** Builds a page by the core of Allure, without the commands around it, which no run needs. */
const BUILD = `
  const [core, config, output, results] = process.argv.slice(1);
  const { AllureReport, readConfig } = await import(core);
  const report = new AllureReport(await readConfig(process.cwd(), config, { output }));
  await report.start();
  await report.readDirectory(results);
  await report.done();
`;

/** Builds the page in a process of its own, which frees the memory of Allure. */
async function runAllure(config: string, html: string, results: string): Promise<void> {
  // Allure builds an empty page of a folder that it cannot read.
  await access(results).catch(() => {
    throw new Error(`${results}: there are no Allure results`);
  });
  const core = pathToFileURL(createRequire(import.meta.url).resolve('@allurereport/core')).href;
  const args = ['--input-type=module', '--eval', BUILD, core, config, html, results];
  try {
    await promisify(execFile)(process.execPath, args, { maxBuffer: 10_000_000 });
  } catch (error) {
    const { stdout, stderr, code } = error as Error & Record<'stdout' | 'stderr' | 'code', unknown>;
    // Without the stack in its own code.
    const said = `${stdout}${stderr}`.replace(/^ {4}at .*\n?/gm, '').trim();
    throw new Error(`Allure ended with ${code}: ${said}`);
  }
}

/** The analytics of Allure, which has no switch for them; a page with replies must load no script of a third party. */
const ANALYTICS =
  /<script async src="https:\/\/www\.googletagmanager\.com[^>]*><\/script>\s*<script>[\s\S]*?<\/script>/;

/**
 * Makes links of requirements and of their page. The text that Allure goes on to write to is moved into the link. Allure
 * also makes a link of each address in a message, which a stranger may have written: these lead nowhere.
 */
const LINKS = `
  const lead = (last, hrefOf) => {
    const text = last?.firstChild;
    if (!last || last.localName === 'a' || !text) return;
    const link = last.querySelector('a') ?? document.createElement('a');
    const href = hrefOf(last.textContent);
    Object.assign(link, { href, target: '_blank', rel: 'noopener', style: 'color: inherit' });
    if (link.isConnected) return;
    link.append(text);
    last.append(link);
  };
  const all = (id) => document.querySelectorAll('[data-testid="' + id + '"]');
  const observer = new MutationObserver(() => {
    for (const row of all('test-result-meta-link'))
      lead(row.lastElementChild, (name) => '../report.html#' + encodeURIComponent(name));
    for (const value of all('metadata-item-value'))
      if (value.textContent === 'report.html') lead(value.querySelector('span'), (name) => '../' + name);
    for (const link of document.querySelectorAll('a[href*=":"]'))
      if (/^\\s*([a-z]+:|www[.])/i.test(link.textContent) && !link.closest('[data-testid="test-result-meta-link"]'))
        link.removeAttribute('href');
    observer.takeRecords();
  });
  const attributeFilter = ['href'];
  observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributeFilter });
  // On a phone Allure scrolls to its first test when it starts, past the outcome and the causes.
  const stay = ({ target }) => { if (location.hash.length < 2) target.scrollTop = 0; };
  addEventListener('scroll', stay, { capture: true, once: true });
  setTimeout(() => removeEventListener('scroll', stay, true), 3000);
`;

/** Shows variables below each other and labels whole, puts labels and links behind the explanation, and links of a narrow page in one column. */
const STYLE = `
  [data-testid="base-layout"] { overflow-anchor: none; }
  [data-testid="report-variables"] [data-testid="metadata-list"] { grid-template-columns: minmax(0, 1fr) !important; }
  [data-testid="report-variables"] [data-testid="metadata-item"] { grid-template-columns: 8rem minmax(0, 1fr); }
  [data-testid="metadata-item-value"] span { white-space: normal; overflow-wrap: anywhere; }
  div:has(> [data-testid="test-result-description"]) { display: flex; flex-direction: column; }
  div:has(> [data-testid="test-result-description"])
    > :is([data-testid="test-result-meta-links"], :has([data-testid="metadata-item"])) { order: 1; }
  @media (max-width: 600px) {
    [data-testid="metadata-item"] { display: block; }
    div:has(> [data-testid="test-result-meta-link"]) { grid-template-columns: minmax(0, 1fr); }
    [data-testid="test-result-meta-link"] { overflow-wrap: anywhere; }
  }
`;

const CHARSET = '<meta charset="utf-8">';

/**
 * Returns a page of Allure that loads nothing, runs no script but its own, and leads to the page of the run.
 * @throws Error where the page has analytics in a form that is not known
 */
export function finishedPage(stock: string): string {
  const quiet = stock.replace(ANALYTICS, '');
  if (quiet.includes('src="https://www.googletagmanager')) {
    throw new Error(
      'the page of Allure has analytics in a form that is not known, and they cannot be taken out',
    );
  }
  const nonce = randomBytes(16).toString('base64');
  // Nothing is loaded but what the page holds, and what a target wrote into it can run nothing.
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; form-action 'none';
    script-src 'nonce-${nonce}'; style-src 'unsafe-inline' data:; font-src data:; frame-src blob:;
    img-src data: blob:; media-src data: blob:; connect-src data: blob:">`;
  // Data appears in a page as base64, so every tag is one of the page itself.
  return quiet
    .replace('</body>', () => `<style>${STYLE}</style>\n<script>${LINKS}</script>\n</body>`)
    .replace(/<script(?=[\s>])/g, `<script nonce="${nonce}"`)
    .replace(CHARSET, `${CHARSET}\n${policy}`);
}
