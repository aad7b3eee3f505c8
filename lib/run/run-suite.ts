import { dirname, resolve } from 'node:path';
import { shownPath } from '../cases/yaml/format-problem.ts';
import { writeKnownFailures } from '../known-failures/write-known-failures.ts';
import { type Refusal, refusal } from '../model/result.ts';
import type { Io } from '../model/running/io.ts';
import type { EndedRun, Results } from '../model/running/results.ts';
import type { Settings } from '../model/running/settings.ts';
import { buildWantedHtml } from '../report/allure/allure-html.ts';
import { hintLines, stoppedText, summaryText } from '../report/console/console.ts';
import { finishRun, judgedResults } from '../report/finish-run.ts';
import { stopCommands } from '../report/github/github-job.ts';
import { keepPrivate, nothingWritten, type Written } from '../report-folder/report-folder.ts';
import { writeAtomic } from '../report-folder/write-atomic.ts';
import { pinsOf } from '../results/observations/pins.ts';
import { isShort } from '../secrets/find-secrets.ts';
import { guardOutput } from '../secrets/guarded-output.ts';
import { maskFor, ownText } from '../secrets/mask.ts';
import { counted } from '../text/counted.ts';
import { reasonOf } from '../text/reason-of.ts';
import { type Interruption, interruption } from './interruption.ts';
import { type Prepared, prepare } from './prepare.ts';
import { prepareRecording, type RecordingsGiven } from './prepare-recording.ts';
import { probeWsdl } from './probe-wsdl.ts';
import { runVitest } from './run-vitest.ts';
import type { AskToSend } from './sends/send-limits.ts';

/**
 * Runs the suite in Vitest, writes every report, prints the summary, and gives the exit code.
 *
 * @param options.quiet prints nothing
 * @param options.recordings HAR files that are judged in the place of a target
 * @param options.runId seeds the generated values; two runs of one id send the same
 */
export async function runSuite(
  settings: Settings,
  ask: AskToSend,
  io: Io,
  {
    writeKnown = false,
    writePins,
    quiet = false,
    recordings,
    runId,
  }: {
    readonly writeKnown?: boolean;
    readonly writePins?: string;
    readonly quiet?: boolean;
    readonly recordings?: RecordingsGiven;
    readonly runId?: string;
  } = {},
): Promise<Refusal | EndedRun> {
  const startedAt = new Date();
  const started = performance.now();
  const prepared = recordings
    ? await prepareRecording(settings, recordings, io.env)
    : await prepare(settings, ask, io.env, runId);
  if (!prepared.ok) return prepared;
  // Of the program that runs us: Vitest sets it for a red run.
  const { exitCode } = process;
  const interrupted = interruption(
    quiet ? () => {} : (text) => io.stderr.write(text),
    io.env.npm_lifecycle_event !== undefined,
  );
  const { handoff } = prepared;
  const mask = maskFor(handoff.secrets, handoff.numbers);
  const run = { ...handoff, mask };
  const output = guardOutput(mask, io, quiet);
  const obeyCommands = stopCommands(output.stdout, io.env);
  const allowFiles = keepPrivate();
  if (isShort(settings.ticket)) output.stderr.write(SHORT_TICKET);
  try {
    const probes = settings.wsdl && !quiet && !recordings && handoff.target.kind === 'external';
    const hints = probes ? await probeWsdl(handoff) : [];
    for (const line of hintLines(hints, mask)) output.stdout.write(ownText(`${line}\n`));
    const judged = await runVitest(handoff, interrupted, io, output, prepared.lock);
    if (!prepared.lock.isOurs()) return refusal(5, takenOver(settings.reportDir));
    const times = { startedAt, durationMs: performance.now() - started };
    const byThen = judgedResults(run, judged, times);
    const html =
      settings.allure && !interrupted.happened()
        ? await buildWantedHtml(settings.reportDir, byThen, settings.html)
        : nothingWritten;
    const knownPath = writeKnown ? settings.known.path : null;
    const known = await whereWhole('known file', knownPath, byThen, interrupted, (path) =>
      writeKnownFailures(path, handoff, judged.records, new Date()),
    );
    const pins = await whereWhole('pins', writePins, byThen, interrupted, (path) =>
      savePins(path, handoff, byThen),
    );
    const faults = interrupted.happened() ? [] : [...html.faults, ...known.faults, ...pins.faults];
    const report = { ...judged, faults: [...judged.faults, ...faults] };
    const finish = () => finishRun(run, { ...report, interrupted: interrupted.happened() }, times);
    const early = interrupted.happened();
    const written = await finish();
    // One that came while the files were written: they must not say less than the exit code.
    const { results, places, annotations } = interrupted.happened() === early ? written : await finish();
    const lines = [...html.places, ...known.places, ...pins.places, ...places];
    const stopped = interrupted.happened() ? 'interrupted' : judged.stopped;
    if (stopped !== null) lines.unshift(stoppedText(stopped, handoff, judged));
    output.stdout.write(summaryText(run, report.records, results, lines));
    obeyCommands();
    if (annotations !== null) output.stdout.write(annotations);
    return { exitCode: results.exitCode, results, interrupted: interrupted.happened() };
  } catch (error) {
    throw new Error(mask(reasonOf(error)));
  } finally {
    allowFiles();
    obeyCommands();
    output.release();
    // The run has been told: a signal from now on ends the process as it ends any other.
    interrupted.release();
    process.exitCode = exitCode;
    await prepared.close();
  }
}

const SHORT_TICKET = ownText(
  'warning: the ServiceTicket has fewer than 8 characters, so it is masked only in its own field and where it is a word by itself; use a longer one\n',
);

function takenOver(reportDir: string): string {
  return `another run took over ${reportDir} while this one was suspended, so this one has no reports; run it again with another --report-dir`;
}

/** Writes a file of what a run found, unless the run is no whole judgement of its target. */
async function whereWhole(
  label: string,
  path: string | null | undefined,
  { exitCode }: Results,
  interrupted: Interruption,
  write: (path: string) => Promise<Written>,
): Promise<Written> {
  if (path === null || path === undefined || interrupted.happened()) return nothingWritten;
  if (exitCode <= 1) return write(path);
  const why = 'was not written: the run is not a complete judgement of the target';
  return { places: [`${label.padEnd(12)}  ${shownPath(path)} ${why}`], faults: [] };
}

/** Writes what a run saw as a case file. */
async function savePins(
  path: string,
  { exchanges, contract }: Prepared['handoff'],
  results: Results,
): Promise<Written> {
  const { text, cases } = pinsOf(results, exchanges, contract);
  if (cases === 0)
    return { places: [], faults: ['there is nothing to pin; run the cases */canonical as well'] };
  try {
    await writeAtomic(path, ownText(text));
  } catch (error) {
    return { places: [], faults: [`the pins were not written: ${reasonOf(error)}`] };
  }
  const folder = shownPath(dirname(resolve(path)));
  return {
    places: [
      `pins          ${shownPath(path)} written: ${counted(cases, 'case')}; run it with --cases ${folder}`,
    ],
    faults: [],
  };
}
