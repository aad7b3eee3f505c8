import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type InlineConfig, startVitest } from 'vitest/node';
import type { Settings } from '../model/settings.ts';
import { allureFolders, buildAllureHtml } from '../report/allure-html.ts';
import { allureReporter } from '../report/allure-reporter.ts';
import { summaryText } from '../report/console.ts';
import { finishRun } from '../report/finish-run.ts';
import { progressOn } from '../report/progress.ts';
import { type RunReport, runReporter } from '../report/run-reporter.ts';
import { type Prepared, prepare } from './prepare.ts';
import type { Stop } from './stop.ts';

const projectRoot = fileURLToPath(new URL('../../', import.meta.url));

/** Runs the suite in Vitest, writes every report, prints the summary, and gives the exit code. */
export async function runSuite(settings: Settings): Promise<Stop | { readonly exitCode: number }> {
  const startedAt = new Date();
  const started = performance.now();
  const prepared = await prepare(settings);
  if (!prepared.ok) return prepared;
  try {
    if (settings.allure)
      await rm(allureFolders(settings.reportDir).results, { recursive: true, force: true });
    const report = await judge(prepared, settings);
    const times = { startedAt, durationMs: performance.now() - started };
    const { results, path, faults } = await finishRun(prepared.handoff, report, times);
    const places = [...faults];
    if (settings.allure && settings.html) {
      const name = `${results.suite.name}: ${results.target.baseUrl}`;
      places.push(`report        ${await buildAllureHtml(settings.reportDir, name)}`);
    }
    process.stdout.write(
      summaryText(prepared.handoff, report.records, results, [...places, `results       ${path}`]),
    );
    return { exitCode: results.exitCode };
  } finally {
    await prepared.close();
  }
}

async function judge({ handoff }: Prepared, settings: Settings): Promise<RunReport> {
  let report: RunReport = {
    chosen: [],
    records: [],
    faults: ['the runner ended without a report'],
    calibration: null,
  };
  const reporter = runReporter(progressOn(process.stdout), (ended) => {
    report = ended;
  });
  const { results } = allureFolders(settings.reportDir);
  const vitest = await startVitest('test', [], {
    root: projectRoot,
    config: fileURLToPath(new URL('../../vitest.config.ts', import.meta.url)),
    run: true,
    watch: false,
    ...compiledWorker(),
    provide: { run: handoff },
    reporters: [
      reporter,
      ...(settings.allure ? [allureReporter(results)] : []),
      ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : []),
    ],
  });
  await vitest.close();
  return report;
}

/**
 * When this code runs compiled, the worker loads what was compiled with it: Vitest then has one file to transform
 * instead of every one that judges.
 */
function compiledWorker(): Pick<InlineConfig, 'alias' | 'server'> {
  const compiled = fileURLToPath(new URL('exchange-tests.js', import.meta.url));
  if (!existsSync(compiled)) return {};
  return {
    alias: [{ find: /^.*\/run\/exchange-tests\.ts$/, replacement: compiled }],
    server: { deps: { external: [compiled] } },
  };
}
