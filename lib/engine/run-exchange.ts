import { setTimeout } from 'node:timers/promises';
import { refusedRequestText } from '../findings/wording.ts';
import { answerOf } from '../judge/answer.ts';
import type { JudgeContext } from '../judge/judge-context.ts';
import {
  type Judgement,
  judgeExchange,
  judgeMadeRequest,
  judgeRequest,
  judgeStep,
} from '../judge/judge-step.ts';
import { readRequest } from '../judge/read-request.ts';
import { readResponse } from '../judge/read-response.ts';
import { isCanonical } from '../judge/requirement-lookup.ts';
import { blockingRule, verdictOf } from '../judge/verdict.ts';
import type { Level } from '../model/contract.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Evidence, ReplyEvidence, RequestEvidence } from '../model/judging/evidence.ts';
import type { Finding } from '../model/judging/finding.ts';
import type { Answer, PacketResult } from '../model/judging/reply.ts';
import type { JudgedExchange, MadeCall, StepRecord } from '../model/judging/verdict.ts';
import type { Call } from '../model/judging/wire.ts';
import { NOT_FORWARDED } from '../model/judging/wire.ts';
import { expectedOf } from '../rules/case/expectation.ts';
import { identifierField } from '../rules/structure.ts';
import type { Sender, SendOutcome } from '../transport/sender.ts';
import { requestOf } from './request-of.ts';
import { type MissingCapture, resolveCall } from './resolve-call.ts';

/** How far an exchange has come. */
interface Progress {
  readonly calls: Call[];
  readonly outcomes: Evidence[];
  readonly replies: (ReplyEvidence | null)[];
  readonly records: StepRecord[];
  readonly findings: Finding[];
  /** Ids of rules about the whole exchange. */
  readonly evaluated: string[];
  /** Exchanges by the PacketID that their sends were given first in the run. */
  readonly packetsGiven: Map<string, string>;
  /** Of a probe: what came back last. */
  answer?: Answer;
}

interface RunOptions {
  /** Takes the exchange back while its first request waits for its turn. */
  readonly withdrawn?: AbortSignal;
  /** Gives the calls of a recording, by step: nothing is sent then, and the requests are judged as well. */
  readonly made?: (step: number) => MadeCall | undefined;
  /** Whether only the requests are judged, because the responses are ours. */
  readonly requestsOnly?: boolean;
  /** Bytes of a response body that are kept as evidence, 100,000 unless given. */
  readonly mostKept?: number;
  /** Between the reply to a send and the first request about its packet. */
  readonly reportDelayMs?: number;
  /** Exchanges by the PacketID that their sends were given first in the run. */
  readonly packetsGiven?: Map<string, string>;
  /** Is told what came of the calls, by step, once the exchange is over. */
  readonly observe?: (outcomes: readonly Evidence[]) => void;
}

/**
 * Makes the calls of an exchange one after the other and judges every reply. A fault of the harness itself is a
 * verdict, so that one exchange's fault leaves the others alone.
 *
 * @throws the reason of the signal where the exchange was withdrawn, and nothing else
 */
export async function runExchange(
  exchange: Exchange,
  sender: Sender,
  context: JudgeContext,
  options: RunOptions = {},
): Promise<JudgedExchange> {
  const { withdrawn, made, requestsOnly, reportDelayMs = 0, packetsGiven = new Map(), observe } = options;
  const startedAt = Date.now();
  const started = performance.now();
  const progress: Progress = {
    ...{ calls: [], outcomes: [], replies: [], records: [], findings: [], evaluated: [] },
    packetsGiven,
  };
  const finish = (harness: boolean, blocked: boolean, note?: string, blockedBy?: string): JudgedExchange => ({
    id: exchange.id,
    verdict:
      exchange.probe && !harness
        ? 'observed'
        : verdictOf(progress.findings, { harness, blocked, level: exchange.level }),
    findings: progress.findings,
    steps: progress.records,
    evaluated: progress.evaluated,
    durationMs: performance.now() - started,
    startedAt,
    ...(note === undefined ? {} : { note }),
    ...(blockedBy === undefined ? {} : { blockedBy }),
    ...(progress.answer === undefined ? {} : { answer: progress.answer }),
  });
  try {
    for (const [index, { reportsOn }] of exchange.steps.entries()) {
      const sentAt = progress.records[reportsOn ?? -1]?.endedAt;
      const waitMs = sentAt === undefined || made ? 0 : sentAt + reportDelayMs - Date.now();
      if (waitMs > 0) await setTimeout(waitMs);
      const stopped = await runStep(exchange, index, progress, sender, context, options);
      if (!stopped) continue;
      observe?.(progress.outcomes);
      return finish(stopped.harness, !stopped.harness, stopped.note, stopped.blockedBy);
    }
    if (requestsOnly) return finish(false, false);
    const { outcomes, replies } = progress;
    observe?.(outcomes);
    if (exchange.probe) return finish(false, false);
    const whole = judgeExchange({ exchange, contract: context.contract, outcomes, replies }, context);
    progress.findings.push(...whole.findings);
    progress.evaluated.push(...whole.evaluated);
    return finish(false, false);
  } catch (error) {
    if (withdrawn?.aborted && error === withdrawn.reason) throw error;
    return finish(true, false, error instanceof Error ? error.message : String(error));
  }
}

/** Why an exchange cannot go on. */
interface Stopped {
  readonly harness: boolean;
  readonly note: string;
  /** Rule of the finding that explains what an earlier step did not give. */
  readonly blockedBy?: string;
}

/** Makes one call; an answer says why the exchange cannot go on. */
async function runStep(
  exchange: Exchange,
  index: number,
  progress: Progress,
  sender: Sender,
  context: JudgeContext,
  { withdrawn, made, requestsOnly, mostKept }: RunOptions,
): Promise<Stopped | undefined> {
  const step = exchange.steps[index];
  if (!step) return undefined;
  const resolved = resolveCall(step, progress.replies, context);
  if (!resolved.ok) return notSent(index, resolved.error, progress);
  const call = resolved.value;
  progress.calls.push(call);
  const before = made?.(index);
  if (made && !before)
    return { harness: false, note: exchange.missing ?? `no call came for step ${index + 1}` };
  const request = before?.request ?? requestOf(call, step, context.contract, exchange.probe);
  const evidence: RequestEvidence = {
    ...call,
    contract: context.contract,
    request,
    readBack: readRequest(request, call.binding.envelope !== undefined),
  };
  const canonical = isCanonical(exchange, call.operation.name);
  const { found, isWrong, isOpen } = judgeMade(exchange, index, before && { ...before, evidence }, context);
  progress.findings.push(...found);
  if (!before && !exchange.probe) {
    const [wrong] = judgeRequest(evidence);
    if (wrong) return { harness: true, note: refusedRequestText(wrong) };
  }
  const outcome = before?.outcome ?? (await sender.send(request, index === 0 ? withdrawn : undefined));
  const endedAt = before?.endedAt ?? Date.now();
  const record = {
    operation: call.operation.name,
    binding: call.binding.id,
    request,
    startedAt: before?.startedAt ?? endedAt - durationOf(outcome),
    endedAt,
    outcome: keepable(outcome, mostKept),
  };
  const { asExpected, isReplaced } = expectedOf(exchange, index);
  const read = asExpected(readOutcome(exchange, index, evidence, outcome, progress, context));
  progress.outcomes.push(read);
  progress.replies.push(read.reached === 'reply' ? read : null);
  if (exchange.probe) {
    progress.answer = answerOf(read, context.contract);
    progress.records.push({ ...record, reached: read.reached, evaluated: [] });
    return undefined;
  }
  const level = levelOf(exchange, isOpen, read);
  const judged = judgeStep(read, index, level, context, canonical, isReplaced);
  const { findings, evaluated } = requestsOnly || isKept(read, isWrong) ? aboutRequest(judged) : judged;
  progress.records.push({ ...record, reached: read.reached, evaluated });
  progress.findings.push(...findings);
  return isReplaced ? undefined : contradiction(read, judged);
}

/**
 * What is wrong with a recorded request, and whether it may be refused: if it is wrong, or reports on a packet that
 * nobody knows. A try that a later one replaces breaks nothing any more.
 */
function judgeMade(
  { scenario, steps }: Exchange,
  index: number,
  made: (MadeCall & { readonly evidence: RequestEvidence }) | undefined,
  context: JudgeContext,
): { readonly found: readonly Finding[]; readonly isWrong: boolean; readonly isOpen: boolean } {
  const isReplaced = scenario === 'replaced';
  const found = made ? judgeMadeRequest(made.evidence, index, context, isReplaced ? 'gap' : 'must') : [];
  const isWrong = isReplaced || found.some(({ level }) => level === 'must');
  const isUnknown = made?.unknownPacket === true && steps[index]?.reportsOn === undefined;
  return { found, isWrong, isOpen: isWrong || isUnknown };
}

/** The level at which a reply is judged: a request that breaks the contract or is open (§7) may be refused in any way. */
function levelOf({ level }: Exchange, isOpen: boolean, read: Evidence): Level {
  if (!isOpen || read.reached === 'outcome') return level;
  const isRefusal = read.response.status >= 400 || ['soap-fault', 'plain-error'].includes(read.reply.kind);
  return isRefusal ? 'gap' : level;
}

/** Whether a wrong call of a client was kept from the gateway. */
function isKept({ failure }: Evidence, isWrong: boolean): boolean {
  return isWrong && failure?.code === NOT_FORWARDED;
}

/** Why the judge cannot be believed: it found a result that is no packet result, and no rule says why. */
function contradiction({ reached }: Evidence, { findings }: Judgement): Stopped | undefined {
  if (reached !== 'payload' || findings.some(({ rule }) => STRUCTURE.test(rule))) return undefined;
  return {
    harness: true,
    note: 'the judge contradicts itself: the reply is no packet result, but no rule says why',
  };
}

/** What a judgement of a response says of the request alone. */
function aboutRequest({ evaluated }: Judgement): Judgement {
  return { findings: [], evaluated: evaluated.filter((rule) => rule.startsWith('request/')) };
}

/** Says why a step was not made, and which rule explains what an earlier step did not give. */
function notSent(index: number, { missing, from }: MissingCapture, { findings, records }: Progress): Stopped {
  const blockedBy = blockingRule(findings, from, records[from]?.reached);
  const note = `step ${index + 1} was not sent: ${missing}`;
  return { harness: false, note, ...(blockedBy === undefined ? {} : { blockedBy }) };
}

/** Reads what came of a step, in its place in the exchange. */
function readOutcome(
  exchange: Exchange,
  index: number,
  evidence: RequestEvidence,
  outcome: SendOutcome,
  { calls, packetsGiven }: Progress,
  context: JudgeContext,
): Evidence {
  if (outcome.kind === 'failure') return { ...evidence, failure: outcome.failure, reached: 'outcome' };
  const isSend = evidence.operation.kind === 'send';
  const sentBy = isSend ? index : exchange.steps[index]?.reportsOn;
  const givenBefore = ({ texts }: PacketResult) =>
    isSend && !exchange.probe
      ? firstGiven(texts[identifierField(context.contract)] ?? '', exchange.id, packetsGiven)
      : null;
  const place = {
    sent: calls[sentBy ?? -1] ?? null,
    lastReading: isLastReading(exchange, index),
    givenBefore,
  };
  return readResponse(evidence, outcome.response, place, context);
}

/** Notes who was given a PacketID first in the run, and returns it where it is another exchange. */
function firstGiven(packetId: string, exchange: string, packetsGiven: Map<string, string>): string | null {
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

/** Milliseconds from the request to the end; what it waited for its turn before that is not the target's. */
function durationOf(outcome: SendOutcome): number {
  return outcome.kind === 'response' ? outcome.response.durationMs : outcome.failure.durationMs;
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
  return {
    ...outcome,
    response: {
      ...outcome.response,
      body: Uint8Array.from(body.subarray(0, most)),
      wholeLength: body.length,
    },
  };
}
