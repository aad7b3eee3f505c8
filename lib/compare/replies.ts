import type { Call, Contract } from '../model/contract.ts';
import type { Fact } from '../reading/facts.ts';
import { packetNamed, type ReadReply, readReply } from '../reading/read-reply.ts';
import { type ExchangeValues, echoedValues, exchangeValues } from '../reading/text-source.ts';
import type { RecognisedEntry } from '../recording/read-recordings.ts';
import { addTo, groupedBy } from '../text/add-to.ts';
import { WHOLE_GUID } from '../text/shapes.ts';
import { aspectsOf, type ReplyAspects } from './aspects.ts';
import { asText, factText, type Values } from './facts.ts';
import { labeller, noiseIn, type Shown } from './noise.ts';

/** A reader of the reply would notice `meaning`; `surface` is how the same is written and carried. */
export type AspectKind = 'meaning' | 'surface';

/** One difference between two replies. */
export interface Change {
  readonly kind: AspectKind;
  readonly field: string;
  /** `absent` where the reply has no such thing. */
  readonly from: string;
  readonly to: string;
}

/** A difference with what both replies say, as data; undefined where a reply has no such thing. */
interface ReplyChange extends Change {
  readonly facts?: readonly [old: Fact | undefined, now: Fact | undefined];
}

/** One reply with the request that it answers. */
export interface RecordedReply {
  readonly exchange: string;
  readonly step: number;
  readonly call: Call;
  readonly recorded: RecognisedEntry;
  /** The reply as it was read; undefined where none came. */
  readonly read: ReadReply | undefined;
  /** The packet that the reply names; undefined where it names none. */
  readonly packet: string | undefined;
  readonly reply: ReplyAspects;
}

/** The replies of a recording, by the key under which another recording has the same request. */
export type Replies = ReadonlyMap<string, RecordedReply>;

/**
 * Reads the replies of a recording. The key of a request is its exchange, operation, binding and order within it; traffic
 * of others has an exchange for each request, named by operation, binding and order.
 */
export function repliesOf(
  calls: readonly RecognisedEntry[],
  contract: Contract,
  bindings: readonly string[] = contract.bindings.map(({ id }) => id),
): Replies {
  const { identifier } = contract.packetResult;
  const groups = new Map<string, Omit<RecordedReply, 'reply' | 'read' | 'packet'>[]>();
  const counts = new Map<string, number>();
  // A run that leaves out a binding, or a send, numbers the steps that remain anew.
  const numbered = (key: string, between: string) => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return `${key}${between}${counts.get(key)}`;
  };
  for (const recorded of calls) {
    const call = callOf(recorded, contract);
    if (!call || !bindings.includes(call.binding.id)) continue;
    const { exchange, step } = recorded.place ?? { exchange: numbered(callKind(call), '/'), step: 0 };
    addTo(groups, exchange, { exchange, step, call, recorded });
  }
  const sent = echoedValues([...groups.values()].flat().map(({ call }) => call));
  /** Exchanges by the packet that a send of them got. */
  const givenTo = new Map<string, Set<string>>();
  const all = new Map<string, RecordedReply>();
  for (const [exchange, group] of groups) {
    const inOrder = group.toSorted((a, b) => a.step - b.step);
    const read = inOrder.map(({ call, recorded: { outcome } }) =>
      outcome.kind === 'response' ? readReply(call, outcome.response, contract) : undefined,
    );
    const named = read.map((reply) => packetNamed(reply, identifier));
    const packets = [...new Set(named.flatMap((packet) => packet ?? []))];
    const made = inOrder.map(({ call }) => call);
    const labelled = labeller(exchangeValues(made, [], packets, identifier));
    // Reports on one packet share its values, which may be thousands of numbers.
    const known = new Map<string, ExchangeValues>();
    const valuesAbout = (places: readonly number[]) => {
      const key = places.join();
      const isAbout = (place: number) => places.includes(place);
      const [about, others] = [
        made.filter((_, place) => isAbout(place)),
        made.filter((_, place) => !isAbout(place)),
      ];
      const values = known.get(key) ?? exchangeValues(about, others, packets, identifier, sent);
      known.set(key, values);
      return values;
    };
    let sentAt: number | undefined;
    for (const [place, { call, recorded, ...about }] of inOrder.entries()) {
      const clock = recorded.startedAt;
      if (call.operation.kind === 'send') sentAt = clock;
      const values = valuesAbout(placesAbout(place, made, named));
      const asked = { ...values, labelled, clock, sentAt, contract, call };
      const reply = aspectsOf(recorded, read[place], asked);
      const key = numbered(`${exchange} ${callKind(call)}`, ' ');
      const packet = named[place];
      all.set(key, { ...about, call, recorded, read: read[place], packet, reply });
      if (packet !== undefined && call.operation.kind === 'send')
        givenTo.set(packet, (givenTo.get(packet) ?? new Set()).add(exchange));
    }
  }
  nameSharedPackets(all, givenTo, identifier);
  return all;
}

/**
 * Names a packet that several exchanges got as that, in each of their replies: which exchange got the packet first changes
 * from run to run.
 */
function nameSharedPackets(
  replies: Map<string, RecordedReply>,
  givenTo: ReadonlyMap<string, ReadonlySet<string>>,
  identifier: string,
): void {
  for (const [key, made] of replies) {
    if (made.reply.kind !== 'packet' || (givenTo.get(made.packet ?? '')?.size ?? 0) < 2) continue;
    const meaning = { ...made.reply.meaning, [identifier]: { kind: 'shared-packet' } as const };
    replies.set(key, { ...made, reply: { ...made.reply, meaning } });
  }
}

/**
 * Returns the places of the calls that sent the packet of a reply: the send itself, those that gave the packet of a report,
 * or all.
 * @param named packet that each reply names
 */
function placesAbout(
  place: number,
  calls: readonly Call[],
  named: readonly (string | undefined)[],
): readonly number[] {
  const call = calls[place];
  if (call?.operation.kind !== 'report') return [place];
  const packet = call.values[call.operation.packet.name];
  const sends = calls.flatMap(({ operation }, index) =>
    operation.kind === 'send' && named[index] === packet ? [index] : [],
  );
  return sends.length > 0 ? sends : [...calls.keys()];
}

function callKind({ operation, binding }: Call): string {
  return `${operation.name}/${binding.id}`;
}

/** Returns the call of a request; that of a probe is the call it was made of, with the values that can still be read. */
function callOf(recorded: RecognisedEntry, contract: Contract): Call | undefined {
  const { recognised: found } = recorded;
  const probe = recorded.place?.probe;
  if (!probe) return found.kind === 'call' ? found.call : undefined;
  const operation = contract.operations.find(({ name }) => name === probe.operation);
  const binding = contract.bindings.find(({ id }) => id === probe.binding);
  if (!operation || !binding) return undefined;
  const values = found.kind === 'call' ? found.call.values : {};
  return { operation, binding, values, target: { baseUrl: '', namespace: '', kind: 'external' } };
}

/** The replies to one request with their differences; where one side alone has the request, its reply. */
export interface Pair {
  /** The old one where there is one. */
  readonly either: RecordedReply;
  readonly old: RecordedReply | undefined;
  readonly now: RecordedReply | undefined;
  /** Whether both were recorded to the byte, so that their surface can be compared. */
  readonly isExact: boolean;
  readonly changes: readonly ReplyChange[];
  /** The client whose calls one side serves and the other does not, where the changes are about that. */
  readonly client?: string;
}

/** Finds the times and numbers that vary between the replies of the old side, in one recording or several, and counts. */
export function noiseOf(old: readonly Replies[], now: Replies): Shown {
  const valuesIn = (recordings: readonly Replies[]) =>
    recordings
      .flatMap((recording) => [...recording.values()])
      .flatMap(({ exchange, call: { operation }, reply }) => {
        const about = { exchange, operation: operation.name };
        return [
          { ...about, isDelivery: false, values: { reply: reply.summary, ...reply.meaning } },
          ...[...reply.deliveries.values()].map((values) => ({ ...about, isDelivery: true, values })),
        ];
      });
  return noiseIn(valuesIn(old), valuesIn([now]));
}

/** Compares the replies of two recordings, request by request, without what is noise on the old side. */
export function pairsOf(before: Replies, after: Replies, shown = noiseOf([before], after)) {
  const [from, to] = [before, after].map(packetTypeOf);
  const isOther = from !== undefined && to !== undefined && from !== to && !FITTING[from]?.includes(to);
  const change = isOther ? { kind: 'meaning' as const, field: PACKET_TYPE, from, to } : undefined;
  return new Map<string, Pair>(
    [...before, ...[...after].filter(([key]) => !before.has(key))].map(([key, either]) => {
      const [old, now] = [before.get(key), after.get(key)];
      const isExact = ![old, now].some((side) => side?.recorded.inexact.includes('response body'));
      const pair = { either, old, now, isExact };
      const ofType = change && isSend(old) && isSend(now) ? [change] : [];
      return [key, { changes: [...changesIn(pair, shown), ...ofType], ...pair }];
    }),
  );
}

/** The field that names a change of the type of packets. */
export const PACKET_TYPE = 'type of packets';

/** Packets that show their type; fewer can be small numbers by chance. */
const LEAST_PACKETS = 10;

/** The types in which clients keep packets, with those whose packets they can keep in them, too. */
const FITTING: Readonly<Record<string, readonly string[]>> = {
  long: ['int'],
  string: ['int', 'long', 'GUID'],
};

/** True if a reply has the packet of a send. */
function isSend(side: RecordedReply | undefined): boolean {
  return side?.call.operation.kind === 'send' && side.reply.kind === 'packet' && side.packet !== undefined;
}

/** Returns the type that holds all packets of the sends of a recording, as clients declare it; undefined where that is not certain. */
function packetTypeOf(replies: Replies): string | undefined {
  const packets = new Set([...replies.values()].flatMap((side) => (isSend(side) ? (side.packet ?? []) : [])));
  if (packets.size < LEAST_PACKETS) return undefined;
  const isEach = (pattern: RegExp) => [...packets].every((packet) => pattern.test(packet));
  const isWithin = (bits: number) =>
    [...packets].every((packet) => BigInt.asIntN(bits, BigInt(packet)) === BigInt(packet));
  if (isEach(/^-?\d{1,19}$/) && isWithin(64)) {
    // Some packets begin with a zero by chance, in which two recordings of a gateway can differ.
    if (!isEach(/^(?:0|-?[1-9]\d*)$/)) return undefined;
    return isWithin(32) ? 'int' : 'long';
  }
  return isEach(WHOLE_GUID) ? 'GUID' : 'string';
}

/** True if a browser left out the body of a reply, so that nothing can be compared; a body that this suite leaves out can. */
export function isUnrecorded({ old, now }: Pair): boolean {
  return [old, now].some((side) => {
    if (side?.recorded.place !== null || side.recorded.outcome.kind !== 'response') return false;
    const { outcome, inexact } = side.recorded;
    return outcome.response.body.length === 0 && inexact.includes('response body');
  });
}

/** True if one side alone has a request. */
export function isOneSided(pair: Pair | undefined): boolean {
  return pair !== undefined && !(pair.old && pair.now);
}

/** A change as an entry of accepted differences names it; `readers` is one over which readers stumble. */
export type NamedChange = Omit<Change, 'kind'> & { readonly kind: AspectKind | 'readers' };

/** True if two changes are of the same field in the same way. */
export function isSameChange(change: NamedChange, counterpart: NamedChange): boolean {
  return (['kind', 'field', 'from', 'to'] as const).every((key) => change[key] === counterpart[key]);
}

/** Lists the changes between two replies, meaning first; between replies of different kinds their summaries alone. */
function changesIn(pair: Omit<Pair, 'changes'>, shown: Shown): readonly ReplyChange[] {
  const [old, now] = [pair.old?.reply, pair.now?.reply];
  if (old?.kind !== now?.kind) {
    const [from = 'absent', to = 'absent'] = [old, now].map((side) => side && shown('reply', side.summary));
    return [{ kind: 'meaning', field: 'reply', from, to }];
  }
  if (!old || !now) return [];
  const { name } = pair.either.call.operation;
  const ofCall: Shown = (field, value, side) => shown(field, value, side, name);
  const changes = [
    ...changesOf('meaning', old.meaning, now.meaning, ofCall),
    ...[...old.deliveries].flatMap(([place, values]) =>
      changesOf('meaning', values, now.deliveries.get(place) ?? values, ofCall),
    ),
    ...(pair.isExact ? changesOf('surface', old.surface, now.surface, (_, value) => factText(value)) : []),
  ];
  // There may be thousands of recipients.
  const keyOf = ({ kind, field, from, to }: Change) => JSON.stringify([kind, field, from, to]);
  return [...groupedBy(changes, keyOf).values()].map(([first]) => first);
}

function changesOf(kind: AspectKind, old: Values, now: Values, shown: Shown): readonly ReplyChange[] {
  return Object.keys({ ...now, ...old }).flatMap((field) => {
    const facts = [besides(old[field], now[field]), besides(now[field], old[field])] as const;
    const [from = 'absent', to = 'absent'] = facts.map(
      (value, place) => value && shown(field, value, place === 0 ? 'old' : 'new'),
    );
    return from === to || facts[0] === facts[1] ? [] : [{ kind, field, from, to, facts }];
  });
}

/** Returns a fact beside another one: of two texts that are not as sent, the texts themselves must differ. */
function besides(fact: Fact | undefined, other: Fact | undefined): Fact | undefined {
  return typeof asText(other) === 'string' ? asText(fact) : fact;
}
