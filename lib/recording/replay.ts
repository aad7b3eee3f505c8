import type { Call, Contract } from '../model/contract.ts';
import type { Exchange, PlannedStep } from '../model/exchange.ts';
import type { RecordedCall } from '../model/judging/verdict.ts';
import type { HarEntry } from './read-har.ts';
import { packetAsked, packetIn } from './recorded-values.ts';

/** Case of the exchanges that this suite did not make. */
const RECORDED = 'recorded';

/** A recorded call of the contract. */
export interface RecognisedCall {
  readonly file: string;
  readonly recorded: Omit<HarEntry, 'origin'>;
  readonly call: Call;
}

type Group = (RecognisedCall | undefined)[];

/**
 * Sorts recorded calls into exchanges: those of a run of this suite into the exchanges that made them, each of any other
 * traffic into one exchange with the send whose packet it asks about.
 *
 * @param planned exchanges of this suite by id
 * @returns the exchanges; their calls by step, where one that was never made has none; and how many exchanges were not
 * recorded to the byte, so that nothing certain can be said of them
 */
export function replayOf(
  recognised: readonly RecognisedCall[],
  contract: Contract,
  planned: ReadonlyMap<string, Exchange>,
) {
  const { identifier } = contract.packetResult;
  const groups = new Map<string, Group>();
  /** Exchanges of others by the packet that their sends got. */
  const sentBy = new Map<string, string>();
  const packets = new Set<string>();
  for (const one of recognised) {
    const { recorded, call } = one;
    const own = ownPlace(one, planned);
    const id = own?.exchange ?? sentBy.get(packetAsked(call) ?? '') ?? idOf(one.file, recorded.entry, call);
    const group = groups.get(id) ?? [];
    groups.set(id, group);
    group[own?.step ?? group.length] ??= one;
    const packet = call.operation.kind === 'send' ? packetIn(recorded, identifier) : undefined;
    if (packet === undefined) continue;
    packets.add(packet);
    if (!own && !sentBy.has(packet)) sentBy.set(packet, id);
  }
  const exact = [...groups].filter(([, group]) => !group.some((one) => one?.recorded.inexact.length));
  const exchanges: Exchange[] = [];
  const calls = new Map<string, readonly (RecordedCall | undefined)[]>();
  for (const [id, group] of exact) {
    const exchange = exchangeWith(group, planned.get(id));
    exchanges.push(exchange);
    // A case of the suite says itself what its reports may be answered.
    const isOfClient = exchange.case === RECORDED || exchange.scenario !== undefined;
    const recordedCall = ({ recorded, call }: RecognisedCall): RecordedCall => {
      const { request, outcome, startedAt, endedAt } = recorded;
      const packet = packetAsked(call);
      const unknownPacket = isOfClient && packet !== undefined && !packets.has(packet);
      return { request, outcome, startedAt, endedAt, unknownPacket, received: call.values };
    };
    calls.set(
      id,
      Array.from(group, (one) => one && recordedCall(one)),
    );
  }
  return { exchanges, calls, inexact: groups.size - exact.length };
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

/** A planned exchange with the values that were sent then, unless a scenario has others; or one of other traffic. */
function exchangeWith(group: Group, planned: Exchange | undefined): Exchange {
  if (!planned) {
    const [first, ...others] = group.filter((one) => one !== undefined) as [
      RecognisedCall,
      ...RecognisedCall[],
    ];
    const reports = others.map(({ call }) => call);
    return exchangeOf(first.file, first.recorded.entry, first.call, reports);
  }
  const steps = planned.steps.map((step, index): PlannedStep => {
    const expected = planned.scenario === undefined ? {} : step.values;
    return { ...step, values: { ...(group[index]?.call.values ?? step.values), ...expected } };
  });
  return { ...planned, steps };
}

/** What every exchange has that no case declares. */
export const undeclared = {
  variant: null,
  level: 'must' as const,
  tags: [],
  requirements: [],
  messages: 0,
  expect: { sameContent: false, packet: {}, eachDelivery: {} },
};

/**
 * An exchange of other traffic: a send with the reports on its packet, or a report on one of which nothing else is known.
 *
 * @param entry number of the first call in its file
 */
export function exchangeOf(file: string, entry: number, call: Call, reports: readonly Call[] = []): Exchange {
  const onSend = call.operation.kind === 'send' ? { reportsOn: 0 } : {};
  const stepOf = ({ operation, binding, values }: Call) => ({
    operation: operation.name,
    binding: binding.id,
    values,
  });
  return {
    id: idOf(file, entry, call),
    case: RECORDED,
    title: `${file}, entry ${entry}`,
    operation: call.operation.name,
    binding: call.binding.id,
    steps: [stepOf(call), ...reports.map((one) => ({ ...stepOf(one), ...onSend }))],
    source: { file, line: 1, column: 1 },
    ...undeclared,
  };
}
