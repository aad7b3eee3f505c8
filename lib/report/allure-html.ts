import { spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { allureFolders } from './report-folder.ts';

/**
 * Builds the HTML report from the results of the last run, replacing the one that was there.
 * @returns path of the page
 * @throws Error with what Allure said when it fails
 */
export async function buildAllureHtml(reportDir: string, name: string): Promise<string> {
  const { results, html, config } = allureFolders(reportDir);
  await rm(html, { recursive: true, force: true });
  const settings = {
    name,
    output: html,
    plugins: { awesome: { options: { singleFile: true, groupBy: ['feature', 'story'] } } },
  };
  await writeFile(config, JSON.stringify(settings, null, 2));
  await allure(['generate', '--config', config, '--output', html, results]);
  return join(html, 'index.html');
}

/** Serves the HTML report in a browser until interrupted. */
export async function openAllureHtml(reportDir: string): Promise<void> {
  await allure(['open', allureFolders(reportDir).html]);
}

function allure(args: readonly string[]): Promise<void> {
  const cli = join(dirname(createRequire(import.meta.url).resolve('allure')), '..', 'cli.js');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
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
