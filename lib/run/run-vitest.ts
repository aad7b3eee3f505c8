import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vitest/config';
import { type CliOptions, type InlineConfig, startVitest } from 'vitest/node';
import type { Handoff } from '../model/handoff.ts';
import { allureReporter } from '../report/allure-reporter.ts';
import type { FolderClaim } from '../report/folder-lock.ts';
import type { GuardedOutput } from '../report/guarded-output.ts';
import { progressOn } from '../report/progress.ts';
import { allureFolders } from '../report/report-folder.ts';
import { type RunReport, runReporter } from '../report/run-reporter.ts';
import type { Interruption } from './interruption.ts';
import { memoryFlags, saveMemory } from './run-memory.ts';
import { suiteOptions } from './suite-options.ts';

const projectRoot = fileURLToPath(new URL('../../', import.meta.url));

/** Judges the exchanges of a prepared run in Vitest, writes their Allure results, and gives what was found. */
export async function runVitest(
  handoff: Handoff,
  interrupted: Interruption,
  { stdout }: GuardedOutput,
  { wasOurs }: Pick<FolderClaim, 'wasOurs'>,
): Promise<RunReport> {
  let report: RunReport = {
    chosen: [],
    records: [],
    faults: ['the runner ended without a report'],
    calibration: null,
    stopped: null,
  };
  const reporter = runReporter(progressOn(stdout), (ended) => {
    report = ended;
  });
  const allure = handoff.allure ? allureReporter(allureFolders(handoff.reportDir).results, wasOurs) : null;
  saveMemory(handoff.exchanges.length);
  const options: CliOptions = {
    root: projectRoot,
    // What vitest.config.ts says, without compiling it.
    config: false,
    ...suiteOptions,
    execArgv: memoryFlags(handoff.exchanges.length),
    run: true,
    watch: false,
    ...compiledSuite(),
    reporters: [...(allure ? [allure] : []), reporter, interrupted.reporter],
  };
  const vitest = await startVitest('test', [], options, { plugins: [providing(handoff)] });
  await vitest.close();
  return { ...report, faults: [...report.faults, ...((await allure?.written()) ?? [])] };
}

/** Hands the run to the tests. Of what stands in its options Vitest keeps a copy, which of many exchanges is a second plan. */
function providing(handoff: Handoff): Plugin {
  return {
    name: 'postsms-run',
    configureVitest: ({ project }) => project.provide('run', handoff),
  };
}

/**
 * When this code runs compiled, so does the suite, which was compiled with it: Vitest then has nothing to transform,
 * and runs it in an installed package too, of which it would take no file for a test.
 */
function compiledSuite(): InlineConfig {
  const compiled = fileURLToPath(new URL('conformance.js', import.meta.url));
  if (!existsSync(compiled)) return {};
  return {
    include: [relative(projectRoot, compiled)],
    exclude: [],
    globalSetup: [],
    server: { deps: { external: [compiled] } },
  };
}
