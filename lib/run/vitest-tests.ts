import type * as Vitest from 'vitest';
import type { TaskMeta } from 'vitest';
import { reportedBlocks } from '../findings/run/blocks.ts';
import { factLines, factsOf } from '../findings/run/facts.ts';
import type { Results } from '../model/running/results.ts';
import { finishRun, judgedResults } from '../report/finish-run.ts';
import { maskFor } from '../secrets/mask.ts';
import type { FoundSettings } from '../settings/read-settings.ts';
import { printable } from '../text/printable.ts';
import { reasonOf } from '../text/reason-of.ts';
import { exchangeTests } from './exchange-tests.ts';
import { planAllowed, prepare, uniqueText } from './prepare.ts';
import { readOptions } from './program.ts';
import type { ConformanceOptions } from './run-options.ts';
import { askNobody } from './sends/permission.ts';

// The Vitest that runs the tests, which may be another than the one installed beside this suite.
const running = globalThis as { readonly __vitest_index__?: typeof Vitest };
const { afterAll, beforeAll, describe, test } = running.__vitest_index__ ?? (await import('vitest'));

/** The test that tells the result of all others. */
const OUTCOME = 'outcome';

/** Stands for a target that has no URL yet; nothing can be reached there. */
const NO_TARGET_YET = 'http://127.0.0.1:1';

/** Each exchange has limits of its own, and is made once. */
const TEST = { timeout: 0, retry: 0, repeats: 0 };

/** Declares the tests of `conformanceTests`; throws a mistake in the options while Vitest collects tests. */
export function declareTests({ target, ...options }: ConformanceOptions): void {
  const settingsAt = async (url: string | undefined): Promise<FoundSettings> => {
    const found = await readOptions(url === undefined ? options : { ...options, target: url }, process.env);
    if (!found.ok) throw new Error(found.message);
    // The project has reporters of its own.
    const reporter = found.value.origins.reporter.kind === 'default' ? [] : found.value.reporter;
    return { ...found, value: { ...found.value, reporter, allure: false } };
  };
  // The outcome is the last, whatever the order and the number at a time that the project wants.
  describe('postsms-conformance', { shuffle: false, concurrent: false }, async () => {
    const first = await settingsAt(typeof target === 'function' ? NO_TARGET_YET : target);
    const runId = uniqueText();
    const plan = planAllowed(first.value, runId);
    if (!plan.ok) throw new Error(first.mask(plan.message));
    let session: Session | undefined;
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the pattern, and nothing of the context is needed
    beforeAll(async ({}, suite: Vitest.RunnerTestSuite | undefined) => {
      // Vitest 4.1 is the first that says which tests are due.
      if (suite === undefined) throw new Error('conformanceTests needs Vitest 4.1 or newer');
      const due = suite.tasks.filter(({ mode }) => mode === 'run' || mode === 'queued');
      const found = typeof target === 'function' ? await settingsAt(await target()) : first;
      session = await openSession(found, runId, new Set(due.map(({ name }) => name)));
    }, 0);
    afterAll(() => session?.close(), 0);
    for (const { id } of plan.exchanges) {
      test(id, TEST, async ({ skip }) => {
        const why = await session?.judge(id);
        if (why !== undefined) skip(why);
      });
    }
    test(OUTCOME, TEST, async ({ annotate }) => {
      const results = await session?.finish();
      if (!results) throw new Error('the exchanges have not begun');
      const text = runOutcome(results);
      const warned = warnedText(results);
      // The usual reporter leaves out what a green test annotates.
      // biome-ignore lint/suspicious/noConsole: Vitest prints it under the name of the test
      if (warned !== '') console.warn(warned);
      if (results.exitCode === 0) await annotate(text);
      else throw Object.assign(new Error(text), { name: 'AssertionError', stack: text });
    });
  });
}

type Session = Awaited<ReturnType<typeof openSession>>;

/**
 * Opens the run of the tests that are due: permission, allow-list and budget hold as in `run`.
 * @throws Error that says why nothing may be sent
 */
async function openSession(found: FoundSettings, runId: string, due: ReadonlySet<string>) {
  const settings = found.value;
  const startedAt = new Date();
  const started = performance.now();
  const writesReports = due.has(OUTCOME) && settings.origins.reportDir.kind !== 'default';
  const plan = planAllowed(settings, runId);
  const begin = writesReports ? () => {} : null;
  const prepared = plan.ok ? await prepare(plan, askNobody, process.env, begin) : plan;
  if (!prepared.ok) throw new Error(found.mask(prepared.message));
  const { run, close } = prepared;
  const mask = maskFor(run.secrets, run.numbers);
  const tests = await exchangeTests(run).catch(async (error) => {
    await close();
    throw new Error(mask(reasonOf(error)));
  });
  const exchanges = new Map(run.exchanges.map((exchange) => [exchange.id, exchange]));
  const reported: TaskMeta[] = [];
  let stopped: string | null = null;
  let ended: Promise<void> | undefined;
  const end = () => (ended ??= tests.end());
  tests.begin(due);
  return {
    /** Throws the error of a red exchange; returns why it was not run, or undefined. */
    judge: async (id: string): Promise<string | undefined> => {
      const exchange = exchanges.get(id);
      if (!exchange)
        return run.notRun.find((exchange) => exchange.id === id)?.reason ?? 'not run against this target';
      const meta: TaskMeta = {};
      reported.push(meta);
      try {
        const why = await tests.report(exchange, meta);
        stopped ??= why;
        return why ?? undefined;
      } catch (error) {
        throw meta.exchange ? error : new Error(mask(`${id}: ${reasonOf(error)}`));
      }
    },
    finish: async (): Promise<Results> => {
      await end();
      const report = {
        chosen: [...exchanges.keys()].filter((id) => due.has(id)),
        records: reported.flatMap(({ exchange }) => exchange ?? []),
        faults: [],
        calibration: reported[0]?.calibration ?? null,
        observations: tests.observed(),
        askedAgain: tests.askedAgain(),
        stopped,
      };
      const masked = { ...run, mask };
      const judged = judgedResults(masked, report, { startedAt, durationMs: performance.now() - started });
      return writesReports ? (await finishRun(masked, judged, [])).results : judged;
    },
    close: async () => {
      await end();
      await close();
    },
  };
}

/** Returns a line for each cause of a warning, which fails no test by itself; empty where there is none. */
function warnedText(results: Results): string {
  const warned = reportedBlocks(results).filter(({ example }) => example.verdict === 'warned');
  return warned
    .map(({ example, headline, others }) => {
      const more = others === 0 ? '' : ` and ${others} more`;
      return printable(`${'warned'.padEnd(14)}${example.id}${more}: ${headline}`);
    })
    .join('\n');
}

/** Returns the result of a run in the lines of the console, with the requirements that are broken. */
function runOutcome(results: Results): string {
  const broken = results.requirements.filter(({ state }) => state === 'broken');
  const facts = factsOf(results).filter(({ label }) => label !== 'run');
  return [
    ...facts.flatMap(factLines),
    ...broken.map(({ id, text }) => printable(`${'broken'.padEnd(14)}${id}: ${text}`)),
  ].join('\n');
}
