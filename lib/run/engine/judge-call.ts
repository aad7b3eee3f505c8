import { isRefusal } from '../../judge/answer.ts';
import { evidenceOf } from '../../judge/evidence.ts';
import { type Judgement, judgeStep } from '../../judge/judge-step.ts';
import { isCanonical } from '../../judge/requirement-lookup.ts';
import { expectedOf } from '../../judge/rules/case/expectation.ts';
import { isOfRequest, needOf } from '../../judge/traits.ts';
import { isSendCall, type Level } from '../../model/contract.ts';
import type { Exchange, PlannedStep } from '../../model/exchange.ts';
import type { Evidence, RequestEvidence } from '../../model/judging/evidence.ts';
import type { PacketResult } from '../../model/judging/reply.ts';
import type { StepRecord } from '../../model/judging/verdict.ts';
import { NOT_FORWARDED } from '../../model/judging/wire.ts';
import { capturedText } from '../../reading/packet.ts';
import { copied } from '../../text/remembered.ts';
import type { ExchangeRun, JudgedCall, JudgedRequest, Made, Obstacle, ReadyCall } from './calls.ts';
import { senderName } from './ready-call.ts';
import { notePacket, withSender } from './run-memory.ts';

export const UNJUDGED: Judgement = { findings: [], evaluated: [] };

/** Reads and judges what came of the next call. */
export function judgeCall(run: ExchangeRun, call: ReadyCall, made: Made): JudgedCall {
  const { evidence, recorded, asked } = call;
  const { exchange, source, context, memory, calls } = run;
  const index = calls.length;
  const { outcome, startedAt, endedAt } = made;
  const { operation, binding, request } = evidence;
  const { asExpected, overrides } = expectedOf(exchange, index);
  const received = recorded?.received ? { ...evidence, values: recorded.received } : evidence;
  const read = asExpected(readOutcome(run, received, made, asked.isUnclear));
  const reply = read.reached === 'reply' ? read : null;
  let { findings, evaluated }: Judgement = UNJUDGED;
  let obstacle: Obstacle | undefined;
  if (!exchange.probe) {
    const isUnknown = recorded?.unknownPacket === true && exchange.steps[index]?.reportsOn === undefined;
    const level = levelOf(run, asked.isWrong || asked.isOpen || isUnknown);
    const canonical = isCanonical(exchange, operation.name);
    const judged = judgeStep(read, context, { step: index, level, canonical }, overrides);
    // What listen keeps from the gateway is no reply of it.
    const isUnanswered =
      (source.kind === 'recorded' && source.requestsOnly) || read.failure?.code === NOT_FORWARDED;
    findings = isUnanswered ? asked.findings : [...asked.findings, ...judged.findings];
    evaluated = isUnanswered ? judged.evaluated.filter((rule) => isOfRequest({ rule })) : judged.evaluated;
    obstacle = keptBack(read, asked) ?? (overrides ? undefined : contradiction(read, judged));
  }
  const sender = senderName(exchange, exchange.steps[index]?.reportsOn ?? index);
  if (reply) {
    notePacket(memory, reply, sender);
    findings = findings.map((one) => withSender(one, memory, reply, sender));
  }
  const record = {
    operation: operation.name,
    binding: binding.id,
    request,
    startedAt,
    endedAt,
    outcome,
    reached: read.reached,
    evaluated,
    givenPacket: givenPacketOf(exchange.steps[index], read),
  };
  return { evidence: read, reply, record, findings, obstacle };
}

/** Returns the packet of a report that no send of its exchange got. */
function givenPacketOf(step: PlannedStep | undefined, read: Evidence): StepRecord['givenPacket'] {
  const { operation, values, contract } = read;
  const packet = operation.kind === 'report' && values[operation.packet.name];
  if (step?.reportsOn !== undefined || typeof packet !== 'string') return undefined;
  const field = contract.packetResult.identifier;
  return { packet, isFound: capturedText({ field }, read) === packet };
}

/**
 * How strong a refusal of a call can be. A request that breaks the contract or is open (§7) may be refused in any way. A
 * report may have a level of its own, where its send made a packet.
 */
function levelOf({ exchange, calls }: ExchangeRun, isOpen: boolean): Level {
  if (isOpen) return 'gap';
  const { level, reportsOn } = exchange.steps[calls.length] ?? {};
  const send = calls[reportsOn ?? -1]?.evidence;
  return level === undefined || (send && isRefusal(send)) ? exchange.level : level;
}

/** Why a right call has no reply: listen kept it from the gateway, such as for its budget. */
function keptBack({ failure }: Evidence, { isWrong }: JudgedRequest): Obstacle | undefined {
  if (isWrong || failure?.code !== NOT_FORWARDED) return undefined;
  return { blocked: true, note: `not forwarded: ${failure.message}` };
}

/** Why the judge cannot be believed: it found a result that is no packet result, and no rule says why. */
function contradiction({ reached }: Evidence, { findings }: Judgement): Obstacle | undefined {
  // Rules about the document and its elements explain it.
  const isExplained = findings.some(({ rule }) => ['document', 'payload'].includes(needOf(rule) ?? ''));
  if (reached !== 'payload' || isExplained) return undefined;
  const note = 'the judge contradicts itself: the reply is no packet result, but no rule says why';
  return { harness: true, note };
}

function readOutcome(
  { exchange, context, memory, calls }: ExchangeRun,
  evidence: RequestEvidence,
  { outcome, startedAt, read }: Made,
  isUnclear: boolean,
): Evidence {
  if (outcome.kind === 'failure') return { ...evidence, failure: outcome.failure, reached: 'outcome' };
  const index = calls.length;
  const isSend = evidence.operation.kind === 'send';
  // Notes which exchange got a PacketID first in the run, and returns it where it is another one.
  const givenBefore = ({ texts }: PacketResult) => {
    const packetId = texts[context.contract.packetResult.identifier];
    if (!isSend || exchange.probe || packetId.trim() === '') return null;
    const first = memory.packetsGiven.get(packetId);
    if (first === undefined) memory.packetsGiven.set(copied(packetId), exchange.id);
    return first === undefined || first === exchange.id ? null : first;
  };
  const about = isSend ? undefined : calls[exchange.steps[index]?.reportsOn ?? -1];
  const send = isSend ? evidence : about?.evidence;
  const isUnknown = isUnclear || (send && 'sent' in send && send.sent === null);
  const sent = send && isSendCall(send) && !isUnknown ? send : null;
  // A recording without times has 0.
  const sentAt = (about?.record.startedAt ?? startedAt) || undefined;
  const place = { sent, sentAt, lastReading: isLastReading(exchange, index), givenBefore };
  return evidenceOf(evidence, outcome.response, place, context, read?.reply);
}

/** Whether no later step reports on the packet that a step sends or reports on. */
function isLastReading({ steps }: Exchange, index: number): boolean {
  const sentBy = steps[index]?.reportsOn ?? index;
  return steps.findLastIndex(({ reportsOn }) => reportsOn === sentBy) <= index;
}
