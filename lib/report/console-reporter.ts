import type { Reporter, Vitest } from 'vitest/node';
import type { Handoff } from '../model/handoff.ts';
import { summaryText } from './console.ts';
import { finishRun } from './finish-run.ts';
import { progressOn } from './progress.ts';
import { type RunReport, runReporter } from './run-reporter.ts';

/** The reporter of a plain `vitest` run: results.json and the same summary as `npm start`, without the HTML report. */
export function consoleReporter(): Reporter {
  let vitest: Vitest | undefined;
  const startedAt = new Date();
  const end = async (report: RunReport) => {
    const run = vitest?.getRootProject().getProvidedContext().run as Handoff | undefined;
    if (!run) {
      process.stderr.write(`${report.faults.join('\n')}\n`);
      return;
    }
    const times = { startedAt, durationMs: Date.now() - startedAt.getTime() };
    const { results, path } = await finishRun(run, report, times);
    const places = [...report.faults.map((fault) => `fault         ${fault}`), `results       ${path}`];
    process.stdout.write(summaryText(run, report.records, results, places));
  };
  return {
    ...runReporter(progressOn(process.stdout), end),
    onInit: (started) => {
      vitest = started;
    },
  };
}
