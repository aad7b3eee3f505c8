import { spawn } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { suiteIdentity } from '../../bindings/suite-identity.ts';
import { allureFolders, keepPrivate } from '../../report-folder/report-folder.ts';
import { whyNoFolder } from '../../report-folder/write-atomic.ts';
import { allureConfig } from './allure-config.ts';
import { type RunOfHistory, withHistory } from './allure-history.ts';
import { finishedPage } from './allure-page.ts';

/**
 * Builds the HTML report from the results of a run, replacing the one that was there, and adds the run to the history.
 * @returns path of the page
 * @throws Error with why, in one line, or with what Allure said when it fails; there is no page then
 */
export async function buildAllureHtml(reportDir: string, run: RunOfHistory): Promise<string> {
  const name = [suiteIdentity().name, run.baseUrl].filter((part) => part !== '').join(': ');
  // Bodies stand in the page, as in the results that it is made of, and in whatever is made on the way.
  const leave = keepPrivate();
  const { html } = allureFolders(reportDir);
  try {
    await withHistory(reportDir, run, (historyPath) => generate(reportDir, name, historyPath, run.outcome));
    return await finishPage(join(html, 'index.html'));
  } catch (error) {
    // Half of it is of no use, and may have taken the space that the other reports need.
    await rm(html, { recursive: true, force: true }).catch(() => {});
    const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC';
    throw isFull ? new Error(whyNoFolder(reportDir, error), { cause: error }) : error;
  } finally {
    leave();
  }
}

async function generate(
  reportDir: string,
  name: string,
  historyPath: string,
  outcome: string | undefined,
): Promise<void> {
  const folders = allureFolders(reportDir);
  const { results, html, config } = folders;
  await rm(html, { recursive: true, force: true });
  // A link would be followed, to wherever it leads.
  await rm(config, { force: true });
  try {
    await writeFile(config, JSON.stringify(allureConfig(name, folders, historyPath, outcome), null, 2));
    await allure(['generate', '--config', config, '--output', html, results]);
  } finally {
    // It names a file of the history that is gone as well, and would be taken for one to configure something with.
    await rm(config, { force: true });
  }
}

async function finishPage(page: string): Promise<string> {
  const stock = await readFile(page, 'utf8');
  await writeFile(page, finishedPage(stock));
  return page;
}

/** Why Allure failed: it prints what a system says, with the code and where in its own code it was told. */
function failureOf(command: string | undefined, exitCode: number | null, said: string): Error {
  const code = /\bENOSPC\b/.exec(said)?.[0];
  const told = said
    .split('\n')
    .filter((line) => !/^ {4}at /.test(line))
    .join('\n')
    .trim();
  const failure = new Error(`allure ${command} ended with ${exitCode}: ${told}`);
  return code === undefined ? failure : Object.assign(failure, { code });
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
      else reject(failureOf(args[0], code, said));
    });
  });
}
