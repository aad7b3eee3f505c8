import { resolve } from 'node:path';
import type { ParsedStack, TaskMeta } from 'vitest';
import { refusalExplainer } from '../clients/explain-refusal.ts';
import { curlCommands } from '../findings/curl.ts';
import { exchangeRecord } from '../findings/exchange-record.ts';
import { findingLines, type Sections, sectionsOf } from '../findings/finding-text.ts';
import { changesIn } from '../findings/meaning.ts';
import { causeLimiter } from '../findings/run/cause-limit.ts';
import { evidenceKeeper } from '../findings/run/evidence.ts';
import { explainer } from '../generate/explain.ts';
import { calibrate } from '../judge/calibrate.ts';
import { withEdition } from '../judge/edition.ts';
import { judgeContext } from '../judge/judge-context.ts';
import type { Exchange } from '../model/exchange.ts';
import type { AnsweredEvidence, ReadMessages } from '../model/judging/evidence.ts';
import type { RecordedCall } from '../model/judging/verdict.ts';
import { byLevel } from '../model/requirement.ts';
import type { PreparedRun } from '../model/running/prepared-run.ts';
import type { AskedAgain, ExchangeRecord } from '../model/running/results.ts';
import { failingReaders } from '../readers/broken-readers.ts';
import { openHarFile } from '../recording/write-har.ts';
import { allureMessages } from '../report/allure/allure-test.ts';
import { withKnownFailures } from '../results/known-failures/apply-known-failures.ts';
import { openObserver, plainRefusal } from '../results/observations/collect.ts';
import { isRed } from '../results/verdict-counts.ts';
import { maskAll, maskFor } from '../secrets/mask.ts';
import { printableLines } from '../text/printable.ts';
import { rechecks, reportPatience } from './engine/ask-again.ts';
import type { CallSource } from './engine/calls.ts';
import { type Pool, startPool } from './engine/pool.ts';
import { askAgain, MOST_RECORDED, runExchange, withShortBodies } from './engine/run-exchange.ts';
import { runMemory } from './engine/run-memory.ts';
import { endingSignals, INTERRUPTED } from './interruption.ts';
import { failingCommands } from './many-runs/command-readers.ts';
import { limitedAttempt, runSender } from './sends/send-budget.ts';

let handedOver: ReturnType<typeof withPreparedTests> | undefined;

/** Prepares the tests of the run that the command hands to its worker, before Vitest runs the suite in it. */
export function prepareTests(run: PreparedRun): void {
  handedOver = withPreparedTests(run);
  // The suite waits for it, and fails.
  handedOver.catch(() => {});
}

/** Returns the run that was handed over, or the one that Vitest provides, with its tests. */
export function preparedTests(provided: () => PreparedRun) {
  return handedOver ?? withPreparedTests(provided());
}

async function withPreparedTests(run: PreparedRun) {
  return { run, tests: await exchangeTests(run) };
}

/**
 * Prepares the judge and the connections of a run in a worker, whose tests begin, report and end it.
 * @throws Error when the judge is wrong about a canned reply: then it may not judge the target
 */
export async function exchangeTests(run: PreparedRun) {
  const context = await judgeContext(run.contract, run.target, run.register);
  const calibration = calibrate(context);
  if (calibration.wrong.length > 0) {
    throw new Error(
      `the judge is wrong about canned replies, so it does not judge the target: ${calibration.wrong.join('; ')}`,
    );
  }
  const { reportDelay, maxDuration, recordings, smaller } = run;
  const mask = maskFor(run.secrets, run.numbers);
  const { baseUrl } = run.target;
  const curl = curlCommands(baseUrl, [run.secrets[0] ?? '', ...run.otherTickets], mask);
  const sections = sectionsOf(run.register);
  const bindingNames = new Map(run.contract.bindings.map(({ id, name }) => [id as string, name]));
  const target = { ...maskAll(run.target, mask), kind: run.target.kind };
  const { evidence } = run;
  const clients = recordings && { clients: true as const };
  const allure = { target, bindingNames, mask, sections, evidence, ...clients };
  const limitCauses = causeLimiter();
  const keepEvidence = evidenceKeeper(baseUrl, curl, mask);
  const memory = runMemory();
  const patience = run.recheck ? reportPatience() : undefined;
  const again = rechecks(askAgain, run.gate, mask);
  let unstable: AskedAgain['unstable'] = [];
  const { pace, sender } = runSender(run);
  const recording = run.recordTo && openHarFile(run.recordTo, baseUrl, mask);
  const observer = openObserver(mask);
  let pool: Pool | undefined;
  let stopped: string | null = null;
  const stop = (why: string) => {
    stopped ??= why;
    void pool?.stop();
  };
  const release = onInterruption(() => stop('interrupted'));
  let limit: NodeJS.Timeout | undefined;
  const callSource = ({ id }: Exchange, withdrawn: AbortSignal): CallSource => {
    if (!recordings) return { kind: 'live', sender, reportDelay, patience, withdrawn };
    const calls = (recordings.calls.get(id) ?? []).map((call) => call && withReading(call));
    return { kind: 'recorded', calls, requestsOnly: recordings.requestsOnly };
  };
  const judgeCalls = async (exchange: Exchange, source: CallSource, inRun?: typeof memory) => {
    const made = await runExchange(exchange, source, context, inRun);
    if (exchange.carried) Object.assign(made.judged, { refusal: plainRefusal(made.outcomes[0], mask) });
    return made;
  };
  const judgeSmaller = async (exchange: Exchange) =>
    (await judgeCalls(exchange, { kind: 'live', sender, reportDelay, patience })).judged;
  const attempt = limitedAttempt(smaller?.messages ?? null, () => stopped !== null, judgeSmaller);
  const explained = explainer(run.values.classes, attempt, changesIn);
  // Where messages cost, properties of dialects are tried only as far as that sends none, or smaller inputs are allowed.
  const isStopped = () => stopped !== null;
  const limited = limitedAttempt(smaller?.messages ?? (run.limits ? 0 : null), isStopped, judgeSmaller);
  const explainedRefusal = refusalExplainer(run.contract, (exchange) => limited(exchange, (same) => same));
  const failuresOf = async (answered: AnsweredEvidence) => {
    const built = failingReaders(answered.response, answered, run.contract);
    return built && [...built, ...(await failingCommands(run.readers ?? [], answered.response))];
  };
  const judgeInRun = async (exchange: Exchange, withdrawn: AbortSignal) => {
    const made = await judgeCalls(exchange, callSource(exchange, withdrawn), memory);
    const { judged, outcomes } = made;
    if (run.recheck) again.keep(made.run, judged);
    // Our own responses are not worth observing, nor what the requests of clients bring about.
    if (!recordings?.requestsOnly && !exchange.client) observer.add(exchange, outcomes, judged.steps);
    const [first] = outcomes;
    if (exchange.case === 'canonical' && !recordings?.requestsOnly && first && first.reached !== 'outcome')
      Object.assign(judged, { readers: await failuresOf(first) });
    // Without permission no smaller input is sent.
    const shrunk = smaller ? await explained(exchange, judged) : judged;
    const explainedCall = recordings ? shrunk : await explainedRefusal(exchange, shrunk);
    const { because } = explainedCall.client ?? {};
    if (because !== undefined)
      Object.assign(explainedCall, { note: explainedCall.note ?? `because of ${because}` });
    return withShortBodies(explainedCall, recording ? MOST_RECORDED : undefined);
  };
  return {
    /** Begins to send, in the background. The time that Vitest needed to start is not the target's. */
    begin: (chosen: ReadonlySet<string>) => {
      if (stopped !== null) return;
      const why = `the time of the run was over, ${maxDuration} s (--max-duration)`;
      if (maxDuration !== null) limit = setTimeout(() => stop(why), maxDuration * 1000);
      const exchanges = run.exchanges.filter(({ id }) => chosen.has(id));
      pool = startPool(exchanges, run.concurrency, judgeInRun, pace);
    },
    /**
     * Waits for the verdict of an exchange and reports it with its test; throws an AssertionError where it is red.
     * @returns null, or why the run had been stopped before the exchange began
     */
    report: async (exchange: Exchange, meta: TaskMeta): Promise<string | null> => {
      const alone = await pool?.verdict(exchange.id);
      if (!alone && stopped !== null) return stopped;
      if (!alone) throw new Error('the exchanges have not begun');
      const known = run.known.filter(({ exchanges }) => exchanges.includes(exchange.id));
      const ofEdition = withEdition(alone, exchange, run.edition ?? null);
      const judged = withKnownFailures(ofEdition, known, run.gate);
      const whole = exchangeRecord(judged, curl, mask, run.keepsInputs);
      const record = keepEvidence(judged, limitCauses(whole));
      again.count(record);
      if (recording) recording.add(judged);
      Object.assign(meta, { exchange: record, calibration });
      const red = isRed(record.verdict, run.gate);
      if (run.allure) meta.allureRuntimeMessages = allureMessages(exchange, judged, record, allure, red);
      if (red) throw redError(exchange, record, sections);
      return null;
    },
    /** Returns what was observed so far where the contract is silent, masked. */
    observed: () => observer.observed(),
    askedAgain: (): AskedAgain => ({ unstable, enoughMs: patience?.enoughMs ?? 0 }),
    end: async () => {
      clearTimeout(limit);
      await pool?.stop();
      if (stopped === null) unstable = await again.ask();
      await sender.close();
      if (recording) await recording.close();
      release();
    },
  };
}

/** Returns a call with its messages as the command has read them. */
function withReading(call: RecordedCall): RecordedCall {
  if (call.readElsewhere === undefined) return call;
  return { read: JSON.parse(call.readElsewhere) as ReadMessages, ...call };
}

/**
 * Calls `stop` when the reporting process says so, and on Ctrl-C, which a terminal sends to the worker as well: what was
 * judged is still reported. Ends with the reporting process, so that nothing is sent without a report. Returns a function
 * that leaves the signals to Vitest.
 */
function onInterruption(stop: () => void): () => void {
  // Not `process.exit`, which Vitest makes throw in a worker.
  const die = () => process.kill(process.pid, 'SIGKILL');
  const onMessage = (message: unknown) => {
    if (message === INTERRUPTED) stop();
  };
  for (const signal of endingSignals) process.on(signal, stop);
  process.on('message', onMessage);
  process.on('disconnect', die);
  // It may have ended while this worker started.
  if (process.connected === false) die();
  return () => {
    for (const signal of endingSignals) process.off(signal, stop);
    process.off('message', onMessage);
    process.off('disconnect', die);
  };
}

/** Returns where the case of an exchange is declared, as terminals and editors open it. */
export function sourcePlace({ source: { file, line, column } }: Exchange): string {
  return `${file}:${line}:${column}`;
}

/** Returns the error of a red exchange, its gravest finding first; its stack has one place, that of the case. */
function redError(exchange: Exchange, record: ExchangeRecord, sections: Sections): Error {
  const { verdict, note, steps } = record;
  const findings = record.findings.toSorted((a, b) => byLevel(a.level, b.level));
  const [gravest] = findings;
  const lines: string[] = verdict === 'failed' && gravest ? [] : [verdict];
  if (gravest?.change) lines.push(gravest.change);
  if (note) lines.push(note);
  lines.push(...findings.flatMap((finding) => findingLines(finding, sections, steps)));
  const message = printableLines(lines.join('\n'));
  const { file, line, column } = exchange.source;
  const stack = `AssertionError: ${message}\n    at ${sourcePlace(exchange)}`;
  // What Vitest makes of a stack; editors jump there, and look for a whole path.
  const stacks: readonly ParsedStack[] = [{ method: '', file: resolve(file), line, column }];
  return Object.assign(new Error(message), { name: 'AssertionError', stack, stacks });
}
