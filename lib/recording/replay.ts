import type { Call, ParameterValues } from '../model/contract.ts';
import { type Exchange, isCapture, leftOut, type NotRun, type PlannedStep } from '../model/exchange.ts';
import type { RecordedCall } from '../model/judging/verdict.ts';
import type { WireRequest } from '../model/judging/wire.ts';
import type { HarEntry } from './read-har.ts';
import { packetAsked } from './recorded-values.ts';

/** Case of the exchanges that this suite did not make. */
const RECORDED = 'recorded';

export interface RecognisedCall {
  readonly file: string;
  readonly recorded: Omit<HarEntry, 'origin'>;
  readonly call: Call;
  /** The packet that its reply names, and the namespace of the root of that reply; absent where it says none. */
  readonly packet?: string | undefined;
  readonly replyNamespace?: string | undefined;
  /** Its messages as they were read, as JSON; absent where they are too large to be handed on. */
  readonly readElsewhere?: string | undefined;
}

/** By step; a step that was never made has none. */
type Group = (RecognisedCall | undefined)[];

/**
 * Sorts recorded calls into exchanges: those of a run of this suite into the exchanges that made them, each of any other
 * traffic into one exchange with the send whose packet it asks about.
 * @param planned exchanges of this suite by id
 * @returns the exchanges, their calls by step, and those that were left out because they were not recorded to the byte
 */
export function replayOf(recognised: readonly RecognisedCall[], planned: ReadonlyMap<string, Exchange>) {
  const groups = new Map<string, Group>();
  /** The exchange of the first send that got a packet: of others, or undefined for one of this suite. */
  const sentBy = new Map<string, string | undefined>();
  for (const made of recognised) {
    const { file, recorded, call, packet } = made;
    const place = ownPlace(made, planned);
    const id = place?.exchange ?? sentBy.get(packetAsked(call) ?? '') ?? idOf(file, recorded.entry, call);
    const group = groups.get(id) ?? [];
    groups.set(id, group);
    group[place?.step ?? group.length] ??= made;
    if (call.operation.kind !== 'send' || packet === undefined) continue;
    sentBy.set(packet, sentBy.get(packet) ?? (place ? undefined : id));
  }
  const inexactIn = (group: Group) => [...new Set(group.flatMap((call) => call?.recorded.inexact ?? []))];
  const exact = [...groups].filter(([, group]) => inexactIn(group).length === 0);
  const inexact = [...groups].flatMap(([id, group]): readonly NotRun[] => {
    const parts = inexactIn(group);
    const reason = `not recorded to the byte: ${parts.join(', ')}`;
    return parts.length === 0 ? [] : [leftOut(exchangeWith(group, planned.get(id)), reason)];
  });
  const exchanges = exact.map(([id, group]) => exchangeWith(group, planned.get(id)));
  const recordedCall = (
    { recorded, call, readElsewhere }: RecognisedCall,
    isFromClient: boolean,
    step: PlannedStep | undefined,
  ): RecordedCall => {
    const { request, outcome, startedAt, endedAt } = recorded;
    const packet = packetAsked(call);
    const unknownPacket = isFromClient && packet !== undefined && !sentBy.has(packet);
    const received = step?.dialect ? meantValues(call.values, step.values, request) : call.values;
    return { request, outcome, startedAt, endedAt, unknownPacket, received, readElsewhere };
  };
  const calls = exact.map(([id, group], place) => {
    // A case of the suite says itself what its reports may be answered.
    const isFromClient = isOfClient(exchanges[place]);
    const { steps = [] } = planned.get(id) ?? {};
    return [
      id,
      Array.from(group, (call, step) => call && recordedCall(call, isFromClient, steps[step])),
    ] as const;
  });
  return { exchanges, calls: new Map(calls), inexact };
}

/**
 * Returns the values that a call in the dialect of a client stands for: those of the plan whose words the request has, because
 * what such a request says is read otherwise than it is meant.
 */
function meantValues(
  read: ParameterValues,
  planned: PlannedStep['values'],
  { path, body }: WireRequest,
): ParameterValues {
  const written = `${path} ${Buffer.from(body ?? []).toString()}`;
  const isWritten = (texts: readonly string[]) => {
    const words = texts.join(' ').match(/[A-Za-z0-9]{5,}/g) ?? [];
    return words.length > 0 && words.every((word) => written.includes(word));
  };
  const values = Object.entries(planned).flatMap(([name, value]) =>
    isCapture(value) || !isWritten([value].flat()) ? [] : [[name, value] as const],
  );
  return { ...read, ...Object.fromEntries(values) };
}

/** Returns the place of a call in an exchange of this suite; undefined where that is unknown. */
export function ownPlace({ recorded: { place } }: RecognisedCall, planned: ReadonlyMap<string, Exchange>) {
  return place && planned.has(place.exchange) ? place : undefined;
}

function idOf(file: string, entry: number, { operation, binding }: Call): string {
  return `${operation.name}/${RECORDED}/${binding.id}/${recordingName(file)}-${entry}`;
}

/** Returns the base name of a recording, on every system, as the ids of its exchanges have it. */
export function recordingName(file: string): string {
  return (file.split(/[\\/]/).at(-1) ?? file).replace(/\.har$/i, '').replace(/[^\w.-]+/g, '-');
}

/** Returns a planned exchange with the values that were sent then, unless a scenario has others; or one of other traffic. */
function exchangeWith(group: Group, planned: Exchange | undefined): Exchange {
  if (!planned) {
    // No plan says that a step of it was not made.
    const [{ file, recorded, call }, ...more] = group as [RecognisedCall, ...RecognisedCall[]];
    const reports = more.map((later) => later.call);
    return exchangeOf(file, recorded.entry, call, reports);
  }
  const steps = planned.steps.map((step, index): PlannedStep => {
    const expected = planned.scenario === undefined ? {} : step.values;
    return { ...step, values: { ...(group[index]?.call.values ?? step.values), ...expected } };
  });
  return { ...planned, steps };
}

/** True if a client made the calls of an exchange, and no plan. */
export function isOfClient(exchange: Pick<Exchange, 'case' | 'scenario'> | undefined): boolean {
  return exchange?.case === RECORDED || exchange?.scenario !== undefined;
}

/** The members of every exchange that no case declares. */
export const undeclared = {
  variant: null,
  level: 'must' as const,
  tags: [],
  requirements: [],
  messages: 0,
  expect: { sameContent: false, packet: {}, eachDelivery: {} },
};

/** Returns an exchange of other traffic, of which `entry` is the first: a send and the reports on its packet, or a report. */
export function exchangeOf(file: string, entry: number, call: Call, reports: readonly Call[] = []): Exchange {
  const onSend = call.operation.kind === 'send' ? { reportsOn: 0 } : {};
  return {
    operation: call.operation.name,
    binding: call.binding.id,
    id: idOf(file, entry, call),
    case: RECORDED,
    title: `${file}, entry ${entry}`,
    steps: [stepOf(call), ...reports.map((report) => ({ ...stepOf(report), ...onSend }))],
    source: { file, line: 1, column: 1 },
    ...undeclared,
  };
}

function stepOf({ operation, binding, values }: Call): PlannedStep {
  return { operation: operation.name, binding: binding.id, values };
}
