import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Recognised, recognise } from '../judge/reading/recognise.ts';
import type { Call } from '../model/call.ts';
import type { Contract, Parameter } from '../model/contract.ts';
import type { Exchange, PlannedStep } from '../model/exchange.ts';
import type { XmlElement } from '../model/judging/document.ts';
import type { RecordedCall } from '../model/judging/verdict.ts';
import type { Result } from '../model/result.ts';
import type { RecordingSource } from '../model/running/prepared-run.ts';
import { MASKED } from '../secrets/find-secrets.ts';
import { slashed } from '../text/paths.ts';
import { decodeBytes } from '../wire/xml/decode-bytes.ts';
import { parseXml } from '../wire/xml/parse.ts';
import { elementsOf, textOf } from '../wire/xml/tree.ts';
import { readText } from '../yaml/read-text.ts';
import { namedTickets } from './named-tickets.ts';
import { type HarEntry, readHar } from './read-har.ts';

/** A recorded call of the contract. */
export interface RecognisedCall {
  readonly file: string;
  readonly recorded: HarEntry;
  readonly call: Call;
}

/** Everything that recordings hold. */
export interface RecordedCalls {
  /** In the order in which they were made. */
  readonly calls: readonly RecognisedCall[];
  readonly probes: number;
  /** Why other entries are no calls of the contract. */
  readonly others: readonly string[];
  /** Everything that others than this suite recorded, calls or not. */
  readonly foreign: readonly HarEntry[];
}

/** Reads recordings, or those of report folders, and recognises the calls in them. */
export function readRecordings(
  sources: readonly RecordingSource[],
  contract: Contract,
): Result<RecordedCalls, string> {
  const calls: RecognisedCall[] = [];
  const others: string[] = [];
  const foreign: HarEntry[] = [];
  let probes = 0;
  const heldBy = new Map<string, RecordingSource>();
  for (const source of sources) {
    const read = readRecording(source, contract);
    if (!read.ok) return read;
    const { file, calls: all } = read.value;
    const clash = clashOf(source, all, heldBy);
    if (clash !== undefined) return { ok: false, error: clash };
    for (const recorded of all) {
      if (recorded.place === null) foreign.push(recorded);
      const found = recognise(recorded.request, recorded.origin, contract);
      if (recorded.place?.probe) probes += 1;
      else if (found.kind === 'call') calls.push({ file, recorded, call: found.call });
      else others.push(whyNoCall(found));
    }
  }
  return { ok: true, value: { calls, probes, others, foreign } };
}

function whyNoCall(found: Exclude<Recognised, { kind: 'call' }>): string {
  return found.kind === 'description' ? 'a request for a description of the service' : found.why;
}

/**
 * Says which earlier recording has an exchange of this one, or exchanges of its name: a call of the one would hide that of
 * the other.
 *
 * @param heldBy recordings by what their exchanges are known by
 */
function clashOf(
  source: RecordingSource,
  calls: readonly HarEntry[],
  heldBy: Map<string, RecordingSource>,
): string | undefined {
  for (const { place } of calls) {
    const held = place?.exchange ?? `exchanges named ${nameOf(source.file)}`;
    const other = heldBy.get(held) ?? source;
    heldBy.set(held, other);
    if (other === source) continue;
    const fix = place ? 'judge each by itself' : 'rename one of them';
    return `${other.file} and ${source.file} both have ${held}; ${fix}`;
  }
  return undefined;
}

/** The usual name of a recording in a report folder. */
const RECORDING = 'recording.har';

/** Reads a HAR file, or the recording of a report folder; a call that did not go over HTTP is refused. */
export function readRecording(
  { file: path, text }: RecordingSource,
  contract: Contract,
): Result<{ readonly file: string; readonly calls: readonly HarEntry[] }, string> {
  const isFolder = text === undefined && statSync(path, { throwIfNoEntry: false })?.isDirectory();
  const file = isFolder ? slashed(join(path, RECORDING)) : path;
  const failed = (error: string) => ({ ok: false, error }) as const;
  if (isFolder && !existsSync(file)) {
    return failed(`${path} has no ${RECORDING}; run with --reporter har, or name a HAR file`);
  }
  const whole = text === undefined ? readText(file) : ({ ok: true, value: text } as const);
  if (!whole.ok) return failed(`${file} cannot be read: ${whole.error}`);
  const read = readHar(whole.value);
  if (!read.ok) return failed(`${file} is ${read.error}`);
  const strange = read.value.find(
    ({ origin, request }) => !/^https?:/.test(origin) && recognise(request, origin, contract).kind === 'call',
  );
  if (!strange) return { ok: true, value: { file, calls: read.value } };
  const { entry, origin } = strange;
  return failed(`${file}, entry ${entry}: request.url of a call: expected http: or https:, got ${origin}`);
}

/** Returns the root of a recorded reply; undefined where that is no XML. */
export function rootOf({ outcome }: Pick<HarEntry, 'outcome'>): XmlElement | undefined {
  if (outcome.kind !== 'response') return undefined;
  const xml = parseXml(decodeBytes(outcome.response.body, null).text ?? '');
  return xml.kind === 'document' ? xml.root : undefined;
}

/** Returns the packet that a recorded reply names, wherever in it, in the field `identifier`; undefined where it names none. */
export function packetIn(recorded: Pick<HarEntry, 'outcome'>, identifier: string): string | undefined {
  const root = rootOf(recorded);
  const waiting = root ? [root] : [];
  for (const element of waiting) {
    if (element.local === identifier) return textOf(element) || undefined;
    // A Header may hold anything.
    waiting.push(...elementsOf(element).filter(({ local }) => local !== 'Header'));
  }
  return undefined;
}

/** The texts that a call has for the parameters of a role. */
function textsOf({ operation, values }: Call, wanted: Parameter['role']): readonly string[] {
  return operation.parameters.flatMap(({ name, role }) =>
    role === wanted ? [values[name] ?? []].flat() : [],
  );
}

/** Tickets in recorded calls that were not masked when they were recorded: each is a secret, whoever sent it. */
export function ticketsIn(calls: readonly Call[]): readonly string[] {
  const tickets = calls.flatMap((call) => textsOf(call, 'ticket'));
  return [...new Set(tickets)].filter((ticket) => ticket !== '' && ticket !== MASKED);
}

/**
 * Returns the tickets of recordings of others, whatever their clients call them: what a case of this suite writes as one is no
 * secret.
 */
export function ticketsOf(recorded: readonly HarEntry[], contract: Contract): readonly string[] {
  const foreign = recorded.filter(({ place }) => place === null);
  const calls = foreign.flatMap(({ request, origin }) => {
    const found = recognise(request, origin, contract);
    return found.kind === 'call' ? [found.call] : [];
  });
  const named = foreign.flatMap(({ request }) => namedTickets(request, contract));
  return [...new Set([...ticketsIn(calls), ...named])];
}

/** Digits that a text has at least to be a subscriber number. */
const LEAST_DIGITS = 7;

/** Returns the subscriber numbers that calls send to, as digits. */
export function numbersIn(calls: readonly Call[]): readonly string[] {
  const digits = calls
    .flatMap((call) => textsOf(call, 'recipients'))
    .flatMap((text) => text.split(/[^\d+() .-]+/))
    .map((text) => text.replace(/\D/g, ''));
  return [...new Set(digits)].filter((text) => text.length >= LEAST_DIGITS);
}

/** True if subscriber numbers of a call were masked when it was recorded, so that two forms of one number look the same. */
export function hasMaskedNumbers(call: Call): boolean {
  return textsOf(call, 'recipients').some((text) => text.includes(MASKED));
}

/** Returns the packet that a call asks about; undefined for a send. */
export function packetAsked(call: Call): string | undefined {
  return textsOf(call, 'packet')[0];
}

/** Case of the exchanges that this suite did not make. */
const RECORDED = 'recorded';

/** A recording as exchanges, each of whose steps has its recorded call. */
export interface Replay {
  readonly exchanges: readonly Exchange[];
  /** The calls of an exchange, by step; a step that was never made has none. */
  readonly steps: ReadonlyMap<string, readonly (RecognisedCall | undefined)[]>;
  /** Exchanges that were not recorded to the byte, so that nothing certain can be said of them. */
  readonly inexact: readonly string[];
  /** Packets that sends were given. */
  readonly packets: ReadonlySet<string>;
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
  const { identifier } = contract.packetResult;
  const steps = new Map<string, (RecognisedCall | undefined)[]>();
  /** Exchanges of others by the packet that their sends were given. */
  const sentBy = new Map<string, string>();
  const packets = new Set<string>();
  for (const one of calls) {
    const { recorded, call } = one;
    const own = ownPlace(one, planned);
    const id = own?.exchange ?? sentBy.get(packetAsked(call) ?? '') ?? idOf(one.file, recorded.entry, call);
    const group = steps.get(id) ?? [];
    steps.set(id, group);
    group[own?.step ?? group.length] ??= one;
    const packet = call.operation.kind === 'send' ? packetIn(recorded, identifier) : undefined;
    if (packet === undefined) continue;
    packets.add(packet);
    if (!own && !sentBy.has(packet)) sentBy.set(packet, id);
  }
  const exchanges: Exchange[] = [];
  const inexact: string[] = [];
  for (const [id, group] of steps) {
    const known = planned.get(id);
    const [first, ...others] = group.filter((one) => one !== undefined);
    if (group.some((one) => one?.recorded.inexact.length)) inexact.push(id);
    else if (known) exchanges.push(asPlanned(known, group));
    else if (first) exchanges.push(exchangeOf(first.file, first.recorded.entry, first.call, others));
  }
  return { exchanges, steps, inexact, packets };
}

/** Returns the place of a call in an exchange of this suite; undefined where that is unknown. */
export function ownPlace(
  { recorded: { place } }: RecognisedCall,
  planned: ReadonlyMap<string, Exchange>,
): HarEntry['place'] | undefined {
  return place && planned.has(place.exchange) ? place : undefined;
}

function idOf(file: string, entry: number, { operation, binding }: Call): string {
  return `${operation.name}/${RECORDED}/${binding.id}/${nameOf(file)}-${entry}`;
}

/** The base name of a recording, on every system, as the ids of its exchanges have it. */
function nameOf(file: string): string {
  return (file.split(/[\\/]/).at(-1) ?? file).replace(/\.har$/i, '').replace(/[^\w.-]+/g, '-');
}

/** A planned exchange with the values that were sent then, unless a scenario tells others. */
function asPlanned(exchange: Exchange, group: readonly (RecognisedCall | undefined)[]): Exchange {
  const steps = exchange.steps.map((step, index): PlannedStep => {
    const told = exchange.scenario === undefined ? {} : step.values;
    return { ...step, values: { ...(group[index]?.call.values ?? step.values), ...told } };
  });
  return { ...exchange, steps };
}

/**
 * An exchange of other traffic: a send with the reports on its packet, or a report on one of which nothing else is known.
 *
 * @param entry number of the first call in its file
 */
export function exchangeOf(
  file: string,
  entry: number,
  call: Call,
  reports: readonly RecognisedCall[] = [],
): Exchange {
  const stepOf = ({ operation, binding, values }: Call) => ({
    ...{ operation: operation.name, binding: binding.id, values },
  });
  const onSend = call.operation.kind === 'send' ? { reportsOn: 0 } : {};
  return {
    id: idOf(file, entry, call),
    ...{ case: RECORDED, title: `${file}, entry ${entry}`, variant: null },
    ...{ operation: call.operation.name, binding: call.binding.id },
    ...{ level: 'must', tags: [], requirements: [], messages: 0 },
    steps: [stepOf(call), ...reports.map((one) => ({ ...stepOf(one.call), ...onSend }))],
    expect: { sameContent: false, packet: {}, eachDelivery: {} },
    source: { file, line: 1, column: 1 },
  };
}

/** Gives the calls of recordings by exchange and step, as `replayOf` sorted them into these exchanges. */
export function madeCalls(
  sources: readonly RecordingSource[],
  contract: Contract,
  exchanges: readonly Exchange[],
): (exchange: Exchange) => (step: number) => RecordedCall | undefined {
  const read = readRecordings(sources, contract);
  if (!read.ok) throw new Error(read.error);
  const planned = new Map(exchanges.map((one) => [one.id, one]));
  const { steps, packets } = replayOf(read.value.calls, contract, planned);
  return ({ id, case: name, scenario }) =>
    (step) => {
      const one = steps.get(id)?.[step];
      if (!one) return undefined;
      // A case of the suite says itself what its reports may be answered.
      const isOfClient = name === RECORDED || scenario !== undefined;
      const asked = isOfClient ? packetAsked(one.call) : undefined;
      const unknownPacket = asked !== undefined && !packets.has(asked);
      return { ...one.recorded, unknownPacket, received: one.call.values };
    };
}
