import { dirname, resolve } from 'node:path';
import { hintsOf } from '../findings/hints.ts';
import { factLines, factsOf } from '../findings/run/facts.ts';
import type { Refusal } from '../model/result.ts';
import type { Io } from '../model/running/io.ts';
import type { MaskedRun } from '../model/running/prepared-run.ts';
import type { EndedRun, Results, RunReport } from '../model/running/results.ts';
import { whyNotBuilt, withdrawHtml, writeHtml } from '../report/allure/allure-html.ts';
import { hintLines, stoppedText, summaryText } from '../report/console/console.ts';
import { finishRun, judgedResults } from '../report/finish-run.ts';
import { allurePage, isWatched, type Written } from '../report-folder/report-folder.ts';
import { writeToCommit } from '../report-folder/write-atomic.ts';
import { coverageText } from '../results/coverage.ts';
import { hasPacketResult } from '../results/ending.ts';
import { isShort } from '../secrets/find-secrets.ts';
import type { GuardedOutput } from '../secrets/guarded-output.ts';
import { type Mask, maskFor, ours, ownText } from '../secrets/mask.ts';
import type { Settings } from '../settings/run-settings.ts';
import { counted } from '../text/counted.ts';
import { shownPath } from '../yaml/format-problem.ts';
import { type Interruption, inTurn, interruption } from './interruption.ts';
import type { RunPlan } from './plan-run.ts';
import { type Prepared, planAllowed, prepare } from './prepare.ts';
import { prepareRecording, type Recordings } from './prepare-recording.ts';
import type { AskToSend } from './sends/permission.ts';
import { startWorker } from './start-worker.ts';
import { withOutput } from './with-output.ts';

interface SuiteOptions {
  /** Files that are written besides the reports. */
  readonly writeKnown?: string | null | undefined;
  readonly writePins?: string | undefined;
  readonly writeCases?: string | undefined;
  readonly writeCoverage?: string | undefined;
  readonly quiet?: boolean;
  /** Is told of an interruption; standard error unless this or `quiet` is given. */
  readonly tell?: (text: string) => void;
  /** See finishRun. */
  readonly clientOutput?: string | undefined;
}

/** Plans a run and judges its target. */
export async function runSuite(settings: Settings, ask: AskToSend, io: Io, options: SuiteOptions = {}) {
  const plan = planAllowed(settings);
  return plan.ok ? runPlan(plan, ask, io, options) : plan;
}

/** Judges the target of a plan. */
export function runPlan(plan: RunPlan, ask: AskToSend, io: Io, options: SuiteOptions) {
  return inTurn(() => runPrepared(plan.settings, io, options, (begin) => prepare(plan, ask, io.env, begin)));
}

/** Judges calls that were made before. */
export function runRecordings(
  settings: Settings,
  recordings: Recordings,
  io: Io,
  options: SuiteOptions = {},
) {
  const prepareCalls = (begin: () => void) => prepareRecording(settings, recordings, io.env, begin);
  return inTurn(() => runPrepared(settings, io, options, prepareCalls));
}

/** Runs the suite in Vitest, writes every report, prints the summary, and returns the exit code. */
async function runPrepared(
  settings: Settings,
  io: Io,
  options: SuiteOptions,
  prepareRun: (begin: () => void) => Promise<Prepared | Refusal>,
): Promise<Refusal | EndedRun> {
  const { quiet = false, tell: say = quiet ? () => {} : (text: string) => io.stderr.write(text) } = options;
  const { writeCases, clientOutput } = options;
  const startedAt = new Date();
  const started = performance.now();
  // The exit code of the program that runs us; Vitest sets it for a red run.
  const { exitCode } = process;
  const interrupted = interruption(say, io.env.npm_lifecycle_event !== undefined);
  const prepared = await prepareRun(interrupted.takeOver);
  if (!prepared.ok) {
    interrupted.release();
    return prepared;
  }
  const mask = maskFor(prepared.run.secrets, prepared.run.numbers);
  const died: string[] = [];
  void prepared.died?.then((where) => died.push(`start         ${where}`));
  const planned = { ...prepared.run, keepsInputs: writeCases !== undefined };
  const run = { ...planned, mask };
  const worker = interrupted.knowing(startWorker(planned));
  const probes = settings.wsdl && !quiet && !run.recordings && run.target.kind === 'external';
  try {
    return await withOutput(mask, io, { quiet }, async (output, tell) => {
      if (run.secrets.some((secret) => secret !== '' && isShort(secret))) output.stderr.write(SHORT_SECRET);
      const hints = probes ? await (await import('./target/ask-for-wsdl.ts')).probeWsdl(run) : [];
      for (const line of hintLines(hints, mask)) output.stdout.write(ours`${line}\n`);
      const { runVitest } = await import('./run-vitest.ts');
      const report = await runVitest(planned, interrupted, io, output, worker);
      const times = { startedAt, durationMs: performance.now() - started };
      const { records } = report;
      const judged = judgedResults(run, report, times);
      const extras = interrupted.happened() ? [] : await writeExtras(options, run, records, judged);
      const faults = [...report.faults, ...extras.flatMap((extra) => extra.faults)];
      const finished = await finishRun(run, judged, faults, interrupted.happened, clientOutput);
      const { results, places, annotations } = finished;
      const isInterrupted = interrupted.happened();
      const stopped = isInterrupted ? 'interrupted' : report.stopped;
      const lines = [
        ...(stopped === null ? [] : [stoppedText(mask(stopped), results)]),
        ...[...died, ...extras.flatMap((extra) => extra.places)].map((line) => mask(line)),
        ...places,
      ];
      const shown = hintLines(hintsOf(run, records), mask);
      tell(summaryText(results, lines, shown, output.stdout), annotations);
      const ended = { exitCode: results.exitCode, results, interrupted: isInterrupted };
      // Allure takes seconds, and the outcome is printed.
      return isInterrupted
        ? ended
        : withAllurePage(ended, { run, settings, faults, interrupted, io, output });
    });
  } finally {
    // The run is reported: from now on a signal ends the process as usual.
    interrupted.release();
    process.exitCode = exitCode;
    // Vitest may not have taken it.
    worker.kill();
    await prepared.close();
  }
}

const SHORT_SECRET = ours`warning: a ServiceTicket, or another secret, has fewer than 8 characters, so it is masked only in its own field and where it is a word by itself, also in text that only looks like it; use a longer one\n`;

/** Known failures of such a run would excuse a target that is another service, or not at this address. */
const NO_PACKET_RESULT = 'no request was answered with a packet result';

/** Writes the files of a run besides its reports, where it is a complete judgement of its target. */
async function writeExtras(
  { writeKnown, writePins, writeCases, writeCoverage }: SuiteOptions,
  run: MaskedRun,
  records: RunReport['records'],
  results: Results,
): Promise<readonly Written[]> {
  const saveKnown = async (path: string) => {
    const { writeKnownFailures } = await import('../results/known-failures/write-known-failures.ts');
    return writeKnownFailures(path, run, records, new Date());
  };
  const savePins = async (path: string) => {
    const { pinsOf } = await import('../results/observations/pins.ts');
    const pins = pinsOf(results, run.exchanges, run.contract);
    const fault = 'there is nothing to pin; run the cases */canonical as well';
    return pins.cases === 0 ? { places: [], faults: [fault] } : writeCaseFile('pins', path, pins, run.mask);
  };
  const saveCases = async (path: string) => {
    const { keptCases } = await import('../generate/kept-cases.ts');
    const kept = keptCases(run, records, run.smaller !== null);
    const why = 'was not written: no finding depends on a class of values';
    return kept.cases === 0 ? placeLine('cases', path, why) : writeCaseFile('cases', path, kept, run.mask);
  };
  const saveCoverage = async (path: string) => {
    await writeToCommit(path, ownText(coverageText(results)));
    return placeLine('coverage', path, 'written; hold later runs to it with coverage in conformance.yaml');
  };
  const files = [
    ['known file', writeKnown, saveKnown],
    ['pins', writePins, savePins],
    ['cases', writeCases, saveCases],
    ['coverage', writeCoverage, saveCoverage],
  ] as const;
  const extras: Written[] = [];
  for (const [label, path, write] of files) {
    if (!path) continue;
    const why =
      results.exitCode > 1
        ? 'the run is not a complete judgement of the target'
        : !hasPacketResult(results) && NO_PACKET_RESULT;
    extras.push(why ? placeLine(label, path, `was not written: ${why}`) : await write(path));
  }
  return extras;
}

function placeLine(label: string, path: string, what: string): Written {
  return { places: [`${label.padEnd(12)}  ${shownPath(path)} ${what}`], faults: [] };
}

type CaseFile = Readonly<{ text: string; cases: number }>;

async function writeCaseFile(label: string, path: string, made: CaseFile, mask: Mask): Promise<Written> {
  await writeToCommit(path, mask(made.text));
  const where = `run it with --cases ${shownPath(dirname(resolve(path)))}`;
  return placeLine(label, path, `written: ${counted(made.cases, 'case')}; ${where}`);
}

interface PageOptions {
  readonly run: MaskedRun;
  readonly settings: Settings;
  readonly faults: readonly string[];
  readonly interrupted: Interruption;
  readonly io: Io;
  readonly output: GuardedOutput;
}

/**
 * Builds the Allure page, and writes the reports again where it could not be built or the run was interrupted meanwhile.
 * Where a person watches who did not ask for the page, `report` builds it: it takes as long as the run itself.
 */
async function withAllurePage(ended: EndedRun, options: PageOptions): Promise<EndedRun> {
  const { run, settings, faults, interrupted, io, output } = options;
  const { allure, html, origins, reportDir } = settings;
  // There is nothing to read about a target that never answered.
  if (!allure || !html || ended.exitCode === 3) return ended;
  const say = (line: string) => output.stdout.write(run.mask(`${line}\n`));
  const isOnDemand = origins.html.kind === 'default' && isWatched(io.stdout, io.env);
  const whyNoPage = isOnDemand ? '`report` builds the Allure page' : whyNotBuilt(ended.results);
  say(`report        ${whyNoPage ?? `building ${allurePage(reportDir)}`}`);
  if (whyNoPage !== undefined) return ended;
  const page = await writeHtml(reportDir, ended.results);
  const isInterrupted = interrupted.happened();
  if (page.faults.length === 0 && !isInterrupted) return ended;
  await withdrawHtml(reportDir, ended.results);
  // A signal ends Allure as well. The summary of a job on GitHub cannot be taken back.
  const all = isInterrupted ? faults : [...faults, ...page.faults];
  const again = { ...run, github: null };
  const { results, places } = await finishRun(again, ended.results, all, interrupted.happened);
  if (isInterrupted) say(stoppedText(ours`interrupted`, results));
  for (const place of places) if (place.startsWith('fault')) say(place);
  for (const line of factsOf(results).slice(-1).flatMap(factLines)) say(line);
  return { exitCode: results.exitCode, results, interrupted: isInterrupted };
}
