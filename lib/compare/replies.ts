import type { Call, Contract } from '../model/contract.ts';
import { packetNamed, readReply } from '../reading/read-reply.ts';
import { recognise } from '../reading/recognise.ts';
import type { HarEntry } from '../recording/read-har.ts';
import { addTo } from '../text/add-to.ts';
import { aspectsOf, type ReplyAspects, type Values } from './aspects.ts';
import { meaningsOf, noiseIn, type Shown } from './noise.ts';

/** `meaning` is what a reader of the reply would notice; `surface` is how the same is written and carried. */
export type AspectKind = 'meaning' | 'surface';

/** One difference between two replies. */
export interface Change {
  readonly kind: AspectKind;
  readonly field: string;
  /** `absent` where the reply has no such thing. */
  readonly from: string;
  readonly to: string;
}

/** One reply with the request that it answers. */
export interface RecordedReply {
  readonly exchange: string;
  readonly step: number;
  readonly call: Call;
  readonly recorded: HarEntry;
  readonly reply: ReplyAspects;
}

/** What the replies of a recording say, by the key under which another recording has the same request. */
export type Replies = ReadonlyMap<string, RecordedReply>;

/**
 * Reads the replies of a recording. The key of a request is its exchange, operation, binding and order within it; traffic
 * of others has an exchange for each request, named by operation, binding and order.
 */
export function repliesOf(
  calls: readonly HarEntry[],
  contract: Contract,
  bindings: readonly string[] = contract.bindings.map(({ id }) => id),
): Replies {
  const { identifier } = contract.packetResult;
  const groups = new Map<string, Omit<RecordedReply, 'reply'>[]>();
  const counts = new Map<string, number>();
  // A run that leaves out a binding, or a send, numbers the steps that remain anew.
  const numbered = (key: string, between: string) => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return `${key}${between}${counts.get(key)}`;
  };
  for (const recorded of calls) {
    const call = callOf(recorded, contract);
    if (!call || !bindings.includes(call.binding.id)) continue;
    const { exchange, step } = recorded.place ?? { exchange: numbered(kindOf(call), '/'), step: 0 };
    addTo(groups, exchange, { exchange, step, call, recorded });
  }
  const all = new Map<string, RecordedReply>();
  for (const [exchange, group] of groups) {
    const inOrder = group.toSorted((a, b) => a.step - b.step);
    const read = inOrder.map(({ call, recorded: { outcome } }) =>
      outcome.kind === 'response' ? readReply(call, outcome.response, contract) : undefined,
    );
    const packets = read.flatMap((reply) => packetNamed(reply, identifier) ?? []);
    const sent = inOrder.map(({ call }) => call);
    const meanings = meaningsOf(sent, [...new Set(packets)], identifier);
    let sentAt: number | undefined;
    for (const [place, one] of inOrder.entries()) {
      const clock = one.recorded.startedAt;
      if (one.call.operation.kind === 'send') sentAt = clock;
      const asked = { ...meanings, clock, sentAt, contract, call: one.call };
      const reply = aspectsOf(one.recorded, read[place], asked);
      all.set(numbered(`${exchange} ${kindOf(one.call)}`, ' '), { ...one, reply });
    }
  }
  return all;
}

function kindOf({ operation, binding }: Call): string {
  return `${operation.name}/${binding.id}`;
}

/** The call of a request; that of a probe is the one it was made of, with the values that can still be read. */
function callOf(recorded: HarEntry, contract: Contract): Call | undefined {
  const found = recognise(recorded.request, recorded.origin, contract);
  const probe = recorded.place?.probe;
  if (!probe) return found.kind === 'call' ? found.call : undefined;
  const operation = contract.operations.find(({ name }) => name === probe.operation);
  const binding = contract.bindings.find(({ id }) => id === probe.binding);
  if (!operation || !binding) return undefined;
  const values = found.kind === 'call' ? found.call.values : {};
  return { operation, binding, values, target: { baseUrl: '', namespace: '', kind: 'external' } };
}

/** The replies to one request with what differs between them; of a request that one side alone has, that is the reply. */
export interface Pair {
  /** The old one where there is one. */
  readonly either: RecordedReply;
  readonly old: RecordedReply | undefined;
  readonly now: RecordedReply | undefined;
  /** Whether both were recorded to the byte, so that their surface can be compared. */
  readonly isExact: boolean;
  readonly changes: readonly Change[];
}

/** Finds the times and numbers that vary between the replies of the old side, in one recording or several, and counts. */
export function noiseOf(old: readonly Replies[], now: Replies): Shown {
  const valuesIn = (recordings: readonly Replies[]) =>
    recordings
      .flatMap((one) => [...one.values()])
      .flatMap(({ reply }) => [{ reply: reply.summary, ...reply.meaning }, ...reply.deliveries.values()]);
  return noiseIn(valuesIn(old), valuesIn([now]));
}

/** Compares the replies of two recordings, request by request, without what is noise on the old side. */
export function pairsOf(before: Replies, after: Replies, shown = noiseOf([before], after)) {
  return new Map<string, Pair>(
    [...before, ...[...after].filter(([key]) => !before.has(key))].map(([key, either]) => {
      const [old, now] = [before.get(key), after.get(key)];
      const isExact = ![old, now].some((one) => one?.recorded.inexact.includes('response body'));
      const pair = { either, old, now, isExact };
      return [key, { changes: changesIn(pair, shown), ...pair }];
    }),
  );
}

/** True if a browser left out the body of a reply, so that nothing can be compared; what this suite leaves out is compared. */
export function isUnrecorded({ old, now }: Pair): boolean {
  return [old, now].some((one) => {
    if (one?.recorded.place !== null || one.recorded.outcome.kind !== 'response') return false;
    const { outcome, inexact } = one.recorded;
    return outcome.response.body.length === 0 && inexact.includes('response body');
  });
}

/** True if one side alone has a request. */
export function isOneSided(pair: Pair | undefined): boolean {
  return pair !== undefined && !(pair.old && pair.now);
}

/** True if the same differs in the same way. */
export function isSameChange(one: Change, other: Change): boolean {
  return (['kind', 'field', 'from', 'to'] as const).every((key) => one[key] === other[key]);
}

/** Lists in what two replies differ, meaning first; of replies of different kinds what each is in one line. */
function changesIn(pair: Omit<Pair, 'changes'>, shown: Shown): readonly Change[] {
  const [old, now] = [pair.old?.reply, pair.now?.reply];
  if (old?.kind !== now?.kind) {
    const [from = 'absent', to = 'absent'] = [old, now].map((one) => one && shown('reply', one.summary));
    return [{ kind: 'meaning', field: 'reply', from, to }];
  }
  if (!old || !now) return [];
  const changes = [
    ...changesOf('meaning', old.meaning, now.meaning, shown),
    ...[...old.deliveries].flatMap(([place, values]) =>
      changesOf('meaning', values, now.deliveries.get(place) ?? values, shown),
    ),
    ...(pair.isExact ? changesOf('surface', old.surface, now.surface, (_, value) => value) : []),
  ];
  return changes.filter((one, at) => changes.findIndex((other) => isSameChange(one, other)) === at);
}

function changesOf(kind: AspectKind, old: Values, now: Values, shown: Shown): readonly Change[] {
  return Object.keys({ ...now, ...old }).flatMap((field) => {
    const values = [old[field], now[field]];
    const [from = 'absent', to = 'absent'] = values.map((value) => value && shown(field, value));
    return from === to ? [] : [{ kind, field, from, to }];
  });
}
