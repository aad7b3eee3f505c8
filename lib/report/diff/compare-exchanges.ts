import type { Changed, ChangeKind, ExchangeChange, FindingChange } from '../../model/running/diff.ts';
import type { NotRun, ResultExchange, Results } from '../../model/running/results.ts';
import type { Gate } from '../../model/running/settings.ts';
import { gateOf, isBroken, isJudged, weighs, worsened } from '../../results/standing.ts';
import type { Mask } from '../../secrets/mask.ts';
import { sortChanges } from './changed.ts';
import { type FindingPair, matchFindings, stronger } from './match-findings.ts';

/** An exchange in both runs, as far as they have it. */
interface Pair {
  readonly id: string;
  readonly old?: ResultExchange | undefined;
  readonly new?: ResultExchange | undefined;
  readonly notRun: { readonly old?: NotRun | undefined; readonly new?: NotRun | undefined };
}

type Sorted<T> = readonly [ChangeKind | undefined, T];

/** What became of exchanges and of their findings, in the order of the new run; what is gone comes last. */
export function compareExchanges(
  old: Results,
  now: Results,
  mask: Mask,
): { readonly exchanges: Changed<ExchangeChange>; readonly findings: Changed<FindingChange> } {
  const sameSuite = old.suite.name === now.suite.name && old.suite.version === now.suite.version;
  const gate = gateOf(now);
  const exchanges: Sorted<ExchangeChange>[] = [];
  const findings: Sorted<FindingChange>[] = [];
  for (const pair of pairsOf(old, now)) {
    const matched = matchFindings(pair.old?.findings ?? [], pair.new?.findings ?? [], sameSuite);
    const own = matched.map((one): Sorted<FindingChange> => {
      return [findingKind(one, pair, gate), findingChange(one, pair.id, mask)];
    });
    const kinds = new Set(own.map(([kind]) => kind));
    exchanges.push([exchangeKind(pair, kinds, gate), exchangeChange(pair, mask)]);
    findings.push(...own);
  }
  return { exchanges: sortChanges(exchanges), findings: sortChanges(findings) };
}

function pairsOf(old: Results, now: Results): readonly Pair[] {
  const byId = <T extends { readonly id: string }>(all: readonly T[]) =>
    new Map(all.map((one) => [one.id, one]));
  const before = byId(old.exchanges);
  const after = byId(now.exchanges);
  const left = { old: byId(old.notRun), new: byId(now.notRun) };
  const ids = new Set([...after.keys(), ...left.new.keys(), ...before.keys()]);
  return [...ids].map((id) => ({
    id,
    old: before.get(id),
    new: after.get(id),
    notRun: { old: left.old.get(id), new: left.new.get(id) },
  }));
}

type Kinds = ReadonlySet<ChangeKind | undefined>;

function exchangeKind({ old, new: now, notRun }: Pair, findings: Kinds, gate: Gate): ChangeKind | undefined {
  if (!now) return old && (notRun.new ? 'lost' : 'gone');
  if (now.verdict === 'harness-error' || now.verdict === 'not-read') {
    return old && isJudged(old.verdict) ? 'lost' : undefined;
  }
  if (now.verdict === 'transport-error') {
    return old?.verdict !== now.verdict || findings.has('unanswered') ? 'unanswered' : undefined;
  }
  return answeredKind(old, now, findings, gate);
}

function answeredKind(
  old: ResultExchange | undefined,
  now: ResultExchange,
  findings: Kinds,
  gate: Gate,
): ChangeKind | undefined {
  const wasBroken = old !== undefined && isBroken(old.verdict, gate);
  if (isBroken(now.verdict, gate) && (!wasBroken || findings.has('newlyBroken'))) return 'newlyBroken';
  if (!old) return 'new';
  const worse = worsened(old.verdict, now.verdict);
  if (worse > 0 || findings.has('tolerated')) return 'tolerated';
  return worse < 0 && !isBrokenOrKnown(now, gate) ? 'newlyHeld' : undefined;
}

function isBrokenOrKnown({ verdict }: ResultExchange, gate: Gate): boolean {
  return isBroken(verdict, gate) || verdict === 'known-failure';
}

function findingKind(pair: FindingPair, { new: now, notRun }: Pair, gate: Gate): ChangeKind | undefined {
  if (!now) return notRun.new ? 'lost' : 'gone';
  if (pair.new) {
    if (stronger(pair.new, pair.old) <= 0) return undefined;
    if (!weighs(pair.new, now, gate)) return 'tolerated';
    return now.verdict === 'transport-error' ? 'unanswered' : 'newlyBroken';
  }
  // Where a reply breaks off at something else, nothing may have looked so far.
  return isBrokenOrKnown(now, gate) ? 'lost' : 'newlyHeld';
}

function exchangeChange({ id, old, new: now, notRun }: Pair, mask: Mask): ExchangeChange {
  const reason = now ? undefined : notRun.new?.reason;
  return {
    id,
    was: old?.verdict ?? (notRun.old ? 'not-run' : null),
    is: now?.verdict ?? (notRun.new ? 'not-run' : null),
    ...(reason === undefined ? {} : { reason: mask(reason) }),
  };
}

function findingChange(pair: FindingPair, exchange: string, mask: Mask): FindingChange {
  const { step, rule, message, path, expected, actual } = pair.new ?? pair.old;
  return {
    ...{ exchange, step, rule },
    ...{ was: pair.old?.level ?? null, is: pair.new?.level ?? null },
    ...{ message: mask(message), path: mask(path), expected: mask(expected), actual: mask(actual) },
  };
}
