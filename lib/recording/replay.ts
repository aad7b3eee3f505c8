import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '../model/contract.ts';
import type { Exchange, PlannedStep } from '../model/exchange.ts';
import type { MadeCall } from '../model/judging/verdict.ts';
import type { Call, WireRequest } from '../model/judging/wire.ts';
import type { Result } from '../model/result.ts';
import type { RecordingSource } from '../model/running/handoff.ts';
import { identifierField } from '../rules/structure.ts';
import { MASKED } from '../secrets/find-secrets.ts';
import { addTo } from '../text/add-to.ts';
import { packetIn } from './packet-in.ts';
import { type RecordedCall, readHar } from './read-har.ts';
import { type Recognised, recognise } from './recognise.ts';

/** A recorded call of the contract. */
export interface RecognisedCall {
  readonly file: string;
  readonly recorded: RecordedCall;
  readonly call: Call;
}

/** Everything that recordings hold. */
export interface RecordedCalls {
  /** In the order in which they were made. */
  readonly calls: readonly RecognisedCall[];
  /** Why other entries are no calls, and how many there are of each kind. */
  readonly others: ReadonlyMap<string, number>;
}

/** The usual name of a recording in a report folder. */
export const RECORDING = 'recording.har';

/** Says that a report folder has no recording. */
export function withoutRecording(path: string): string {
  return `${path} has no ${RECORDING}; run with --reporter har, or name a HAR file`;
}

/** Why an entry that is a probe is no call to judge. */
export const PROBE_ENTRY = 'a probe, which is never judged';

const PROBE: Recognised = { kind: 'unknown', why: PROBE_ENTRY };

/** Reads recordings, or those of report folders, and recognises the calls in them. */
export function readRecordings(
  sources: readonly RecordingSource[],
  contract: Contract,
): Result<RecordedCalls, string> {
  const calls: RecognisedCall[] = [];
  const others = new Map<string, number>();
  for (const source of sources) {
    const given = readText(source);
    if (!given.ok) return given;
    const { file, text } = given.value;
    const reading = readHar(text);
    if (!reading.ok) return { ok: false, error: `${file} is ${reading.error}` };
    for (const recorded of reading.value) {
      const found = recorded.probe ? PROBE : recogniseRecorded(recorded, contract);
      if (found.kind === 'call') calls.push({ file, recorded, call: found.call });
      else {
        const why = whyNot(found);
        others.set(why, (others.get(why) ?? 0) + 1);
      }
    }
  }
  return { ok: true, value: { calls, others } };
}

function readText({ file: path, text }: RecordingSource): Result<Required<RecordingSource>, string> {
  if (text !== undefined) return { ok: true, value: { file: path, text } };
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  const file = isFolder ? join(path, RECORDING) : path;
  if (isFolder && !existsSync(file)) return { ok: false, error: withoutRecording(path) };
  try {
    return { ok: true, value: { file, text: readFileSync(file, 'utf8') } };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return { ok: false, error: `${file} cannot be read: ${REASONS[code] ?? code}` };
  }
}

function whyNot(found: Exclude<Recognised, { readonly kind: 'call' }>): string {
  return found.kind === 'description' ? 'a request for a description of the service' : found.why;
}

/** Recognises a recorded call of the contract. */
export function recogniseRecorded(recorded: RecordedCall, contract: Contract): Recognised {
  return recognise({ ...wireRequestOf(recorded), origin: recorded.request.url.origin }, contract);
}

/** Tickets in recorded calls that were not masked when they were recorded: each is a secret, whoever sent it. */
export function ticketsIn(calls: readonly Call[]): readonly string[] {
  const tickets = calls.flatMap(({ operation, values }) =>
    operation.parameters.flatMap(({ name, role }) => (role === 'ticket' ? [values[name] ?? []].flat() : [])),
  );
  return [...new Set(tickets)].filter((ticket) => ticket !== '' && ticket !== MASKED);
}

/** Digits that a text has at least to be a subscriber number. */
const LEAST_DIGITS = 7;

/** Returns the subscriber numbers that calls send to, as digits. */
export function numbersIn(calls: readonly Call[]): readonly string[] {
  const digits = calls
    .flatMap(recipientTexts)
    .flatMap((text) => text.split(/[^\d+() .-]+/))
    .map((text) => text.replace(/\D/g, ''));
  return [...new Set(digits)].filter((text) => text.length >= LEAST_DIGITS);
}

/** True if subscriber numbers of a call were masked when it was recorded, so that two forms of one number look the same. */
export function hasMaskedNumbers(call: Call): boolean {
  return recipientTexts(call).some((text) => text.includes(MASKED));
}

function recipientTexts({ operation, values }: Call): readonly string[] {
  return operation.parameters.flatMap(({ name, role }) =>
    role === 'recipients' ? [values[name] ?? []].flat() : [],
  );
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
};

/** Case of the exchanges that this suite did not make. */
const RECORDED = 'recorded';

/** A recording as exchanges, each of whose steps has its recorded call. */
export interface Replay {
  readonly exchanges: readonly Exchange[];
  /** The calls of an exchange, by step. */
  readonly steps: ReadonlyMap<string, readonly RecognisedCall[]>;
  /** Exchanges that were not recorded to the byte, so that nothing certain can be said of them. */
  readonly inexact: readonly string[];
  /** Exchanges by the packet that their sends were given. */
  readonly packets: ReadonlyMap<string, string>;
}

/**
 * Sorts recorded calls into exchanges: those of a run of this suite into the exchanges that made them, each of any other
 * traffic into one exchange with the send whose packet it asks about.
 *
 * @param planned exchanges of this suite by id
 */
export function replayOf(
  calls: readonly RecognisedCall[],
  contract: Contract,
  planned: ReadonlyMap<string, Exchange>,
): Replay {
  const steps = new Map<string, RecognisedCall[]>();
  const packets = new Map<string, string>();
  const identifier = identifierField(contract);
  for (const call of calls) {
    const own = ownExchange(call, planned);
    // The step of an exchange that is unknown says nothing about the exchange that the call is sorted into.
    const one = own === undefined ? { ...call, recorded: { ...call.recorded, place: null } } : call;
    const id = own ?? exchangeOf(one, packets);
    addTo(steps, id, one);
    const packet = one.call.operation.kind === 'send' ? packetIn(one.recorded, identifier) : undefined;
    if (packet !== undefined && !packets.has(packet)) packets.set(packet, id);
  }
  const exchanges: Exchange[] = [];
  const inexact: string[] = [];
  for (const [id, group] of steps) {
    group.sort((a, b) => (a.recorded.place?.step ?? 0) - (b.recorded.place?.step ?? 0));
    const [first] = group;
    if (!first) continue;
    if (group.some(({ recorded }) => recorded.inexact.length > 0)) inexact.push(id);
    else {
      const known = planned.get(id);
      exchanges.push(known && first.recorded.place ? asPlanned(known, group) : asSeen(id, group, first));
    }
  }
  return { exchanges, steps, inexact, packets };
}

/** Returns the exchange of this suite that made a call; undefined where it is unknown. */
export function ownExchange(
  { recorded: { place } }: RecognisedCall,
  planned: ReadonlyMap<string, Exchange>,
): string | undefined {
  return place && planned.has(place.exchange) ? place.exchange : undefined;
}

/** Returns the packet that a call asks about; undefined for a send. */
export function packetAsked({ operation, values }: Call): string | undefined {
  const parameter = operation.parameters.find(({ role }) => role === 'packet');
  const asked = parameter && values[parameter.name];
  return typeof asked === 'string' ? asked : undefined;
}

/** The exchange of a call that this suite did not make: that of the send whose packet it asks about, or its own. */
function exchangeOf({ recorded, call, file }: RecognisedCall, packets: ReadonlyMap<string, string>): string {
  const known = packets.get(packetAsked(call) ?? '');
  return known ?? `${call.operation.name}/${RECORDED}/${call.binding.id}/${nameOf(file)}-${recorded.entry}`;
}

function nameOf(file: string): string {
  return (file.split('/').at(-1) ?? file).replace(/\.har$/i, '').replace(/[^\w.-]+/g, '-');
}

/**
 * A planned exchange with the values that were sent then; steps that were never made keep what they ask for, and so do
 * those that a scenario tells.
 */
function asPlanned(exchange: Exchange, group: readonly RecognisedCall[]): Exchange {
  const steps = exchange.steps.map((step, index): PlannedStep => {
    const one = group.find(({ recorded }) => recorded.place?.step === index);
    if (!one) return step;
    const told = exchange.scenario === undefined ? {} : step.values;
    return { ...step, values: { ...one.call.values, ...told } };
  });
  return { ...exchange, steps };
}

/** An exchange of other traffic: its first call is a send, or a report on a packet of which nothing else is known. */
function asSeen(id: string, group: readonly RecognisedCall[], first: RecognisedCall): Exchange {
  const isSend = first.call.operation.kind === 'send';
  return {
    id,
    case: RECORDED,
    title: `${first.file}, entry ${first.recorded.entry}`,
    operation: first.call.operation.name,
    binding: first.call.binding.id,
    variant: null,
    level: 'must',
    tags: [],
    requirements: [],
    steps: group.map(({ call }, index) => ({
      operation: call.operation.name,
      binding: call.binding.id,
      values: call.values,
      ...(index > 0 && isSend ? { reportsOn: 0 } : {}),
    })),
    expect: { sameContent: false, packet: {}, eachDelivery: {} },
    source: { file: first.file, line: 1, column: 1 },
    messages: 0,
  };
}

/** The request as the rules about requests look at it. */
export function wireRequestOf({ request: { method, path, headers, body } }: RecordedCall): WireRequest {
  return {
    // A method that the contract does not use is one of the things that the rules tell.
    method: method as WireRequest['method'],
    path,
    headers,
    body,
  };
}

/** Whether a client made an exchange: a case of the suite says itself what its reports may be answered. */
function isOfClient(exchange: Exchange | undefined): boolean {
  return exchange?.case === RECORDED || exchange?.scenario !== undefined;
}

/** Gives the calls of recordings by exchange and step, as `replayOf` sorted them into these exchanges. */
export function madeCalls(
  sources: readonly RecordingSource[],
  contract: Contract,
  exchanges: readonly Exchange[],
): (exchange: string) => (step: number) => MadeCall | undefined {
  const read = readRecordings(sources, contract);
  if (!read.ok) throw new Error(read.error);
  const planned = new Map(exchanges.map((one) => [one.id, one]));
  const { steps, packets } = replayOf(read.value.calls, contract, planned);
  return (exchange) => {
    const group = steps.get(exchange) ?? [];
    return (step) => {
      const own = group.find(({ recorded }) => recorded.place?.step === step);
      const one = own ?? (group[step]?.recorded.place === null ? group[step] : undefined);
      if (!one) return undefined;
      const { outcome, startedAt, endedAt } = one.recorded;
      const asked = isOfClient(planned.get(exchange)) ? packetAsked(one.call) : undefined;
      const unknownPacket = asked !== undefined && !packets.has(asked);
      return { request: wireRequestOf(one.recorded), outcome, startedAt, endedAt, unknownPacket };
    };
  };
}
