import { curlCommands } from '../findings/curl.ts';
import { outcomeText, requestText } from '../findings/http-message.ts';
import type { Contract } from '../model/contract.ts';
import { MASKED } from '../secrets/find-secrets.ts';
import { ownText } from '../secrets/mask.ts';
import { addTo } from '../text/add-to.ts';
import { counted } from '../text/counted.ts';
import { sift } from './accepted.ts';
import type {
  Accepted,
  AspectKind,
  Cell,
  Change,
  Comparison,
  Difference,
  Example,
  RequirementChange,
  Side,
} from './comparison.ts';
import { packetsIn } from './packets.ts';
import {
  isOneSided,
  isUnrecorded,
  noiseOf,
  type Pair,
  pairsOf,
  type RecordedReply,
  repliesOf,
} from './replies.ts';

export interface CompareOptions {
  /** Bindings that are compared; all where it is absent. */
  readonly bindings: readonly string[] | undefined;
  /** Whether only a part of the plan was run, so that an accepted difference may be needed elsewhere. */
  readonly narrowed: boolean;
  readonly accepted: readonly Accepted[];
  /** Whether differences of surface make the comparison red as well. */
  readonly strict: boolean;
}

/**
 * Compares the replies of two sides; `why` says what makes the comparison red.
 *
 * @param sides of which a third is a second recording of the old one: what differs between these is unstable
 */
export function compareSides(
  [old, now, again]: readonly [old: Side, now: Side, again?: Side | undefined],
  contract: Contract,
  { bindings, narrowed, accepted: entries, strict }: CompareOptions,
): Comparison {
  const repliesIn = ({ calls }: Side) => repliesOf(calls, contract, bindings);
  const before = repliesIn(old);
  const second = again && repliesIn(again);
  const shown = noiseOf(before, ...(second ? [second] : []));
  const moving = second ? pairsOf(before, second, shown) : new Map<string, Pair>();
  const compared: Pair[] = [];
  const alone: Pair[] = [];
  let unrecorded = 0;
  for (const [key, pair] of pairsOf(before, repliesIn(now), shown)) {
    if (isUnrecorded(pair)) unrecorded += 1;
    else if (!isOneSided(pair)) compared.push(withoutUnstable(pair, moving.get(key)));
    else if (!isOneSided(moving.get(key))) alone.push(pair);
  }
  const { left, ...sifted } = sift(compared, entries, narrowed);
  const unexplained = unexplainedOf(alone, compared, left);
  const differences = groupDifferences(left);
  const count = (kind: AspectKind) => differences.filter((one) => one.kind === kind).length;
  const reasons: readonly (readonly [count: number, one: string, many: string])[] = [
    [count('meaning'), 'difference of meaning', 'differences of meaning'],
    [strict ? count('surface') : 0, 'difference of surface', 'differences of surface'],
    [sifted.unused.length, 'accepted difference was not seen', 'accepted differences were not seen'],
    [sifted.expired.length, 'accepted difference has expired', 'accepted differences have expired'],
    [unexplained.length, 'request ran on one side only', 'requests ran on one side only'],
  ];
  const deviating = reasons.flatMap(([number, one, many]) =>
    number === 0 ? [] : [counted(number, one, many)],
  );
  const { withoutPacket, isJudged } = packetsIn(compared, contract);
  const why =
    deviating.length > 0 || isJudged ? deviating : withoutPacket.map((one) => `no packet result ${one}`);
  return {
    schemaVersion: 1,
    compared: compared.length,
    same: compared.filter(({ changes }) => changes.length === 0).length,
    differences,
    cells: cellsOf(left),
    ...sifted,
    unstable: groupDifferences([...moving.values()]),
    onlyOld: unexplained.filter((pair) => pair.old).map(placeOf),
    onlyNew: unexplained.filter((pair) => pair.now).map(placeOf),
    inexact: compared.filter(({ isExact }) => !isExact).length + unrecorded,
    ...(deviating.length > 0
      ? { outcome: 'differs', exitCode: 1 }
      : isJudged
        ? { outcome: 'same', exitCode: 0 }
        : { outcome: 'nothing judged', exitCode: 4 }),
    why,
    withoutPacket,
    strict,
    old: old.name,
    new: now.name,
    newlyBroken: changedStates([old, again ?? old], now, 'held', 'broken'),
    newlyHeld: changedStates([old, again ?? old], now, 'broken', 'held'),
  };
}

/**
 * Returns the requests of one side alone that no accepted difference explains: where another reply to a step is accepted,
 * so is that the steps behind it were made on one side.
 *
 * @param left the compared pairs, in the same order, without what is accepted
 */
function unexplainedOf(alone: readonly Pair[], compared: readonly Pair[], left: readonly Pair[]) {
  const others = left.filter(hasOtherReply);
  const accepted = compared.filter((pair, at) => hasOtherReply(pair) && !others.includes(left[at] ?? pair));
  return alone.filter((one) => {
    const isBehind = ({ either, old, now }: Pair) =>
      either.exchange === one.either.exchange && ((one.old ? old : now)?.step ?? 0) < one.either.step;
    return !accepted.some(isBehind) || others.some(isBehind);
  });
}

function hasOtherReply({ changes }: Pair): boolean {
  return changes.some(({ kind, field }) => kind === 'meaning' && field === 'reply');
}

function placeOf({ either: { exchange, step } }: Pair): string {
  return `${exchange} step ${step + 1}`;
}

/** Counts the pairs of each operation over each binding, without what is accepted. */
function cellsOf(pairs: readonly Pair[]): readonly Cell[] {
  const groups = new Map<string, Pair[]>();
  for (const pair of pairs)
    addTo(groups, `${pair.either.call.operation.name} ${pair.either.call.binding.id}`, pair);
  return [...groups].map(([place, own]) => {
    const [operation = '', binding = ''] = place.split(' ');
    const meaning = own.filter(({ changes }) => changes.some(({ kind }) => kind === 'meaning')).length;
    const differ = own.filter(({ changes }) => changes.length > 0).length;
    return { operation, binding, compared: own.length, meaning, surface: differ - meaning };
  });
}

/** A pair without the changes that are also between the two readings of the old side. */
function withoutUnstable(pair: Pair, moving: Pair | undefined): Pair {
  const changes = pair.changes.filter(
    ({ kind, field }) =>
      !moving?.changes.some((one) => one.kind === kind && [field, 'reply'].includes(one.field)),
  );
  return { ...pair, changes };
}

const MOST_EXAMPLES = 3;

/** Groups the same change of many replies into one difference; meaning first, then the most frequent. */
function groupDifferences(pairs: readonly Pair[]): readonly Difference[] {
  const groups = new Map<string, Pair[]>();
  for (const pair of pairs) {
    for (const change of pair.changes) addTo(groups, JSON.stringify(change), pair);
  }
  const differences = [...groups].map(
    ([change, seen]): Difference => ({
      ...(JSON.parse(change) as Change),
      replies: seen.length,
      operations: [...new Set(seen.map(({ either }) => either.call.operation.name))],
      bindings: [...new Set(seen.map(({ either }) => either.call.binding.id))],
      examples: seen.slice(0, MOST_EXAMPLES).map(exampleOf),
    }),
  );
  return differences.sort((a, b) => a.kind.localeCompare(b.kind) || b.replies - a.replies);
}

/** Characters of a message that an example shows. */
const MOST_SHOWN = 4_000;

function exampleOf({ either, old, now }: Pair): Example {
  const cut = (text: string) => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);
  const replyText = (side?: RecordedReply) =>
    side ? cut(outcomeText(side.recorded.outcome)) : 'not requested';
  const { exchange, step, recorded } = either;
  return {
    ...{ exchange, step, request: cut(requestText(recorded.origin, recorded.request)) },
    ...{ old: replyText(old), new: replyText(now) },
    curl: { old: curlOf(old), new: curlOf(now) },
  };
}

/** A recording has its ticket masked; the command takes it from POSTSMS_TICKET. */
function curlOf(side: RecordedReply | undefined): string | null {
  return side ? curlCommands(side.recorded.origin, MASKED, ownText)(side.recorded.request) : null;
}

/** Lists the requirements that change from one state, which both readings of the old side have, to another. */
function changedStates(
  readings: readonly Side[],
  now: Side,
  from: 'held' | 'broken',
  to: 'held' | 'broken',
): readonly RequirementChange[] {
  const had = readings.map(
    ({ results }) =>
      new Set(results?.requirements.flatMap(({ id, state }) => (state === from ? [id] : [])) ?? []),
  );
  return (now.results?.requirements ?? []).flatMap(({ id, level, text, state }) =>
    state === to && had.every((ids) => ids.has(id)) ? [{ id, level, text }] : [],
  );
}
