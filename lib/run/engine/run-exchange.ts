import { setTimeout } from 'node:timers/promises';
import { valueText } from '../../findings/value-text.ts';
import { refusedRequestText } from '../../findings/wording.ts';
import { answerOf } from '../../judge/answer.ts';
import type { JudgeContext } from '../../judge/judge-context.ts';
import {
  type Judgement,
  judgeExchange,
  judgeMadeRequest,
  judgeRequest,
  judgeStep,
} from '../../judge/judge-step.ts';
import { readRequest } from '../../judge/reading/read-request.ts';
import { readResponse } from '../../judge/reading/read-response.ts';
import { isRefusal } from '../../judge/refusal.ts';
import { isCanonical } from '../../judge/requirement-lookup.ts';
import { expectedOf, type Overrides } from '../../judge/rules/case/expectation.ts';
import { quoted } from '../../judge/rules/values.ts';
import { blockingRule, verdictOf } from '../../judge/verdict.ts';
import { isSendCall } from '../../model/call.ts';
import type { Level } from '../../model/contract.ts';
import type { Exchange, PlannedStep } from '../../model/exchange.ts';
import type { Evidence, ReplyEvidence, RequestEvidence } from '../../model/judging/evidence.ts';
import type { Breach, Finding } from '../../model/judging/finding.ts';
import type { PacketResult } from '../../model/judging/reply.ts';
import type { JudgedExchange, RecordedCall, StepRecord } from '../../model/judging/verdict.ts';
import { CONNECTION_ENDED, NOT_FORWARDED, type WireRequest } from '../../model/judging/wire.ts';
import type { Result } from '../../model/result.ts';
import { reasonOf } from '../../text/reason-of.ts';
import type { Sender, SendOutcome } from '../../wire/transport/sender.ts';
import { requestOf } from './request-of.ts';
import { resolveCall } from './resolve-call.ts';
import { noteCall, notePacket, type RunMemory, runMemory, withSender } from './run-memory.ts';

/** An exchange under way: what it is run with, and what has come of it so far, by step. */
interface Running {
  readonly exchange: Exchange;
  readonly sender: Sender;
  readonly context: JudgeContext;
  readonly options: RunOptions;
  readonly memory: RunMemory;
  readonly outcomes: Evidence[];
  readonly replies: (ReplyEvidence | null)[];
  readonly records: StepRecord[];
  readonly findings: Finding[];
}

interface RunOptions {
  /** Takes the exchange back while its first request waits for its turn. */
  readonly withdrawn?: AbortSignal;
  /** Gives the calls of a recording, by step: nothing is sent then, and the requests are judged as well. */
  readonly made?: (step: number) => RecordedCall | undefined;
  /** Whether only the requests are judged, because the responses are ours. */
  readonly requestsOnly?: boolean;
  /** Bytes of a response body that are kept as evidence, 100,000 unless given. */
  readonly mostKept?: number;
  /** Between the reply to a send and the first request about its packet. */
  readonly reportDelay?: number;
  /** What the calls of the run sent and were given so far. */
  readonly memory?: RunMemory;
  /** Is told what came of the calls, by step, and when they were made, once the exchange is over. */
  readonly observe?: (outcomes: readonly Evidence[], records: readonly StepRecord[]) => void;
}

/**
 * Makes the calls of an exchange, one after the other unless its case says otherwise, and judges every reply. A fault of the harness is a verdict, so
 * that it leaves other exchanges alone.
 * @throws the reason of the signal where the exchange was withdrawn, and nothing else
 */
export async function runExchange(
  exchange: Exchange,
  sender: Sender,
  context: JudgeContext,
  options: RunOptions = {},
): Promise<JudgedExchange> {
  const { withdrawn, made, requestsOnly, reportDelay = 0, observe } = options;
  const startedAt = Date.now();
  const started = performance.now();
  const running: Running = {
    exchange,
    sender,
    context,
    options,
    memory: options.memory ?? runMemory(),
    outcomes: [],
    replies: [],
    records: [],
    findings: [],
  };
  const { outcomes, replies, records, findings } = running;
  let evaluated: readonly string[] = [];
  const finish = ({ harness, blocked, ...told }: Ending = {}): JudgedExchange => {
    const { id, probe, level } = exchange;
    const last = probe && outcomes.at(-1);
    return {
      id,
      verdict: probe && !harness ? 'observed' : verdictOf(findings, { harness, blocked, level }),
      ...{ findings, steps: records, evaluated, startedAt, ...told },
      durationMs: performance.now() - started,
      ...(last ? { answer: answerOf(last, context.contract) } : {}),
    };
  };
  try {
    let ending: Ending | undefined;
    for (let at = 0; at < exchange.steps.length && !ending; ) {
      const steps = stepsFrom(exchange, at);
      const sentAt = steps.map(
        ({ reportsOn }) => records[reportsOn ?? -1]?.endedAt ?? Number.NEGATIVE_INFINITY,
      );
      const waitMs = made ? 0 : Math.max(...sentAt) + reportDelay - Date.now();
      if (waitMs > 0) await setTimeout(waitMs);
      ending = await runSteps(running, steps, at);
      at += steps.length;
    }
    observe?.(outcomes, records);
    if (ending || requestsOnly || exchange.probe) return finish(ending);
    // What a scenario expects of replies holds for the calls that it wants.
    const isWrong = made && findings.some(({ rule, level }) => isOfRequest(rule) && level === 'must');
    const expect = { sameContent: exchange.expect.sameContent, packet: {}, eachDelivery: {} };
    const judged = isWrong ? { ...exchange, expect } : exchange;
    const whole = judgeExchange({ exchange: judged, contract: context.contract, outcomes, replies }, context);
    findings.push(...whole.findings);
    evaluated = whole.evaluated;
    return finish();
  } catch (error) {
    if (withdrawn?.aborted && error === withdrawn.reason) throw error;
    return finish({ harness: true, note: reasonOf(error) });
  }
}

function isOfRequest(rule: string): boolean {
  return rule.startsWith('request/');
}

/** Why an exchange cannot go on: by a fault of ours, or because it is blocked. */
interface Ending {
  readonly harness?: true;
  readonly blocked?: true;
  readonly note?: string;
  /** Rule of the finding that explains what an earlier step did not give. */
  readonly blockedBy?: string;
}

/**
 * The steps from one on that begin at the same time: one, or, where the case has them go together, all that need no reply
 * of each other. The first call of an exchange goes alone, because it may be withdrawn.
 */
function stepsFrom({ steps, together }: Exchange, at: number): readonly PlannedStep[] {
  if (!together || at === 0) return steps.slice(at, at + 1);
  const needsReply = ({ values }: PlannedStep) =>
    Object.values(values).some((value) => typeof value === 'object' && 'step' in value && value.step >= at);
  const end = steps.findIndex((step, index) => index > at && needsReply(step));
  return steps.slice(at, end === -1 ? steps.length : end);
}

/** Makes calls at the same time, and judges in their order what came of them; an answer says why the exchange cannot go on. */
async function runSteps(
  running: Running,
  steps: readonly PlannedStep[],
  first: number,
): Promise<Ending | undefined> {
  const { sender, options } = running;
  const ready: Ready[] = [];
  for (const [place, step] of steps.entries()) {
    const one = prepare(running, step, first + place);
    if (!one.ok) return one.error;
    ready.push(one.value);
  }
  const withdrawn = first === 0 ? options.withdrawn : undefined;
  const done = await Promise.all(
    ready.map(({ before, evidence }) => before ?? sent(evidence.request, sender, withdrawn)),
  );
  const endings = ready.map((one, place) => concluded(running, one, done[place] as Done, first + place));
  return endings.find((ending) => ending !== undefined);
}

/** A call that can be made, or that was made before. */
interface Ready {
  readonly evidence: RequestEvidence;
  readonly before: RecordedCall | undefined;
}

/** Makes the request of a step, or says why the exchange cannot go on. */
function prepare(running: Running, step: PlannedStep, index: number): Result<Ready, Ending> {
  const { exchange, context, options, memory, replies, records, findings } = running;
  const { made } = options;
  const resolved = resolveCall(step, replies, context);
  if (!resolved.ok) {
    const { missing, from } = resolved.error;
    const blockedBy = blockingRule(findings, from, records[from]?.reached);
    const note = `step ${index + 1} was not sent: ${missing}`;
    return { ok: false, error: { blocked: true, note, ...(blockedBy === undefined ? {} : { blockedBy }) } };
  }
  const before = made?.(index);
  if (made && !before) {
    const note = exchange.missing ?? `no call came for step ${index + 1}`;
    return { ok: false, error: { blocked: true, note } };
  }
  const { contract } = context;
  const request = before?.request ?? requestOf(resolved.value, step, contract, exchange.probe);
  const readBack = readRequest(request, resolved.value.binding.envelope !== undefined);
  const evidence: RequestEvidence = { ...resolved.value, contract, request, readBack };
  const found = before || exchange.probe ? [] : judgeRequest(evidence);
  const wrong = found.find(({ breach }) => !isAskedFor(step, breach) && !isOpenValue(breach));
  if (wrong) return { ok: false, error: { harness: true, note: refusedRequestText(wrong) } };
  noteCall(memory, evidence, senderName(exchange, index));
  return { ok: true, value: { evidence, before } };
}

/** Whether a case asks for a form of its requests that the contract leaves open. */
function isAskedFor({ form }: Pick<PlannedStep, 'form'>, { level }: Pick<Breach, 'level'>): boolean {
  return form !== undefined && level === 'gap';
}

/** Whether a breach is about a value that a case writes on purpose, and that the contract leaves open. */
function isOpenValue({ level, names }: Breach): boolean {
  return level === 'gap' && names?.field !== undefined;
}

/** A send as findings name it. */
function senderName({ id, steps }: Exchange, index: number): string {
  const shown = valueText(quoted(id));
  return steps.length === 1 ? shown : `step ${index + 1} of ${shown}`;
}

type Done = Pick<RecordedCall, 'outcome' | 'startedAt' | 'endedAt'>;

/** Reads and judges what came of a call. */
function concluded(
  running: Running,
  { evidence, before }: Ready,
  { outcome, startedAt, endedAt }: Done,
  index: number,
): Ending | undefined {
  const { exchange, context, options, memory, outcomes, replies, records, findings } = running;
  const { operation, binding, request } = evidence;
  const { asExpected, overrides } = expectedOf(exchange, index);
  const received = { ...evidence, values: before?.received ?? evidence.values };
  const isUnclear =
    before !== undefined &&
    judgeMadeRequest(received, context, { step: index, level: 'must' }).some(
      ({ rule, level }) => level === 'must' && OF_CONTENT.includes(rule),
    );
  const read = asExpected(readOutcome(running, index, received, outcome, isUnclear));
  const reply = read.reached === 'reply' ? read : null;
  outcomes.push(read);
  replies.push(reply);
  const judged = exchange.probe ? UNJUDGED : judgeCall(running, index, read, evidence, before, overrides);
  records.push({
    ...{ operation: operation.name, binding: binding.id, request, startedAt, endedAt },
    ...{ outcome: keepable(outcome, options.mostKept), reached: read.reached, evaluated: judged.evaluated },
  });
  const own = senderName(exchange, exchange.steps[index]?.reportsOn ?? index);
  if (reply) notePacket(memory, reply, own);
  findings.push(...judged.findings.map((one) => (reply ? withSender(one, memory, reply, own) : one)));
  return judged.ending;
}

async function sent(request: WireRequest, sender: Sender, withdrawn?: AbortSignal) {
  let outcome = await sender.send(request, withdrawn);
  if (outcome.kind === 'failure' && outcome.failure.code === CONNECTION_ENDED)
    outcome = await sender.send(request);
  const endedAt = Date.now();
  // What it waited for its turn is not the target's.
  const { durationMs } = outcome.kind === 'response' ? outcome.response : outcome.failure;
  return { outcome, startedAt: endedAt - durationMs, endedAt };
}

type JudgedCall = Judgement & { readonly ending?: Ending | undefined };

const UNJUDGED: JudgedCall = { findings: [], evaluated: [] };

/**
 * Judges what came of a call and, where a client made it, its request. That request may be refused if it is wrong, or
 * reports on a packet that no recorded send was given. A try that a later one replaces breaks nothing any more.
 *
 * @param read with the values that the request has
 * @param asked with the values that the exchange wants, which may be those of a scenario
 */
function judgeCall(
  running: Running,
  index: number,
  read: Evidence,
  asked: RequestEvidence,
  made: RecordedCall | undefined,
  overrides: Overrides | undefined,
): JudgedCall {
  const { exchange, context, options } = running;
  const isReplaced = exchange.scenario === 'replaced';
  const all = made
    ? judgeMadeRequest(asked, context, { step: index, level: isReplaced ? 'gap' : 'must' })
    : [];
  const found = all.filter((one) => !isAskedFor(exchange.steps[index] ?? {}, one));
  const isWrong = isReplaced || found.some(({ level }) => level === 'must');
  const isUnknown = made?.unknownPacket === true && exchange.steps[index]?.reportsOn === undefined;
  const level = levelOf(running, index, isWrong || isUnknown);
  const canonical = isCanonical(exchange, read.operation.name);
  const reply = judgeStep(read, context, { step: index, level, canonical }, overrides);
  // A wrong call of a client may have been kept from the gateway.
  const isUnanswered = options.requestsOnly || (isWrong && read.failure?.code === NOT_FORWARDED);
  return {
    findings: isUnanswered ? found : [...found, ...reply.findings],
    evaluated: reply.evaluated.filter((rule) => !isUnanswered || isOfRequest(rule)),
    ending: overrides ? undefined : contradiction(read, reply),
  };
}

/**
 * How strong a refusal of a call can be. A request that breaks the contract or is open (§7) may be refused in any way. A
 * report may have a level of its own, where its send made a packet.
 */
function levelOf({ exchange, outcomes }: Running, index: number, isOpen: boolean): Level {
  if (isOpen) return 'gap';
  const { level, reportsOn } = exchange.steps[index] ?? {};
  const send = outcomes[reportsOn ?? -1];
  return level === undefined || (send && isRefusal(send)) ? exchange.level : level;
}

/** Rules about what a request carries: where one is broken, readers differ in what was sent. */
const OF_CONTENT = ['encoding', 'envelope', 'operation-element', 'parameters', 'list'].map(
  (name) => `request/${name}`,
);

/** Why the judge cannot be believed: it found a result that is no packet result, and no rule says why. */
function contradiction({ reached }: Evidence, { findings }: Judgement): Ending | undefined {
  if (reached !== 'payload' || findings.some(({ rule }) => STRUCTURE.test(rule))) return undefined;
  const note = 'the judge contradicts itself: the reply is no packet result, but no rule says why';
  return { harness: true, note };
}

function readOutcome(
  { exchange, context, memory, outcomes }: Running,
  index: number,
  evidence: RequestEvidence,
  outcome: SendOutcome,
  isUnclear: boolean,
): Evidence {
  if (outcome.kind === 'failure') return { ...evidence, failure: outcome.failure, reached: 'outcome' };
  const isSend = evidence.operation.kind === 'send';
  const givenBefore = ({ texts }: PacketResult) =>
    isSend && !exchange.probe
      ? firstGiven(texts[context.contract.packetResult.identifier], exchange.id, memory.packetsGiven)
      : null;
  const send = isSend ? evidence : outcomes[exchange.steps[index]?.reportsOn ?? -1];
  const isUnknown = isUnclear || (send && 'sent' in send && send.sent === null);
  const sent = send && isSendCall(send) && !isUnknown ? send : null;
  const place = { sent, lastReading: isLastReading(exchange, index), givenBefore };
  return readResponse(evidence, outcome.response, place, context);
}

/** Notes who was given a PacketID first in the run, and returns it where it is another exchange. */
function firstGiven(packetId: string, exchange: string, packetsGiven: RunMemory['packetsGiven']) {
  if (packetId.trim() === '') return null;
  const first = packetsGiven.get(packetId) ?? exchange;
  packetsGiven.set(packetId, first);
  return first === exchange ? null : first;
}

/** Whether no later step reports on the packet that a step sends or reports on. */
function isLastReading({ steps }: Exchange, index: number): boolean {
  const sentBy = steps[index]?.reportsOn ?? index;
  return !steps.slice(index + 1).some(({ reportsOn }) => reportsOn === sentBy);
}

/** Rules that explain why a result element is not a whole packet result. */
const STRUCTURE = /^(soap|plain|result|delivery)\//;

const MOST_KEPT = 100_000;

/** Bytes that are kept for a recording: more than any reply of the contract, and little enough for many at a time. */
export const MOST_RECORDED = 1_000_000;

/** An outcome with the beginning of a long body; the whole of it was judged. */
function keepable(outcome: SendOutcome, most = MOST_KEPT): SendOutcome {
  if (outcome.kind === 'failure' || outcome.response.body.length <= most) return outcome;
  const { body } = outcome.response;
  // A copy, because a part of a buffer keeps all of it.
  const kept = Uint8Array.from(body.subarray(0, most));
  return { ...outcome, response: { ...outcome.response, body: kept, wholeLength: body.length } };
}
