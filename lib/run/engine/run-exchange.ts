import { setTimeout } from 'node:timers/promises';
import { answerOf, isRefusal } from '../../judge/answer.ts';
import type { JudgeContext } from '../../judge/judge-context.ts';
import { type Judgement, judgeExchange } from '../../judge/judge-step.ts';
import { isOfRequest } from '../../judge/traits.ts';
import { verdictOf } from '../../judge/verdict.ts';
import type { Exchange, PlannedStep } from '../../model/exchange.ts';
import type { Evidence, RequestEvidence } from '../../model/judging/evidence.ts';
import type { Finding } from '../../model/judging/finding.ts';
import type { ClientState, JudgedExchange, StepRecord } from '../../model/judging/verdict.ts';
import { CONNECTION_ENDED } from '../../model/judging/wire.ts';
import { reasonOf } from '../../text/reason-of.ts';
import { copied } from '../../text/remembered.ts';
import type { Sender } from '../../wire/transport/sender.ts';
import { onceKnown } from './ask-again.ts';
import type {
  CallSource,
  ExchangeRun,
  JudgedCall,
  LiveCalls,
  Made,
  Obstacle,
  ReadyCall,
  RecordedCalls,
} from './calls.ts';
import { judgeCall, UNJUDGED } from './judge-call.ts';
import { readyCall } from './ready-call.ts';
import { type RunMemory, runMemory } from './run-memory.ts';

/**
 * Makes the calls of an exchange, one after the other unless its case says otherwise, and judges every reply. A fault of
 * the harness is a verdict, so that it leaves other exchanges alone.
 * @param memory of the run that the exchange belongs to
 * @returns the verdict, and by step what the rules looked at
 * @throws the reason of the signal where the exchange was withdrawn, and nothing else
 */
export async function runExchange(
  exchange: Exchange,
  source: CallSource,
  context: JudgeContext,
  memory: RunMemory = runMemory(),
): Promise<{
  readonly judged: JudgedExchange;
  readonly outcomes: readonly Evidence[];
  readonly run: ExchangeRun;
}> {
  const startedAt = Date.now();
  const started = performance.now();
  const run: ExchangeRun = { exchange, source, context, memory, calls: [] };
  const { calls } = run;
  let obstacle: Obstacle | undefined;
  let whole = UNJUDGED;
  try {
    while (!obstacle && calls.length < exchange.steps.length) {
      const steps = stepsFrom(exchange, calls.length);
      // Nothing waits between the pool and the request but where it must, so that the pool sees that the pace is busy.
      const waitMs = waitBefore(run, steps);
      if (waitMs > 0) await setTimeout(waitMs);
      obstacle = await makeCalls(run, steps);
    }
    if (!obstacle) whole = judgeWhole(run);
  } catch (error) {
    if (source.kind === 'live' && source.withdrawn?.aborted && error === source.withdrawn.reason) throw error;
    obstacle = { harness: true, note: reasonOf(error) };
  }
  const { id, probe, level, client } = exchange;
  const { harness, blocked, ...why } = obstacle ?? {};
  const found = [...calls.flatMap((call) => call.findings), ...whole.findings];
  const findings = client?.breaks ? [] : found;
  const outcomes = calls.map(({ evidence }) => evidence);
  const last = probe && outcomes.at(-1);
  const judged = {
    id,
    verdict:
      (probe || client?.breaks) && !harness && !blocked
        ? 'observed'
        : verdictOf(findings, { harness, blocked, level }),
    findings,
    steps: calls.map(({ record }) => record),
    evaluated: whole.evaluated,
    startedAt,
    durationMs: performance.now() - started,
    ...why,
    ...(last ? { answer: answerOf(last, context.contract) } : {}),
    ...(client && !harness && { client: clientState(client, run, found, blocked) }),
  };
  return { judged, outcomes, run };
}

/**
 * Returns the next calls, which begin at the same time: one, or, in a case with `together`, all that need no reply of each
 * other. The first call of an exchange is made alone, because it may be withdrawn.
 */
function stepsFrom({ steps, together }: Exchange, at: number): readonly PlannedStep[] {
  if (!together || at === 0) return steps.slice(at, at + 1);
  const needsReply = ({ values }: PlannedStep) =>
    Object.values(values).some((value) => typeof value === 'object' && 'step' in value && value.step >= at);
  const end = steps.findIndex((step, index) => index > at && needsReply(step));
  return steps.slice(at, end === -1 ? steps.length : end);
}

/** Returns the milliseconds until all reports among the next calls are due. */
function waitBefore({ source, calls }: ExchangeRun, steps: readonly PlannedStep[]): number {
  if (source.kind === 'recorded') return 0;
  const sentAt = steps.map(({ reportsOn }) => calls[reportsOn ?? -1]?.record.endedAt ?? 0);
  const due = Math.max(...sentAt) + Math.max(source.reportDelay ?? 0, source.patience?.enoughMs ?? 0);
  const rested = steps.map(({ pause = 0 }) => (calls.at(-1)?.record.endedAt ?? 0) + pause);
  return Math.max(due, ...rested) - Date.now();
}

/** Makes calls at the same time, judges them in their order, and returns why the exchange cannot go on. */
async function makeCalls(run: ExchangeRun, steps: readonly PlannedStep[]): Promise<Obstacle | undefined> {
  const { source, calls } = run;
  const ready: ReadyCall[] = [];
  for (const step of steps) {
    const call = readyCall(run, step, calls.length + ready.length);
    if (!call.ok) return call.error;
    ready.push(call.value);
  }
  const withdrawn = source.kind === 'live' && calls.length === 0 ? source.withdrawn : undefined;
  const made = await Promise.all(
    ready.map((call) =>
      source.kind === 'live'
        ? sendCall(call.evidence, source.sender, withdrawn)
        : madeBefore(call, source.answer),
    ),
  );
  for (const [place, call] of ready.entries()) {
    const first = judgeCall(run, call, made[place] as Made);
    if (source.kind !== 'live') calls.push(first);
    else {
      const ask = async () => judgeCall(run, call, await sendCall(call.evidence, source.sender, undefined));
      calls.push(await onceKnown(run, first, ask));
    }
  }
  return calls.find(({ obstacle }) => obstacle)?.obstacle;
}

/** Makes a report of an exchange once more, judged as before; it is never a send. */
export async function askAgain(run: ExchangeRun, step: number): Promise<JudgedCall | undefined> {
  const { withdrawn: _, ...source } = run.source as LiveCalls;
  const again: ExchangeRun = { ...run, source, calls: run.calls.slice(0, step) };
  await makeCalls(again, run.exchange.steps.slice(step, step + 1));
  return again.calls[step];
}

/** Returns what came of a recorded call; a client that still waits is answered first. */
async function madeBefore({ recorded, asked }: ReadyCall, answer: RecordedCalls['answer']) {
  if (!recorded || !answer) return recorded;
  return { ...recorded, outcome: await answer(asked.isWrong), endedAt: Date.now() };
}

/** Sends a request. A report whose kept connection ended is sent again; a send may have been taken. */
async function sendCall(
  { request, operation }: RequestEvidence,
  sender: Sender,
  withdrawn: AbortSignal | undefined,
): Promise<Made> {
  let outcome = await sender.send(request, withdrawn);
  if (
    operation.kind === 'report' &&
    outcome.kind === 'failure' &&
    outcome.failure.code === CONNECTION_ENDED
  ) {
    const { cut } = outcome.failure;
    outcome = await sender.send(request);
    if (outcome.kind === 'response' && cut) outcome = { ...outcome, response: { ...outcome.response, cut } };
  }
  const endedAt = Date.now();
  // What it waited for its turn is not the target's.
  const { durationMs } = outcome.kind === 'response' ? outcome.response : outcome.failure;
  return { outcome, startedAt: endedAt - durationMs, endedAt };
}

/** Judges all replies of an exchange together; never a probe, nor responses that are ours. */
function judgeWhole({ exchange, source, context, calls }: ExchangeRun): Judgement {
  const isRecorded = source.kind === 'recorded';
  if (exchange.probe || (isRecorded && source.requestsOnly)) return UNJUDGED;
  // What a scenario expects of replies holds for the calls that it wants.
  const isWrong =
    isRecorded &&
    calls.flatMap(({ findings }) => findings).some((found) => isOfRequest(found) && found.level === 'must');
  const expect = { sameContent: exchange.expect.sameContent, packet: {}, eachDelivery: {} };
  const asked = isWrong ? { ...exchange, expect } : exchange;
  const outcomes = calls.map(({ evidence }) => evidence);
  const replies = calls.map(({ reply }) => reply);
  return judgeExchange({ exchange: asked, outcomes, replies }, context);
}

/** Says how a target took the call of a client, with the rules that its answer breaks, or how it was refused. */
function clientState(
  client: NonNullable<Exchange['client']>,
  { calls, context }: ExchangeRun,
  found: readonly Finding[],
  isBlocked = false,
): ClientState {
  const { isUnclear, ...who } = client;
  // The send before a report is written as the contract shows it.
  if (isBlocked) {
    const because = 'the send before it, which is no call of the client';
    return { ...who, state: 'refused', alike: true, because };
  }
  const { evidence } = calls.at(-1) ?? {};
  if (!evidence || isRefusal(evidence)) {
    return { ...who, state: 'refused', ...(evidence && { answer: answerOf(evidence, context.contract) }) };
  }
  const isWrong = ({ step, level }: Finding) => step === calls.length - 1 && level !== 'gap';
  // The contract permits an empty list, but it also shows that no number of a call was read.
  const isUnread = isUnclear && evidence.reached === 'reply' && evidence.deliveries.length === 0;
  const broken = found.filter(isWrong).map(({ rule }) => rule);
  const rules = [...new Set([...broken, ...(isUnread ? ['delivery/recipients'] : [])])];
  return { ...who, state: 'answered', ...(rules.length > 0 && { rules }) };
}

/** Bytes of a response body that are kept as evidence. */
const MOST_KEPT = 100_000;

/** Bytes that are kept for a recording: more than any reply of the contract, and little enough for many at a time. */
export const MOST_RECORDED = 1_000_000;

/** Returns an exchange with only the beginnings of long bodies; whole bodies were judged. */
export function withShortBodies(judged: JudgedExchange, most = MOST_KEPT): JudgedExchange {
  const isLong = ({ outcome: made }: StepRecord) =>
    made.kind === 'response' && made.response.body.length > most;
  if (!judged.steps.some(isLong)) return judged;
  const steps = judged.steps.map((step) => {
    if (step.outcome.kind === 'failure' || !isLong(step)) return step;
    const { response } = step.outcome;
    // A copy, because a part of a buffer keeps all of it.
    const body = Uint8Array.from(response.body.subarray(0, most));
    const short = { ...response, body, wholeLength: response.body.length };
    return { ...step, outcome: { ...step.outcome, response: short } };
  });
  // Texts of findings are parts of the whole.
  return { ...copied({ ...judged, steps: [] }), steps };
}
