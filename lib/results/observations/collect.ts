import { isRefusal } from '../../judge/answer.ts';
import { isCanonical } from '../../judge/requirement-lookup.ts';
import type { DeliveryField, PacketField } from '../../model/contract.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Structured } from '../../model/judging/document.ts';
import type { Evidence, ReplyEvidence } from '../../model/judging/evidence.ts';
import type { ObservedFact } from '../../model/judging/reply.ts';
import type { StepRecord } from '../../model/judging/verdict.ts';
import type { ResultObservation } from '../../model/running/results.ts';
import { callTimeOffset } from '../../reading/call-time.ts';
import { fieldFact, isOfKind, textOfFact } from '../../reading/facts.ts';
import { deliveryOrder, deliveryPlaces } from '../../reading/recipients.ts';
import { MASKED } from '../../secrets/find-secrets.ts';
import { type Mask, maskAll, ownWords } from '../../secrets/mask.ts';
import { beginningOf } from '../../text/printable.ts';
import { copied } from '../../text/remembered.ts';
import { dateShape, identifierShape, withShapes } from '../../text/shapes.ts';
import { offsetText } from '../../text/times.ts';
import { mergeObservations } from './observations.ts';

/** The answer to a report on a packet that was never returned, before the binding. */
export const UNKNOWN_PACKET = 'answer to an unknown packet';

/** The text of a fault that is such an answer, before the binding. */
export const FAULT_TEXT = 'fault text for an unknown packet';

/** The offset of the times of a field to the clock, before the field; and the value of a time without one. */
export const OFFSET = 'offset of';
export const NO_OFFSET = offsetText(0);

const MOST_KEPT = 120;

/** Characters of a refusal that are masked: a target can write as much as it likes. */
const MOST_MASKED = 2_000;

type OpenField = readonly [field: PacketField | DeliveryField, requirement: string, shape: Shape];

/** Fields that the contract leaves open, with the requirement that says so; a time and an identifier count by their shape. */
export const openFields: readonly OpenField[] = [
  ['PacketStatus', 'gaps.packet-status-values', withShapes],
  ['PacketID', 'packet-result.packet-id.type', identifierShape],
  ['DeliveryResult', 'gaps.delivery-result-values', withShapes],
  ['DeliveryDetail', 'gaps.delivery-detail-values', withShapes],
  ['DeliveryTime', 'gaps.delivery-time-format', dateShape],
  ['SendDate', 'gaps.send-date-format', dateShape],
];

/** Notes a fact, or a text by the shape that it has once it is masked; of `most`, a number, only the largest stays. */
type Note = (requirement: string, what: string, said: string | ObservedFact, how?: How) => void;

type How = 'most' | Shape;

type Shape = (text: string) => string;

/** Different values that wait to be added up, so that their number stays bounded. */
const MOST_WAITING = 2_000;

/** An observation of one value, while it is counted. */
interface Count extends Omit<ResultObservation<string>, 'of' | 'values'> {
  readonly values: [
    { value: string; fact: ObservedFact | undefined; count: number; canonical: number; example: string },
  ];
}

/** The words for facts without parts. */
const WORDS = {
  absent: '(absent)',
  'names-packet': '(names the packet)',
  'in-order': 'as in the request',
  'another-order': 'another',
} as const;

/** Splits an observation into its words and what is kept of it as data. */
function observed(said: string | ObservedFact): readonly [text: string, fact?: ObservedFact] {
  if (typeof said === 'string') return [said];
  return [said.kind === 'answer' ? answerText(said) : WORDS[said.kind], said];
}

/** Opens a collector, bounded in size, of what a target did where the contract is silent (contract §2.3, §3, §4.6, §7, §8). */
export function openObserver(mask: Mask) {
  let seen: readonly ResultObservation<string>[] = [];
  const waiting = new Map<string, Count>();
  /** Counts by received text, so that a repeated text is masked once. */
  const received = new Map<string, Count>();
  const added = () => {
    const more = [...waiting.values()].map((counted) => ({ of: counted.values[0].count, ...counted }));
    waiting.clear();
    received.clear();
    seen = mergeObservations([...seen, ...more]);
    return seen;
  };
  /** Returns the count of a value, which begins at none. */
  const countOf = (
    about: Pick<Count, 'requirement' | 'what' | 'operation'>,
    said: string | ObservedFact,
    how: How,
  ) => {
    const [text, fact] = observed(said);
    const key = `${about.requirement}\n${about.what}\n${about.operation}\n`;
    const before = received.get(key + text);
    if (before) return before;
    const most = how === 'most';
    const value = copied(beginningOf(most ? text : how(withoutSecrets(text, mask)), MOST_KEPT));
    const values: Count['values'] = [{ value, fact: copied(fact), count: 0, canonical: 0, example: '' }];
    const count: Count = waiting.get(key + value) ?? { ...about, values, ...(most && { most }) };
    waiting.set(copied(key + value), count);
    // A target can write as much as it likes.
    if (text.length <= MOST_KEPT) received.set(copied(key + text), count);
    return count;
  };
  return {
    /** Notes the outcomes of the calls of an exchange, by step; `made` has their times in milliseconds. */
    add: (exchange: Exchange, outcomes: readonly Evidence[], made: Made): void => {
      for (const [step, outcome] of outcomes.entries()) {
        if (outcome.reached === 'outcome') continue;
        const operation = outcome.operation.name;
        const canonical = isCanonical(exchange, operation) ? 1 : 0;
        const { id: example } = exchange;
        const note: Note = (requirement, what, said, how = (same) => same) => {
          const [value] = countOf({ requirement, what, operation }, said, how).values;
          // Not the first example, which changes from run to run.
          if (value.count === 0 || example < value.example) value.example = example;
          value.count += 1;
          value.canonical += canonical;
        };
        noteReply(outcome, exchange.probe === true, note, mask);
        noteOffsets(exchange, outcome, step, made, note);
        noteChanges(exchange, outcomes, step, note);
        if (step === exchange.steps.length - 1) noteAnswer(exchange, outcome, note);
      }
      if (waiting.size > MOST_WAITING) added();
      if (received.size > MOST_WAITING) received.clear();
    },
    observed: (): readonly ResultObservation[] => {
      const masked = added().map(({ values, ...about }) => {
        const maskedValues = values.map(({ value, fact, ...counted }) => ({
          ...{ value: mask(value), ...counted },
          ...(fact && { fact: maskAll(fact, mask) }),
        }));
        return ownWords({ ...about, values: maskedValues });
      });
      // Once more, for what is the same once it is masked.
      return mergeObservations(masked);
    },
  };
}

type Answered = Exclude<Evidence, { readonly reached: 'outcome' }>;
type Made = readonly Pick<StepRecord, 'startedAt'>[];

function noteFields(structure: Structured, note: Note): void {
  for (const [field, requirement, shape] of openFields) {
    if (!structure.structure.fields.some(({ name }) => name === field)) continue;
    const fact = fieldFact(structure, field);
    const said = isOfKind(fact, 'absent') ? ({ kind: 'absent' } as const) : textOfFact(fact);
    // A field that holds elements has no value.
    if (said !== undefined) note(requirement, field, said, shape);
  }
}

function noteReply(outcome: Answered, isProbe: boolean, note: Note, mask: Mask): void {
  const { response, reply } = outcome;
  note('gaps.other-status-codes', 'status', String(response.status));
  const refused = isRefusal(outcome);
  // A reply that is too long to read may be what was requested, and so may the WSDL that a probe requests.
  const isDescription =
    !('payload' in outcome) &&
    (outcome.reading.xml.kind === 'beyond-limits' || (isProbe && response.status < 400));
  if (refused && !isDescription) {
    note('gaps.error-responses', 'refusal', refusalParts(outcome, mask).join(' '));
    if (reply.kind === 'soap-fault') note('gaps.faults', 'fault code', reply.code ?? { kind: 'absent' });
  }
  const parts = 'payload' in outcome ? [outcome.payload, ...outcome.deliveries] : [];
  for (const part of parts) noteFields(part, note);
  if (outcome.reached === 'reply') noteTaken(outcome, refused, note);
}

function noteTaken(outcome: ReplyEvidence, refused: boolean, note: Note): void {
  const { operation, request, sent, recipients, deliveries } = outcome;
  const numbers = [sent?.values[sent.operation.recipients.name] ?? []].flat();
  if (numbers.length > 1 && recipients) {
    const found = deliveries.map(({ texts }) => texts[recipients.field]);
    const order = deliveryOrder(deliveryPlaces(found, numbers));
    note('packet-result.delivery-results.order', 'order of delivery results', order);
  }
  if (operation.kind !== 'send' || refused) return;
  const texts = [sent?.values[sent.operation.text.name] ?? []].flat();
  const length = Math.max(0, ...texts.map((text) => text.length));
  note('gaps.message-length', 'longest message taken, in UTF-16 code units', String(length), 'most');
  // Different recipients that it has delivery results for; a text that is no number may be any of them.
  const { all = [], unreadable = [] } = recipients ?? {};
  const found = all.filter((recipient) => recipient.found.length > 0).length + unreadable.length;
  const taken = Math.min(found, all.length);
  if (taken > 0) note('gaps.number-count', 'most numbers taken', String(taken), 'most');
  const bytes = request.body?.length ?? request.path.length;
  note('gaps.size-limits', 'largest body or path taken, in bytes', String(bytes), 'most');
}

/**
 * Notes the offsets of the times of a packet to the clock when it was sent. Its delivery follows within minutes, in a run
 * that waits no longer for a report. A time without a zone is taken for UTC.
 */
function noteOffsets({ steps }: Exchange, outcome: Answered, step: number, made: Made, note: Note): void {
  const sentBy = outcome.operation.kind === 'send' ? step : steps[step]?.reportsOn;
  const sent = made[sentBy ?? -1];
  // A recording without times has 0.
  if (outcome.reached !== 'reply' || !sent?.startedAt) return;
  for (const delivery of outcome.packet.deliveries) {
    const texts: Readonly<Record<string, string>> = delivery;
    for (const [field, requirement] of openFields) {
      const off = callTimeOffset(texts[field] ?? '', sent.startedAt, sent.startedAt);
      if (off) note(requirement, `${OFFSET} ${field}`, off.words);
    }
  }
}

/** Returns a text without secrets, which shapes would take apart; numbers keep their shape. */
function withoutSecrets(text: string, mask: Mask): string {
  const masked = mask(text);
  return masked.includes(MASKED) ? masked : text;
}

/** Words a refusal: status and kind, and its text, such as `500 SOAP fault Server` and `"No such packet"`. */
function refusalParts({ response, reply }: Answered, mask: Mask): readonly [answer: string, text?: string] {
  const shown = (text: string) => {
    const line = beginningOf(text.replace(/\s+/g, ' ').trim(), MOST_MASKED);
    return JSON.stringify(beginningOf(withShapes(withoutSecrets(line, mask)), MOST_KEPT));
  };
  const answer = answerText(answerFact(response.status, reply));
  if (reply.kind === 'soap-fault') return [answer, shown(reply.reason ?? '')];
  if (reply.kind === 'packet-result') return [answer, shown(reply.packet.texts.PacketStatus)];
  return reply.kind === 'plain-error' ? [`${response.status}`, shown(reply.text)] : [answer];
}

/** Words a refusal alike for all bindings: status and text, such as `500 "No such packet"`. */
export function plainRefusal(outcome: Evidence | undefined, mask: Mask): string | undefined {
  if (!outcome || outcome.reached === 'outcome' || !isRefusal(outcome)) return undefined;
  const [answer, text] = refusalParts(outcome, mask);
  return text === undefined ? answer : `${outcome.response.status} ${text}`;
}

type AnswerFact = Extract<ObservedFact, { readonly kind: 'answer' }>;

function answerFact(status: number, reply: Answered['reply']): AnswerFact {
  const code = reply.kind === 'soap-fault' && reply.code ? beginningOf(reply.code, MOST_KEPT) : undefined;
  return { kind: 'answer', status, reply: reply.kind, ...(code !== undefined && { code }) };
}

function answerText({ status, reply, code = WORDS.absent }: AnswerFact): string {
  return `${status} ${reply === 'soap-fault' ? `SOAP fault ${code}` : reply.replace('-', ' ')}`;
}

/** Fields whose values are states (contract §3). */
const STATES: readonly string[] = ['PacketStatus', 'DeliveryResult'];

/** Notes what a second reply about the same packet says differently (contract §3). */
function noteChanges(exchange: Exchange, outcomes: readonly Evidence[], step: number, note: Note): void {
  const sentBy = exchange.steps[step]?.reportsOn;
  if (sentBy === undefined) return;
  const isAbout = (place: number) => place === sentBy || exchange.steps[place]?.reportsOn === sentBy;
  const before = outcomes.filter((_, place) => place < step && isAbout(place)).at(-1);
  const after = outcomes[step];
  if (before?.reached !== 'reply' || after?.reached !== 'reply') return;
  const [first, second] = [before, after].map(({ packet }) => ({ ...packet.texts, ...packet.deliveries[0] }));
  for (const [field, requirement] of openFields) {
    const [from, to] = [first?.[field], second?.[field]];
    if (field === 'PacketID' || from === undefined || to === undefined) continue;
    const what = `${field} of one reply and the next`;
    if (STATES.includes(field)) note('gaps.transitions', what, `${from}, then ${to}`, withShapes);
    else note(requirement, what, from === to ? 'the same' : 'another');
  }
}

/** Notes how a request was answered that asks for something that the contract leaves open (contract §4.6). */
function noteAnswer({ requirements }: Exchange, outcome: Answered, note: Note): void {
  const { response, reply, binding, operation, values } = outcome;
  const answer = answerFact(response.status, reply);
  const packet = operation.kind === 'report' ? operation.packet.name : '';
  const isEmpty = values[packet] === '';
  const requested = isEmpty ? `answer to an empty ${packet}` : UNKNOWN_PACKET;
  for (const id of requirements) {
    if (!id.startsWith('gaps.') || id === 'gaps.pinned-values') continue;
    note(id, id === 'gaps.unknown-packet' ? `${requested} over ${binding.id}` : 'answer', answer);
    const text = reply.kind === 'soap-fault' ? reply.reason : undefined;
    if (id !== 'gaps.unknown-packet' || isEmpty || text === undefined) continue;
    const isEchoed = text.includes(String(values[packet]));
    note(id, `${FAULT_TEXT} over ${binding.id}`, isEchoed ? { kind: 'names-packet' } : text, withShapes);
  }
}
