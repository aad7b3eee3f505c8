import type { Gate } from '../model/contract.ts';
import type { Verdict } from '../model/judging/verdict.ts';
import { byLevel, gravest } from '../model/requirement.ts';
import type { Masked } from '../model/running/masked.ts';
import type { ResultCause, ResultExchange, ResultFinding, Results } from '../model/running/results.ts';
import { ours } from '../secrets/mask.ts';
import { groupedBy } from '../text/add-to.ts';
import { defined } from '../text/defined.ts';
import { rememberedFor } from '../text/remembered.ts';
import { countVerdicts, isRed, isUnjudged, reportedVerdicts } from './verdict-counts.ts';

/**
 * Returns the key that findings with one explanation share. What the contract leaves open is a cause of its own.
 * Results of earlier versions have no causes: there findings with the same texts go together.
 */
export function causeKey({ rule, level, expected, actual, cause, root }: ResultFinding): string {
  return `${root ?? ''} ${level === 'gap'} ${cause ?? JSON.stringify([rule, expected, actual])}`;
}

/** Returns the key that exchanges without an explaining finding share: their note. */
export function noteKey({ verdict, note, id }: Pick<ResultExchange, 'verdict' | 'note' | 'id'>): string {
  return `${verdict} ${note ?? id}`;
}

export const distinct = <T>(all: Iterable<T>): readonly T[] => [...new Set(all)];

export interface Found {
  readonly exchange: ResultExchange;
  readonly finding: ResultFinding;
}

export const foundIn = (exchange: ResultExchange): readonly Found[] =>
  exchange.findings.map((finding) => ({ exchange, finding }));

/** Returns the operation and binding that a finding is about: those of its step, where the exchange has several. */
export function calledFor({ exchange, finding }: Found): Pick<ResultExchange, 'operation' | 'binding'> {
  return exchange.steps?.[finding.step] ?? exchange;
}

/** Groups findings by the key of their cause, in the order in which causes first occur. */
export function byCause<T extends Pick<Found, 'finding'>>(all: readonly T[]) {
  return groupedBy(all, ({ finding }) => causeKey(finding));
}

/** An explanation of exchanges: findings with one explanation, or a note where no finding explains them. */
export type Cause = ReturnType<typeof causeOf>;

/** Returns the causes of a run, in the order in which they first occur. */
const causesOf = rememberedFor((exchanges: readonly ResultExchange[]): readonly Cause[] => {
  const causes = [...byCause(exchanges.flatMap(foundIn)).values()].map(causeOf);
  const explained = new Set(causes.flatMap((cause) => (cause.isReported ? cause.exchanges : [])));
  const unexplained = exchanges.filter((exchange) => !explained.has(exchange));
  const noted = unexplained.filter(({ verdict }) => reportedVerdicts.includes(verdict));
  const notes = [...groupedBy(noted, noteKey)].map(([key, group]): Cause => {
    const shown = { example: group[0], exchanges: group, ...whereOf(group) };
    return { key, found: [], explains: new Set(group), isReported: true, blocks: [], ...shown };
  });
  return [...causes, ...notes];
});

function causeOf(all: readonly [Found, ...Found[]]) {
  const reported = all.filter(isReported);
  // The best example is grave, has everyday values, nothing else in it, and a short text.
  const bestFirst = (reported.length > 0 ? reported : all).toSorted(
    (a, b) =>
      rank(verdictGivenBy(a)) - rank(verdictGivenBy(b)) ||
      byLevel(a.finding.level, b.finding.level) ||
      +isMadeUp(a.exchange) - +isMadeUp(b.exchange) ||
      a.exchange.findings.length - b.exchange.findings.length ||
      a.finding.expected.length - b.finding.expected.length,
  );
  const [best = all[0]] = bestFirst;
  const exchanges = distinct(bestFirst.map(({ exchange }) => exchange));
  const requirements = distinct(all.flatMap(({ finding }) => finding.requirements));
  const affected = distinct(all.flatMap(({ finding }) => finding.affected ?? []));
  const weakened = affected.filter((id) => !requirements.includes(id));
  const said = { requirements, affected: weakened.length > 0 ? weakened : undefined };
  const finding: ResultFinding = defined({ ...withPlace(best.finding, bestFirst), ...said });
  const { note, ...rest } = best.exchange;
  // A note of an exchange that went on is about what was known of it.
  const noted = (rest.blockedBy ?? finding.rule) === finding.rule ? best.exchange : rest;
  // What shows it best, with its finding of the cause alone and the verdict that this gives by itself.
  const example: ResultExchange = { ...noted, verdict: verdictGivenBy(best), findings: [finding] };
  return {
    key: causeKey(finding),
    /** None where a note explains the exchanges. */
    found: all as readonly Found[],
    /** The findings that have it, or else the exchanges whose note it is. */
    explains: new Set<ResultFinding | ResultExchange>(all.map((found) => found.finding)),
    /** Whether it fails exchanges, or warns of them: it is reported of these alone. */
    isReported: reported.length > 0,
    example,
    /** The best example first. */
    exchanges,
    /** Those that could not go on because of it. */
    blocks: exchanges.filter(({ blockedBy }) => blockedBy === finding.rule),
    ...whereOf(bestFirst.map(calledFor)),
  };
}

/** True if the values of an exchange were made of classes of values. */
const isMadeUp = ({ case: name }: ResultExchange) => name === 'values' || name === 'drawn';

const rank = (verdict: Verdict) => reportedVerdicts.indexOf(verdict);

/** True if a finding explains the verdict of its exchange: no gap does, and none where a note does. */
function isReported({ exchange: { verdict }, finding: { level } }: Found): boolean {
  const isNoted = verdict === 'fixed' || verdict === 'harness-error';
  return level !== 'gap' && !isNoted && reportedVerdicts.includes(verdict);
}

/** Returns the verdict that a finding gives by itself. */
function verdictGivenBy(found: Found): Verdict {
  const { verdict, blockedBy } = found.exchange;
  const { level, rule } = found.finding;
  if (level === 'gap') return 'observed';
  if (!isReported(found)) return verdict;
  if (level === 'must') return isUnjudged(verdict) ? verdict : 'failed';
  return blockedBy === rule && verdict === 'blocked' ? 'blocked' : 'warned';
}

/** Words where a cause is that is found in one kind of request alone, or in reports on one packet. */
export function kindText(only: Masked): Masked {
  if (only === 'chunks') return ours`in requests with chunked bodies`;
  if (only === 'expect') return ours`in requests with "Expect: 100-continue"`;
  return only === 'kept' ? ours`from the second call on a connection` : ours`about ${only}`;
}

/** Adds the only variant and kind of requests in which a cause occurs, also to its title unless a smallest input says more. */
function withPlace(finding: ResultFinding, all: readonly Found[]): ResultFinding {
  const { change, smallest, names } = finding;
  const exchanges = distinct(all.map(({ exchange }) => exchange));
  const [variant = null, ...others] = distinct(exchanges.map((exchange) => exchange.variant));
  const [only, ...more] = distinct(all.map((found) => found.finding.only));
  if (exchanges.length === 1) return finding;
  const isOnlyVariant = variant !== null && others.length === 0;
  const placed = isOnlyVariant ? { ...finding, names: { ...names, variant } } : finding;
  const place =
    only !== undefined && more.length === 0 ? kindText(only) : isOnlyVariant ? ours`with ${variant}` : '';
  if (change === undefined || smallest !== undefined || place === '') return placed;
  return { ...placed, change: ours`${change}, only ${place}` };
}

/** A cause alone, or all causes that follow from one root, the leading one first, with the gravest of their verdicts. */
export type Lead = ReturnType<typeof reportedCauses>['leads'][number];

/**
 * Returns the causes that reports show, those that fail the run first and then those that explain most, and the causes of no
 * failure.
 */
export const reportedCauses = rememberedFor(({ exchanges, gate, roots = [] }: Results) => {
  const all = causesOf(exchanges);
  const reported = all.filter((cause) => cause.isReported);
  const mostBefore = reported.toSorted((a, b) => b.exchanges.length - a.exchanges.length);
  const leads = [...groupedBy(mostBefore, (cause) => rootOf(cause) ?? cause.key).values()].map((group) => {
    const [first] = group;
    const root = roots.find(({ id }) => id === rootOf(first));
    const isLeading = ({ example, exchanges: shown }: Cause) =>
      example.findings[0]?.rule === root?.rule && shown.some(({ id }) => id === root?.first);
    const leading = group.find(isLeading) ?? first;
    const causes = [leading, ...group.filter((cause) => cause !== leading)] as const;
    const [verdict] = causes.map(({ example }) => example.verdict).toSorted((a, b) => rank(a) - rank(b));
    const explained = new Set(group.flatMap((cause) => cause.exchanges)).size;
    return { root, verdict: verdict ?? first.example.verdict, causes, explained };
  });
  const tier = (verdict: Verdict) => +!isRed(verdict, gate);
  leads.sort(
    (a, b) =>
      tier(a.verdict) - tier(b.verdict) || b.explained - a.explained || rank(a.verdict) - rank(b.verdict),
  );
  return { leads, others: all.filter((cause) => !cause.isReported) };
});

const rootOf = ({ example }: Cause) => example.findings[0]?.root;

/** Returns what changed, or else what must be. */
export const titleOf = ({ change, message }: Pick<ResultFinding, 'change' | 'message'>) => change ?? message;

function whereOf(called: readonly Pick<ResultExchange, 'operation' | 'binding'>[]) {
  return {
    bindings: distinct(called.map(({ binding }) => binding)),
    operations: distinct(called.map(({ operation }) => operation)),
  };
}

/** Returns how far findings reach: how grave they are, in which exchanges, and where. */
export function extentOf(found: readonly Found[]) {
  const exchanges = distinct(found.map(({ exchange }) => exchange));
  return {
    level: gravest(found.map(({ finding }) => finding))?.level ?? 'gap',
    exchanges: exchanges.length,
    verdicts: countVerdicts(exchanges.map(({ verdict }) => [verdict, 1])),
    ...whereOf(found.map(calledFor)),
    first: exchanges[0]?.id ?? ours``,
  };
}

/** Returns the causes of a run as results have them: those that fail it first, and of these what explains most. */
export function resultCauses(exchanges: readonly ResultExchange[], gate: Gate): readonly ResultCause[] {
  return causesOf(exchanges)
    .flatMap(({ found, blocks, example: { findings } }) => {
      const [finding] = found.length === 0 ? [] : findings;
      if (!finding) return [];
      const { rule, message, change, expected, actual, requirements, affected, root } = finding;
      const said = { rule, message, change, expected, actual, requirements, affected, root };
      return [defined({ ...said, ...extentOf(found), blocks: blocks.length || undefined })];
    })
    .toSorted(mostFirst(gate))
    .map((cause, index) => ({ id: ours`c${index + 1}`, ...cause }));
}

/** Orders by whether a level fails the run at a gate, then by how many exchanges are explained, then by level. */
export const mostFirst =
  (gate: Gate) =>
  (...[a, b]: readonly [Extent, Extent]): number => {
    const tier = ({ level }: Extent) => (level === 'gap' ? 2 : +(level === 'should' && gate === 'must'));
    return tier(a) - tier(b) || b.exchanges - a.exchanges || byLevel(a.level, b.level);
  };

type Extent = Pick<ResultCause, 'level' | 'exchanges'>;
