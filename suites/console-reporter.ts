import type { Reporter, Vitest } from 'vitest/node';
import { hintsOf } from '../lib/findings/hints.ts';
import type { PreparedRun } from '../lib/model/running/prepared-run.ts';
import type { RunReport } from '../lib/model/running/results.ts';
import type { AllureReporter } from '../lib/report/allure/allure-reporter.ts';
import { hintLines, stoppedText, summaryText } from '../lib/report/console/console.ts';
import { runReporter } from '../lib/report/console/run-reporter.ts';
import { finishRun, judgedResults } from '../lib/report/finish-run.ts';
import { stopCommands } from '../lib/report/github.ts';
import type { GuardedOutput } from '../lib/secrets/guarded-output.ts';
import { maskFor } from '../lib/secrets/mask.ts';

/**
 * The reporter of a plain `vitest` run: it ends as `npm start` does, without the HTML report. With a pattern for test
 * names (`vitest -t`) the plan is the exchanges that match it.
 */
export function consoleReporter(allure: AllureReporter, { stdout }: GuardedOutput): Reporter {
  let vitest: Vitest | undefined;
  let judged: number | undefined;
  let begun = false;
  let obeyCommands = () => {};
  const startedAt = new Date();
  const end = async (report: RunReport) => {
    const prepared = vitest?.getRootProject().getProvidedContext().run as PreparedRun | undefined;
    if (!prepared) {
      for (const fault of report.faults) process.stderr.write(`${fault}\n`);
      return;
    }
    const pattern = vitest?.getGlobalTestNamePattern();
    const ids = new Set(report.chosen);
    const chosen = pattern && {
      exchanges: prepared.exchanges.filter(({ id }) => ids.has(id)),
      notRun: prepared.notRun.filter(({ id }) => pattern.test(id)),
    };
    const run = { ...prepared, ...chosen, mask: maskFor(prepared.secrets, prepared.numbers) };
    const times = { startedAt, durationMs: Date.now() - startedAt.getTime() };
    const faults = [...report.faults, ...(await allure.written())];
    const whole = judgedResults(run, { ...report, faults }, times);
    const { results, annotations, ...finished } = await finishRun(run, whole, faults);
    const places = [...finished.places];
    if (report.stopped !== null) places.unshift(stoppedText(run.mask(report.stopped), results));
    if (pattern !== undefined) {
      const count = `${run.exchanges.length} of ${prepared.exchanges.length} exchanges`;
      // Vitest takes a pattern that matches nothing for no mistake.
      places.unshift(run.mask(`chosen        ${count}, by -t ${pattern.source.replaceAll('\\/', '/')}`));
    }
    const hints = hintLines(hintsOf(run, report.records), run.mask);
    stdout.write(summaryText(results, places, hints, stdout));
    obeyCommands();
    if (annotations !== null) stdout.write(annotations);
    judged = results.exitCode;
  };
  const reporter = runReporter(stdout, end);
  return {
    ...reporter,
    onInit: (started) => {
      vitest = started;
    },
    onTestRunStart: (specifications) => {
      void reporter.onTestRunStart?.(specifications);
      if (begun) return;
      begun = true;
      obeyCommands = stopCommands(stdout, process.env);
      // Read where the run is prepared: what only lists its tests never comes here.
      vitest?.provide('begun', true);
      // The last word: Vitest by itself ends with 0 unless a test fails, incomplete results and no run at all included.
      process.on('exit', (code) => {
        if (judged === undefined) process.stderr.write('nothing was judged, so this is no green run\n');
        process.exitCode = (judged ?? 5) || code;
      });
    },
  };
}
