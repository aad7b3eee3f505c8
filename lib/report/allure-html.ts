import { spawn } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { keepPrivate } from './private-files.ts';
import { allureFolders } from './report-folder.ts';

/**
 * The analytics of a page of Allure, which it has no switch for: a page that holds what a live target said must not
 * ask a third party for a script when it is opened.
 */
const ANALYTICS =
  /<script async src="https:\/\/www\.googletagmanager\.com[^>]*><\/script>\s*<script>[\s\S]*?<\/script>/;

/**
 * Builds the HTML report from the results of the last run, replacing the one that was there.
 * @returns path of the page
 * @throws Error with what Allure said when it fails
 */
export async function buildAllureHtml(reportDir: string, name: string): Promise<string> {
  // Bodies stand in the page, as in the results that it is made of, and in whatever is made on the way.
  const leave = keepPrivate();
  try {
    return await build(reportDir, name);
  } finally {
    leave();
  }
}

async function build(reportDir: string, name: string): Promise<string> {
  const { results, html, config } = allureFolders(reportDir);
  await rm(html, { recursive: true, force: true });
  // A link would be followed, to wherever it leads.
  await rm(config, { force: true });
  const settings = {
    name,
    output: html,
    plugins: { awesome: { options: { singleFile: true, groupBy: ['feature', 'story'] } } },
  };
  await writeFile(config, JSON.stringify(settings, null, 2));
  await allure(['generate', '--config', config, '--output', html, results]);
  const page = join(html, 'index.html');
  const stock = await readFile(page, 'utf8');
  const quiet = stock.replace(ANALYTICS, '');
  if (quiet.includes('src="https://www.googletagmanager')) {
    throw new Error(
      'the page of Allure has analytics in a form that is not known, and they cannot be taken out',
    );
  }
  await writeFile(page, quiet);
  return page;
}

/** Serves the HTML report in a browser until interrupted. */
export async function openAllureHtml(reportDir: string): Promise<void> {
  await allure(['open', allureFolders(reportDir).html]);
}

function allure(args: readonly string[]): Promise<void> {
  const cli = join(dirname(createRequire(import.meta.url).resolve('allure')), '..', 'cli.js');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`allure ${args[0]} ended with ${code}: ${said.trim()}`));
    });
  });
}
