import { operationOf } from '../../cases/plan/recipients.ts';
import { refusedRequestText } from '../../findings/finding-text.ts';
import { onlyText } from '../../findings/value-text.ts';
import type { JudgeContext } from '../../judge/judge-context.ts';
import { judgeMadeRequest, judgeRequest } from '../../judge/judge-step.ts';
import { hasTrait } from '../../judge/traits.ts';
import { blockingRule } from '../../judge/verdict.ts';
import type { Call, Contract, ParameterValue } from '../../model/contract.ts';
import { type Exchange, isCapture, type PlannedStep, withCaptured } from '../../model/exchange.ts';
import type { Evidence, RequestEvidence } from '../../model/judging/evidence.ts';
import type { Breach } from '../../model/judging/finding.ts';
import type { RecordedCall } from '../../model/judging/verdict.ts';
import type { WireRequest } from '../../model/judging/wire.ts';
import type { Result } from '../../model/result.ts';
import { capturedText } from '../../reading/packet.ts';
import { readRequest } from '../../reading/read-request.ts';
import { isOfClient } from '../../recording/replay.ts';
import { encodeInDialect } from '../../wire/bindings/dialect.ts';
import { changes, inForm } from '../../wire/bindings/edits/edits.ts';
import { bindings } from '../../wire/bindings/index.ts';
import type { ExchangeRun, JudgedCall, JudgedRequest, Obstacle, ReadyCall } from './calls.ts';
import { noteCall } from './run-memory.ts';

/** Makes a call of an exchange ready and judges its request, or returns why the exchange cannot go on. */
export function readyCall(run: ExchangeRun, step: PlannedStep, index: number): Result<ReadyCall, Obstacle> {
  const { exchange, source, context, memory, calls } = run;
  const wanted = exchange.knownPacket ? withKnownPacket(step, run) : step;
  const resolved = resolveCall(
    wanted,
    calls.map(({ evidence }) => evidence),
    context,
  );
  if (!resolved.ok) return { ok: false, error: whyBlocked(calls, index, resolved.error) };
  const recorded = source.kind === 'recorded' ? source.calls[index] : undefined;
  if (source.kind === 'recorded' && !recorded) {
    const note = exchange.missing ?? `no call came for step ${index + 1}`;
    return { ok: false, error: { blocked: true, note } };
  }
  const { contract } = context;
  const request = recorded?.request ?? requestOf(resolved.value, step, contract, exchange.probe);
  const isSoap = resolved.value.binding.envelope !== undefined;
  const readBack = recorded?.read?.request ?? readRequest(request, isSoap);
  const evidence = { contract, request, readBack, ...resolved.value };
  // What a dialect breaks was found when it was planned.
  const found = recorded || exchange.probe || step.dialect ? [] : judgeRequest(evidence);
  const wrong = found.find(({ breach }) => !isOpenForm(step, breach) && !isOpenValue(evidence, breach));
  if (wrong) return { ok: false, error: { harness: true, note: refusedRequestText(wrong) } };
  noteCall(memory, evidence, senderName(exchange, index));
  const isOurs = !recorded || step.dialect !== undefined;
  const asked = isOurs ? SENT_BY_US : judgeRecorded(run, step, index, evidence, recorded);
  if (recorded || exchange.probe) return { ok: true, value: { evidence, recorded, asked } };
  const { operation, values } = resolved.value;
  const messages = operation.kind === 'send' ? [values[operation.recipients.name] ?? []].flat().length : 0;
  const counted = { ...evidence, request: { ...request, messages } };
  return { ok: true, value: { evidence: counted, recorded, asked } };
}

/** A send as findings name it. */
export function senderName({ id, steps }: Exchange, index: number): string {
  return steps.length === 1 ? `"${id}"` : `step ${index + 1} of "${id}"`;
}

/** True if a breach is a form of requests that the contract leaves open, and that the case wants. */
function isOpenForm({ form }: Pick<PlannedStep, 'form'>, { level }: Pick<Breach, 'level'>): boolean {
  return form !== undefined && level === 'gap';
}

/** True if a breach is only that the contract does not state what a text of the case means, and the request carries that text. */
export function isOpenValue({ values }: Pick<RequestEvidence, 'values'>, breach: Breach): boolean {
  const { level, about, actual } = breach;
  const text = onlyText(actual);
  const meant = values[about?.field ?? ''];
  if (text === undefined) return level === 'should' && meant?.length === 0;
  return level !== 'must' && [meant ?? []].flat().includes(text);
}

/** A request of ours breaks nothing: one that does is not sent. */
const SENT_BY_US: JudgedRequest = { findings: [], isWrong: false, isOpen: false, isUnclear: false };

/** Judges a request that somebody else made; `wanted` has the values that the exchange wants, which a scenario may give. */
function judgeRecorded(
  { exchange, context }: ExchangeRun,
  planned: PlannedStep,
  step: number,
  wanted: RequestEvidence,
  { received = wanted.values }: RecordedCall,
): JudgedRequest {
  const isReplaced = exchange.scenario === 'replaced';
  const carried = judgeMadeRequest({ ...wanted, values: received }, context, { step, level: 'must' });
  // A try that a later one replaces breaks nothing any more.
  const level = isReplaced ? 'gap' : 'must';
  const isAsWanted = JSON.stringify(wanted.values) === JSON.stringify(received);
  const all = isAsWanted && !isReplaced ? carried : judgeMadeRequest(wanted, context, { step, level });
  // What the suite sent on purpose was not judged when it was sent, either.
  const isMeant = (breach: Breach) => !isOfClient(exchange) && isOpenValue(wanted, breach);
  const findings = all.filter((finding) => !isOpenForm(planned, finding) && !isMeant(finding));
  const ofContent = carried.filter(({ rule }) => hasTrait(rule, 'content'));
  return {
    findings,
    isOpen: ofContent.some((finding) => !isMeant(finding)),
    isWrong: isReplaced || findings.some((finding) => finding.level === 'must'),
    isUnclear: ofContent.some(({ level: found }) => found === 'must'),
  };
}

/** Says which earlier reply lacks what a step needs, and the rule because of which. */
function whyBlocked(calls: readonly JudgedCall[], index: number, { missing, from }: Missing): Obstacle {
  const findings = calls.flatMap((call) => call.findings);
  const { record, reply } = calls[from] ?? {};
  const blockedBy = blockingRule(findings, from, record?.reached);
  const isUnread = reply === null && record?.outcome.kind === 'response' && blockedBy !== undefined;
  const why = isUnread ? ` that can be read, because it breaks ${blockedBy}` : '';
  const note = `step ${index + 1} was not sent: ${missing}${why}`;
  return { blocked: true, note, ...(blockedBy === undefined ? {} : { blockedBy }) };
}

/** Returns a report of a probe on a packet that reports of the run found, so that a refusal is not one of its packet. */
function withKnownPacket(step: PlannedStep, { memory, context }: ExchangeRun): PlannedStep {
  const operation = operationOf(step, context.contract);
  const packet = memory.packetsFound.get(operation.name);
  if (operation.kind !== 'report' || packet === undefined) return step;
  const { [operation.packet.name]: asked } = step.values;
  return asked === undefined
    ? step
    : { ...step, values: { ...step.values, [operation.packet.name]: packet } };
}

/** A field that an earlier reply lacks, and the step of that reply, from 0. */
type Missing = Readonly<{ missing: string; from: number }>;

/** Puts captures of earlier replies into a planned step, or returns what is missing. */
export function resolveCall(
  step: PlannedStep,
  replies: readonly Evidence[],
  { contract, target }: Pick<JudgeContext, 'contract' | 'target'>,
): Result<Call, Missing> {
  const operation = operationOf(step, contract);
  const binding = contract.bindings.find(({ id }) => id === step.binding);
  if (!binding) throw new Error(`the contract has no binding ${step.binding}`);
  const values: Record<string, ParameterValue> = {};
  for (const [name, value] of Object.entries(step.values)) {
    if (!isCapture(value)) {
      values[name] = value;
      continue;
    }
    const { field, delivery } = value;
    const captured = capturedText(value, replies[value.step]);
    if (captured === undefined || captured.trim() === '') {
      const where = delivery === undefined ? '' : ` in delivery result ${delivery}`;
      const missing = `the reply of step ${value.step + 1} has no ${field}${where}`;
      return { ok: false, error: { missing, from: value.step } };
    }
    values[name] = withCaptured(value, captured);
  }
  return { ok: true, value: { operation, binding, values, target } };
}

/**
 * Writes the request of a step. That of a probe lacks the parameters without a value, may repeat others, and is changed as
 * its case says; its `asIf` is the unchanged request, by which its messages are counted.
 */
export function requestOf(
  call: Call,
  step: Pick<PlannedStep, 'form' | 'change' | 'twice' | 'kept' | 'dialect'>,
  contract: Contract,
  probe: boolean | undefined,
): WireRequest {
  const write = (made: Call): WireRequest => {
    if (step.dialect) return encodeInDialect(made, step.dialect);
    const written = inForm(bindings[made.binding.id].encode(made), made, step.form);
    return step.kept ? { ...written, framing: { ...written.framing, kept: step.kept } } : written;
  };
  if (!probe) return write(call);
  const { change: id, twice = [] } = step;
  const change = changes.find((known) => known.id === id && known.bindings.includes(call.binding.id));
  if (id !== undefined && !change)
    throw new Error(`unknown change "${id}" of a request over ${call.binding.id}`);
  const list = call.operation.parameters
    .filter(({ name }) => call.values[name] !== undefined)
    .flatMap((parameter) => (twice.includes(parameter.name) ? [parameter, parameter] : [parameter]));
  const made: Call = { ...call, operation: { ...call.operation, parameters: list } };
  const changed = change?.call?.(made, contract) ?? made;
  const written = write(changed);
  return { ...(change?.apply?.(written, changed) ?? written), asIf: write(call) };
}
