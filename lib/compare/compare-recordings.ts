import { curlCommands } from '../findings/curl.ts';
import { outcomeText, requestText } from '../findings/http-message.ts';
import type { Contract } from '../model/contract.ts';
import type { Call } from '../model/judging/wire.ts';
import { packetIn } from '../recording/packet-in.ts';
import type { RecordedCall } from '../recording/read-har.ts';
import { recogniseRecorded, ticketsIn, wireRequestOf } from '../recording/replay.ts';
import { identifierField } from '../rules/structure.ts';
import { MASKED } from '../secrets/find-secrets.ts';
import { ownText } from '../secrets/mask.ts';
import { addTo } from '../text/add-to.ts';
import { sift } from './accepted.ts';
import { aspectsOf, type ReplyAspects } from './aspects.ts';
import { type ComparedPair, compareReplies, groupDifferences } from './compare-replies.ts';
import type { Accepted, Change, Comparison } from './comparison.ts';
import { meaningsOf } from './noise.ts';

/** One reply with the request that it answers. */
interface Told {
  readonly exchange: string;
  readonly step: number;
  readonly call: Call;
  readonly reply: ReplyAspects;
  readonly exact: boolean;
  readonly recorded: RecordedCall;
}

/**
 * Compares the replies of two recordings, paired by exchange and by operation, binding and order within it; traffic of
 * others is paired by operation, binding and order.
 *
 * @param options.bindings that are compared; all where it is absent
 * @param options.narrowed whether only a part of the plan was run, so that an entry may be needed elsewhere
 * @param options.again a second recording of the old side: what differs from the first there is unstable
 */
export function compareRecordings(
  old: readonly RecordedCall[],
  now: readonly RecordedCall[],
  contract: Contract,
  {
    again,
    accepted = [],
    bindings = contract.bindings.map(({ id }) => id),
    narrowed = false,
  }: {
    readonly bindings?: readonly string[] | undefined;
    readonly again?: readonly RecordedCall[] | undefined;
    readonly accepted?: readonly Accepted[];
    readonly narrowed?: boolean;
  } = {},
): Comparison {
  const toldOf = (calls: readonly RecordedCall[]) => told(calls, contract, bindings);
  const [before, after] = [toldOf(old), toldOf(now)];
  const second = toldOf(again ?? []);
  const pairs: ComparedPair[] = [];
  const unstable: ComparedPair[] = [];
  let inexact = 0;
  for (const [key, one] of before) {
    const other = after.get(key);
    if (!other) continue;
    const twice = second.get(key);
    const moving = twice ? compareReplies(one.reply, twice.reply) : [];
    const exact = one.exact && other.exact;
    if (!exact) inexact += 1;
    const found = compareReplies(one.reply, other.reply).filter(
      (change) => (exact || change.kind === 'meaning') && !moving.some((known) => isSameField(known, change)),
    );
    const pair = { ...pairOf(one), example: () => exampleOf(one.recorded, other.recorded) };
    pairs.push({ ...pair, changes: found });
    if (twice && moving.length > 0) {
      unstable.push({ ...pair, changes: moving, example: () => exampleOf(one.recorded, twice.recorded) });
    }
  }
  const goneOrCome = again ? oneSided(before, second) : new Map<string, ComparedPair>();
  unstable.push(...goneOrCome.values());
  const onlyIn = (own: Replies, other: Replies) =>
    [...own].flatMap(([key, one]) => (other.has(key) || goneOrCome.has(key) ? [] : [placeOf(one)]));
  const sifted = sift(pairs, accepted, { narrowed });
  return {
    schemaVersion: 1,
    compared: pairs.length,
    same: pairs.filter(({ changes }) => changes.length === 0).length,
    differences: groupDifferences(sifted.pairs),
    accepted: sifted.used,
    unused: sifted.unused,
    expired: sifted.expired,
    unstable: groupDifferences(unstable),
    onlyOld: onlyIn(before, after),
    onlyNew: onlyIn(after, before),
    inexact,
  };
}

function pairOf({ exchange, step, call }: Told): Omit<ComparedPair, 'changes' | 'example'> {
  return { exchange, step, operation: call.operation.name, binding: call.binding.id };
}

/** Returns what one reading of a side asked and the other did not: a step that follows an unstable reply, or misses. */
function oneSided(first: Replies, second: Replies): ReadonlyMap<string, ComparedPair> {
  const keys = [...new Set([...first.keys(), ...second.keys()])];
  return new Map(
    keys.flatMap((key) => {
      const [one, other] = [first.get(key), second.get(key)];
      const known = one ?? other;
      if (!known || (one && other)) return [];
      const [from, to] = [one?.reply.summary ?? 'absent', other?.reply.summary ?? 'absent'];
      const changes = [{ kind: 'meaning', field: 'reply', from, to }] as const;
      const example = () => exampleOf(one?.recorded, other?.recorded);
      return [[key, { ...pairOf(known), changes, example }]];
    }),
  );
}

/** What the replies of a recording say, for more than one comparison. */
export type Replies = ReadonlyMap<string, Told>;

/** Reads the replies of a recording over all bindings. */
export function repliesOf(calls: readonly RecordedCall[], contract: Contract): Replies {
  const bindings = contract.bindings.map(({ id }) => id);
  return told(calls, contract, bindings);
}

/** Lists what differs between the replies that both sides have, without noise of their own, in order. */
export function changesBetween(old: Replies, now: Replies): readonly Change[] {
  return [...old].flatMap(([key, one]) => {
    const other = now.get(key);
    return other ? compareReplies(one.reply, other.reply) : [];
  });
}

function isSameField(one: Change, other: Change): boolean {
  return one.kind === other.kind && (one.field === other.field || one.field === 'reply');
}

function placeOf({ exchange, step }: Told): string {
  return `${exchange} step ${step + 1}`;
}

/** Everything that the replies of a recording say, by the key under which the other side has the same. */
function told(calls: readonly RecordedCall[], contract: Contract, bindings: readonly string[]): Replies {
  const identifier = identifierField(contract);
  const groups = new Map<
    string,
    { readonly recorded: RecordedCall; readonly call: Call; readonly step: number }[]
  >();
  const seen = new Map<string, number>();
  for (const recorded of calls) {
    const call = callOf(recorded, contract);
    if (!call || !bindings.includes(call.binding.id)) continue;
    const kind = `${call.operation.name}/${call.binding.id}`;
    const count = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, count);
    const exchange = recorded.place?.exchange ?? `${kind}/${count}`;
    addTo(groups, exchange, { recorded, call, step: recorded.place?.step ?? 0 });
  }
  const all = new Map<string, Told>();
  for (const [exchange, group] of groups) {
    const inOrder = group.toSorted((a, b) => a.step - b.step);
    const packets = inOrder.flatMap(({ recorded }) => packetIn(recorded, identifier) ?? []);
    const meanings = meaningsOf(
      inOrder.map(({ call }) => call),
      [...new Set(packets)],
      identifier,
    );
    // A run that leaves out a binding, or a send, numbers the steps that remain anew.
    const counts = new Map<string, number>();
    for (const { recorded, call, step } of inOrder) {
      const kind = `${call.operation.name}/${call.binding.id}`;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      const reply = aspectsOf(recorded, call, contract, meanings);
      const exact = !recorded.inexact.includes('response body');
      all.set(`${exchange} ${kind} ${counts.get(kind)}`, { exchange, step, call, reply, exact, recorded });
    }
  }
  return all;
}

/** The call of a request; that of a probe is the one it was made of, with the values that can still be read. */
function callOf(recorded: RecordedCall, contract: Contract): Call | undefined {
  const found = recogniseRecorded(recorded, contract);
  const { probe } = recorded;
  if (!probe) return found.kind === 'call' ? found.call : undefined;
  const operation = contract.operations.find(({ name }) => name === probe.operation);
  const binding = contract.bindings.find(({ id }) => id === probe.binding);
  if (!operation || !binding) return undefined;
  const values = found.kind === 'call' ? found.call.values : {};
  return { operation, binding, values, target: { baseUrl: '', namespace: '', kind: 'external' } };
}

/** Characters of a message that an example shows. */
const MOST_SHOWN = 4_000;

function exampleOf(old?: RecordedCall, now?: RecordedCall): ReturnType<ComparedPair['example']> {
  const [before, after] = [old, now].map((side) => (side ? messagesOf(side) : undefined));
  return {
    request: (before ?? after)?.[0] ?? '',
    old: before?.[1] ?? 'not asked',
    new: after?.[1] ?? 'not asked',
    curl: { old: old ? curlOf(old) : null, new: now ? curlOf(now) : null },
  };
}

function messagesOf(recorded: RecordedCall): readonly [request: string, reply: string] {
  const { origin } = recorded.request.url;
  return [requestText(origin, wireRequestOf(recorded)), outcomeText(recorded.outcome)].map((text) =>
    text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text,
  ) as [string, string];
}

/** A recording has its ticket masked; the command takes it from POSTSMS_TICKET. */
function curlOf(recorded: RecordedCall): string | null {
  return curlCommands(recorded.request.url.origin, MASKED, ownText)(wireRequestOf(recorded));
}

/** Returns the tickets that recordings hold in clear: they are secrets, whoever made the recording. */
export function ticketsOf(recorded: readonly RecordedCall[], contract: Contract): readonly string[] {
  return ticketsIn(
    recorded.flatMap((one) => {
      // In a recording of this suite it is masked, and what a case writes as one is no secret.
      if (one.place) return [];
      const found = recogniseRecorded(one, contract);
      return found.kind === 'call' ? [found.call] : [];
    }),
  );
}
