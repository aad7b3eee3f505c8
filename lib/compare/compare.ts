import { matchesId } from '../cases/plan/select.ts';
import { curlCommands } from '../findings/curl.ts';
import { outcomeText, requestText } from '../findings/http-message.ts';
import type { Contract } from '../model/contract.ts';
import type { PlannedKnownFailure } from '../model/judging/verdict.ts';
import type { Results } from '../model/running/results.ts';
import { type Fact, type FactWithKind, isOfKind } from '../reading/facts.ts';
import type { RecognisedEntry } from '../recording/read-recordings.ts';
import { dayOf } from '../results/known-failures/entries.ts';
import { MASKED } from '../secrets/find-secrets.ts';
import { ownText } from '../secrets/mask.ts';
import { groupedBy } from '../text/add-to.ts';
import { counted } from '../text/counted.ts';
import { entriesOf } from '../text/defined.ts';
import { beginningOf } from '../text/printable.ts';
import { type Breakage, readerBreakages } from './breakage.ts';
import { clientDifferences, probeDifference } from './clients.ts';
import { limits, OTHERS } from './limits.ts';
import { packetsIn } from './packets.ts';
import {
  type AspectKind,
  type Change,
  isOneSided,
  isSameChange,
  isUnrecorded,
  type NamedChange,
  noiseOf,
  type Pair,
  pairsOf,
  type RecordedReply,
  repliesOf,
} from './replies.ts';
import { type SideWsdls, wsdlsCompared } from './wsdls.ts';

/** A difference that is accepted until a day, with the reason. */
export interface Accepted
  extends NamedChange,
    Pick<PlannedKnownFailure, 'place' | 'reason' | 'owner' | 'expires'> {
  /** Globs over ids of exchanges; all where it is absent. */
  readonly exchanges?: string | readonly string[];
}

export interface Side {
  /** A base URL, or the path of a recording. */
  readonly name: string;
  readonly calls: readonly RecognisedEntry[];
  /** Tickets in what this suite did not record. */
  readonly tickets: readonly string[];
  /** Results of the run that recorded them; null where there are none. */
  readonly results: Results | null;
  /** Its WSDLs; null where they were not read. */
  readonly wsdls?: SideWsdls | null;
}

interface CompareOptions {
  /** Bindings that are compared; all where it is absent. */
  readonly bindings: readonly string[] | undefined;
  /** Whether only a part of the plan was run, so that an accepted difference may be needed elsewhere. */
  readonly narrowed: boolean;
  readonly accepted: readonly Accepted[];
  /** Whether differences of surface make the comparison red as well. */
  readonly strict: boolean;
  /** What of the replies to probes is compared: all, or only whether both sides take them. */
  readonly probes: 'all' | 'taken';
  /** Ids of the readers whose breaking makes the comparison red, or `all`. */
  readonly gateReaders?: readonly string[];
}

/** Two sides compared: the content of compare.json, whose schema, compare.schema.json, describes every member. */
export type Comparison = ReturnType<typeof compareSides>['comparison'];

/** A difference over all replies that have it, with the smallest input that shows it. */
export type Difference = ReturnType<typeof groupDifferences>[number] & {
  readonly smallest?: string;
  /** Of a difference of the WSDLs: where it is. */
  readonly places?: readonly string[];
};

/**
 * Pairs the replies of two sides, each pair with the changes between them.
 * @param sides the third is a second recording of the old one: what differs between these two is unstable
 */
export function pairedSides(
  [old, now, again]: readonly [old: Side, now: Side, again?: Side | undefined],
  contract: Contract,
  { bindings, probes }: Pick<CompareOptions, 'bindings' | 'probes'>,
) {
  const repliesIn = ({ calls }: Side) => repliesOf(calls, contract, bindings);
  const before = repliesIn(old);
  const second = again && repliesIn(again);
  const after = repliesIn(now);
  const shown = noiseOf(second ? [before, second] : [before], after);
  const moving = second ? pairsOf(before, second, shown) : new Map<string, Pair>();
  const pairs = [...pairsOf(before, after, shown)];
  const recorded = pairs.filter(([, pair]) => !isUnrecorded(pair));
  const clientDifference = clientDifferences(old, now);
  const compared = recorded.flatMap(([key, pair]) => {
    const unstable = moving.get(key)?.changes ?? [];
    const isUnstable = ({ kind, field }: Change) =>
      unstable.some((change) => change.kind === kind && [field, 'reply'].includes(change.field));
    const changes = pair.changes.filter((change) => !isUnstable(change));
    if (isOneSided(pair)) return [];
    if (probes === 'taken' && pair.either.recorded.place?.probe) return [probeDifference(pair)];
    return [clientDifference({ ...pair, changes })];
  });
  return { old, now, again, shown, moving, recorded, compared, unrecorded: pairs.length - recorded.length };
}

const NO_READERS = { readers: [], breakages: [] };

/**
 * Compares the replies of two sides; `why` says what makes the comparison red.
 * @param yours the readers of the user's, and what they stumble over, which makes the comparison red
 * @returns the comparison, its pairs without accepted changes, and the function that leaves noise out of values
 */
export function compareSides(
  { old, now, again, shown, moving, recorded, compared, unrecorded }: ReturnType<typeof pairedSides>,
  contract: Contract,
  { narrowed, accepted: entries, strict, gateReaders = [], bindings }: CompareOptions,
  yours: { readonly readers: readonly string[]; readonly breakages: readonly Breakage[] } = NO_READERS,
) {
  const { breakages, counts } = readerBreakages(compared, contract, gateReaders);
  const wsdls = wsdlsCompared(old.wsdls, now.wsdls, { strict, bindings });
  const breaking = [...yours.breakages, ...breakages, ...wsdls.breakages];
  const { left, wouldBreak, calls, ...sifted } = sift(compared, breaking, wsdls.calls, entries, narrowed);
  const isOfUser = (breakage: Breakage) => yours.breakages.includes(breakage);
  const brokenOfUser = new Set(yours.breakages.map(({ who }) => who));
  const countsOfUser = { given: yours.readers.length, broken: brokenOfUser.size };
  const unexplained = recorded.flatMap(([key, pair]) =>
    isOneSided(pair) &&
    !isOneSided(moving.get(key)) &&
    !isExplained(pair, compared, left, contract.packetResult.identifier)
      ? [pair]
      : [],
  );
  const all: readonly Difference[] = [...groupDifferences(left), ...calls];
  const differences = all.toSorted((a, b) => a.kind.localeCompare(b.kind));
  const count = (kind: AspectKind) => differences.filter((difference) => difference.kind === kind).length;
  const reasons = [
    [count('meaning'), 'difference of meaning', 'differences of meaning'],
    [strict ? count('surface') : 0, 'difference of surface', 'differences of surface'],
    [sifted.unused.length, 'accepted difference was not seen', 'accepted differences were not seen'],
    [sifted.expired.length, 'accepted difference has expired', 'accepted differences have expired'],
    [unexplained.length, 'request ran on one side only', 'requests ran on one side only'],
    [
      wouldBreak.filter((breakage) => breakage.gates && !isOfUser(breakage)).length,
      'group of clients would break',
      'groups of clients would break',
    ],
    [
      wouldBreak.filter(isOfUser).length,
      'property breaks a reader of yours',
      'properties break readers of yours',
    ],
  ] as const;
  const deviating = reasons.flatMap(([number, singular, plural]) =>
    number === 0 ? [] : [counted(number, singular, plural)],
  );
  const { withoutPacket, isJudged } = packetsIn(compared, contract);
  const exitCodes = { differs: 1, same: 0, 'nothing judged': 4 } as const;
  const outcome: keyof typeof exitCodes =
    deviating.length > 0 ? 'differs' : isJudged ? 'same' : 'nothing judged';
  const states = [old, again ?? old].map(
    ({ results }) => new Map(results?.requirements.map(({ id, state }) => [id, state])),
  );
  /** Returns the requirements that change from one state, which both readings of the old side have, to another. */
  const changed = (from: 'held' | 'broken', to: 'held' | 'broken') =>
    (now.results?.requirements ?? [])
      .filter(({ id, state }) => state === to && states.every((stateOf) => stateOf.get(id) === from))
      .map(({ id, level, text }) => ({ id, level, text }));
  const comparison = {
    schemaVersion: 1,
    compared: compared.length,
    same: compared.filter(({ changes }) => changes.length === 0).length,
    differences,
    cells: cellsOf(left),
    ...sifted,
    unstable: groupDifferences([...moving.values()]),
    wouldBreak,
    // Where no built-in reader understood a reply of OLD, no pair of replies was tried.
    readers: { ...counts, ...(yours.readers.length > 0 && counts.old > 0 && { yours: countsOfUser }) },
    ...wsdls.about,
    onlyOld: unexplained.filter((pair) => pair.old).map(requestPlace),
    onlyNew: unexplained.filter((pair) => pair.now).map(requestPlace),
    inexact: compared.filter(({ isExact }) => !isExact).length + unrecorded,
    outcome,
    exitCode: exitCodes[outcome],
    why: outcome === 'nothing judged' ? withoutPacket.map((why) => `no packet result ${why}`) : deviating,
    withoutPacket,
    blocked: blockedOnBoth(old, now, new Set(recorded.map(([, { either }]) => either.exchange))),
    strict,
    old: old.name,
    new: now.name,
    newlyBroken: changed('held', 'broken'),
    newlyHeld: changed('broken', 'held'),
  };
  return { comparison, left, shown };
}

/** Stands for an exchange where a difference is of none. */
const WHOLE = 'comparison';

/** Removes accepted changes from compared pairs. In a part of the plan (`narrowed`), no entry is unused. */
function sift<Call extends Change>(
  pairs: readonly Pair[],
  breakages: readonly Breakage[],
  ofWsdls: readonly Call[],
  entries: readonly Accepted[],
  narrowed: boolean,
) {
  const today = dayOf(new Date());
  const expired = entries.filter((entry) => today > entry.expires);
  const valid = entries.filter((entry) => !expired.includes(entry));
  const counts = new Map<Accepted, number>();
  const isLeft = (change: NamedChange, exchange: string) => {
    const entry = valid.find(
      ({ exchanges = '**', ...accepted }) =>
        isSameChange(accepted, change) && [exchanges].flat().some((glob) => matchesId(glob)(exchange)),
    );
    if (entry) counts.set(entry, (counts.get(entry) ?? 0) + 1);
    return entry === undefined;
  };
  return {
    left: pairs.map((pair) => ({
      ...pair,
      changes: pair.changes.filter((change) => isLeft(change, pair.either.exchange)),
    })),
    calls: ofWsdls.filter((change) => isLeft(change, WHOLE)),
    wouldBreak: breakages.filter(({ change }) => !change || isLeft(change, WHOLE)),
    accepted: [...counts].map(([entry, replies]) => ({ entry, replies })),
    unused: narrowed ? [] : valid.filter((entry) => !counts.has(entry)),
    expired,
  };
}

/**
 * True if one side alone made a request because of an accepted difference: an earlier step had another reply, or its packet
 * could not be read.
 */
function isExplained(
  alone: Pair,
  compared: readonly Pair[],
  left: readonly Pair[],
  identifier: string,
): boolean {
  const { exchange, step } = alone.either;
  const isUnreadable = (fact: Fact | undefined) =>
    isOfKind(fact, 'absent', 'nil', 'empty', 'elements', 'fields');
  const isBehind = ({ either, old, now, changes }: Pair) =>
    either.exchange === exchange &&
    ((alone.old ? old : now)?.step ?? 0) < step &&
    changes.some(({ kind, field, facts }) => {
      const isOfPacket = field === identifier && isUnreadable(facts?.[alone.old ? 1 : 0]);
      return kind === 'meaning' && (field === 'reply' || isOfPacket);
    });
  return compared.some(isBehind) && !left.some(isBehind);
}

/** Lists the compared exchanges of which neither side was sent a step, with the reason that the old side gave. */
function blockedOnBoth(old: Side, now: Side, compared: ReadonlySet<string>): readonly string[] {
  // A blocked exchange of a lower level has another verdict.
  const blockedIn = ({ results }: Side) =>
    results?.exchanges.filter(({ verdict, blockedBy }) => verdict === 'blocked' || blockedBy) ?? [];
  const ofNew = new Set<string>(blockedIn(now).map(({ id }) => id));
  const onBoth = blockedIn(old).filter(({ id }) => ofNew.has(id) && compared.has(id));
  return onBoth.map(({ id, note }) => `${id}: ${note ?? 'blocked'}`);
}

function requestPlace({ either: { exchange, step } }: Pair): string {
  return `${exchange} step ${step + 1}`;
}

function cellsOf(pairs: readonly Pair[]) {
  const cellOf = ({ either: { call } }: Pair) => `${call.operation.name} ${call.binding.id}`;
  return [...groupedBy(pairs, cellOf).values()].map((group) => {
    const { call } = group[0].either;
    const binding: string = call.binding.id;
    const meaning = group.filter(({ changes }) => changes.some(({ kind }) => kind === 'meaning')).length;
    const differ = group.filter(({ changes }) => changes.length > 0).length;
    const counts = { compared: group.length, meaning, surface: differ - meaning };
    return { operation: call.operation.name, binding, ...counts };
  });
}

const MOST_EXAMPLES = 3;

/** Names what every reply with a change shows besides, which explains it: a packet of several sends before values of others. */
function rootOf(seen: readonly { readonly pair: Pair }[]): { readonly root?: keyof typeof ROOTS } {
  const isShown = (kind: FactWithKind['kind']) =>
    seen.every(({ pair }) => pair.changes.some(({ facts }) => isOfKind(facts?.[1], kind)));
  const root = entriesOf(ROOTS).find(([, kind]) => isShown(kind))?.[0];
  return root === undefined ? {} : { root };
}

const ROOTS = { 'shared-packet': 'shared-packet', 'other-call': 'sent-by-other' } as const;

/** Groups the same change of many replies into one difference; meaning first, then the most frequent. */
function groupDifferences(pairs: readonly Pair[]) {
  const keep = { meaning: keeper(), surface: keeper() };
  // Several changes of a reply that have no room are one.
  const all = pairs.flatMap((pair) => {
    const changes = new Set(pair.changes.map((change) => keep[change.kind](change)));
    return [...changes].map((change) => ({ change, pair, call: pair.either.call }));
  });
  const groups = [...groupedBy(all, ({ change }) => change).values()].sort(
    ([{ change: a }, ...as], [{ change: b }, ...bs]) => a.kind.localeCompare(b.kind) || bs.length - as.length,
  );
  let room: number = limits.messages;
  return groups.map((seen) => ({
    ...seen[0].change,
    ...rootOf(seen),
    replies: seen.length,
    operations: [...new Set(seen.map(({ call }) => call.operation.name))],
    bindings: [...new Set(seen.map(({ call }) => call.binding.id))],
    ...clientsOf(seen.map(({ pair }) => pair)),
    examples: seen.slice(0, MOST_EXAMPLES).map(({ pair }) => {
      const example = exampleOf(pair, room > 0);
      room -= JSON.stringify(example).length;
      return example;
    }),
  }));
}

/** Returns the clients whose calls a difference is about; nothing for other differences. */
function clientsOf(pairs: readonly Pair[]): { readonly clients?: readonly string[] } {
  const clients = new Set(pairs.flatMap(({ client }) => client ?? []));
  return clients.size > 0 ? { clients: [...clients] } : {};
}

/** Makes a function that returns each change of a kind as it is listed: itself, or one object for all without room. */
function keeper() {
  const fields = new Map<string, Map<string, Change>>();
  let count = 0;
  const keyOf = ({ from, to }: Pick<Change, 'from' | 'to'>) => JSON.stringify([from, to]);
  return (change: Change): Change => {
    const isKnown = fields.has(change.field) || fields.size < limits.fields;
    const field = isKnown ? change.field : OTHERS.field;
    const changes = fields.get(field) ?? new Map<string, Change>();
    fields.set(field, changes);
    const hasRoom = count < limits.differences && changes.size < limits.changesOfField;
    const isListed = isKnown && (hasRoom || changes.size === 0 || changes.has(keyOf(change)));
    const { kind, from, to } = isListed ? change : { ...change, from: OTHERS.value, to: OTHERS.value };
    const listed = { kind, field, from, to };
    const before = changes.get(keyOf(listed));
    if (before) return before;
    count += 1;
    changes.set(keyOf(listed), listed);
    return listed;
  };
}

/** Characters of a message that an example shows. */
const MOST_SHOWN = 4_000;

function exampleOf({ either, old, now }: Pair, hasRoom: boolean) {
  const { exchange, step, recorded } = either;
  const { message } = OTHERS;
  if (!hasRoom)
    return { exchange, step, request: message, old: message, new: message, curl: { old: null, new: null } };
  const reply = (side?: RecordedReply) =>
    side ? beginningOf(outcomeText(side.recorded.outcome), MOST_SHOWN) : 'not requested';
  // A recording has its ticket masked, and a command takes it from POSTSMS_TICKET; the rest is masked with the comparison.
  const curl = (side?: RecordedReply) =>
    side ? curlCommands(side.recorded.origin, MASKED, ownText)(side.recorded.request) : null;
  return {
    exchange,
    step,
    request: beginningOf(requestText(recorded.origin, recorded.request), MOST_SHOWN),
    old: reply(old),
    new: reply(now),
    curl: { old: curl(old), new: curl(now) },
  };
}
