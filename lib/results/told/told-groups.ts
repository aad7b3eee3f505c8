import type { Verdict } from '../../model/judging/verdict.ts';
import type { ResultExchange, ResultFinding } from '../../model/running/results.ts';
import { addTo } from '../../text/add-to.ts';
import { calledFor, causeKey, distinct } from '../causes.ts';
import { isError } from '../summary.ts';

/** Verdicts that a reader is told of, the gravest first. */
export const toldVerdicts: readonly Verdict[] = [
  'failed',
  'fixed',
  'blocked',
  'not-read',
  'transport-error',
  'harness-error',
  'warned',
];

/** Exchanges that are told together: those with one cause, or with the same note where no finding explains them. */
export interface ToldGroup {
  /** With the finding of the cause alone, and the verdict that it gives by itself. */
  readonly first: ResultExchange;
  /** The verdict of that exchange with all of its findings. */
  readonly whole: Verdict;
  readonly others: readonly ResultExchange[];
  /** Exchanges of the group that could not go on because of it. */
  readonly blocked: number;
  readonly bindings: readonly string[];
  readonly operations: readonly string[];
}

interface Part {
  readonly told: ResultExchange;
  readonly whole: Verdict;
  readonly called: { readonly operation: string; readonly binding: string }[];
}

/** Groups exchanges by what explains them; an exchange with several causes is told with each of them. */
export function toldGroups(exchanges: readonly ResultExchange[]): readonly ToldGroup[] {
  const byKey = new Map<string, Part[]>();
  for (const exchange of exchanges.filter(({ verdict }) => toldVerdicts.includes(verdict))) {
    for (const [key, part] of partsOf(exchange)) addTo(byKey, key, part);
  }
  return [...byKey.values()].flatMap((parts) => {
    const group = parts.map(({ told }) => told);
    const called = parts.flatMap((part) => part.called);
    // An exchange that has its verdict for this cause is the best example.
    const isOther = ({ told, whole }: Part) => Number(whole !== told.verdict);
    const graver = parts.toSorted((a, b) => rank(a.told) - rank(b.told) || isOther(a) - isOther(b));
    const [example, ...rest] = graver;
    if (!example) return [];
    const { told: first, whole } = example;
    const others = rest.map(({ told }) => told);
    const [finding] = first.findings;
    const blocked = group.filter(({ blockedBy }) => finding && blockedBy === finding.rule).length;
    const bindings = distinct(called.map(({ binding }) => binding));
    const operations = distinct(called.map(({ operation }) => operation));
    return [{ first: forAll(first, group), whole, others, blocked, bindings, operations }];
  });
}

/** The first exchange of a group, with all requirements that the cause breaks or affects. */
function forAll(first: ResultExchange, group: readonly ResultExchange[]): ResultExchange {
  const [finding, ...more] = first.findings;
  if (!finding || more.length > 0 || isNoted(first)) return first;
  const all = group.flatMap(({ findings }) => findings);
  const affected = distinct(all.flatMap((one) => one.affected ?? []));
  const requirements = distinct(all.flatMap((one) => one.requirements));
  const named = { ...finding, requirements, ...(affected.length === 0 ? {} : { affected }) };
  return { ...first, findings: [named] };
}

function rank({ verdict }: ResultExchange): number {
  return toldVerdicts.indexOf(verdict);
}

/** Whether the note of an exchange explains it, not its findings. */
function isNoted({ verdict }: ResultExchange): boolean {
  return verdict === 'fixed' || verdict === 'harness-error';
}

/** An exchange once for each of its causes. What the contract leaves open explains no verdict that is told. */
function partsOf(exchange: ResultExchange): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  if (!isNoted(exchange)) {
    for (const finding of exchange.findings.filter(({ level }) => level !== 'gap')) {
      const called = calledFor(exchange, finding);
      const key = causeKey(finding, called.operation);
      const part = parts.get(key) ?? {
        told: asFoundAlone(exchange, finding),
        whole: exchange.verdict,
        called: [],
      };
      part.called.push(called);
      parts.set(key, part);
    }
  }
  if (parts.size > 0) return parts;
  return new Map([
    [
      JSON.stringify([exchange.verdict, exchange.note ?? exchange.id]),
      { told: exchange, whole: exchange.verdict, called: [exchange] },
    ],
  ]);
}

/** What an exchange would be with this finding alone. */
function asFoundAlone(exchange: ResultExchange, finding: ResultFinding): ResultExchange {
  const { note, ...rest } = exchange;
  const isBlocking = exchange.blockedBy === finding.rule;
  // A note of an exchange that went on is about what was known of it.
  const noted = note !== undefined && (isBlocking || exchange.blockedBy === undefined) ? { note } : {};
  return { ...rest, ...noted, verdict: verdictOf(exchange, finding), findings: [finding] };
}

function verdictOf({ verdict, blockedBy }: ResultExchange, { rule, level }: ResultFinding): Verdict {
  if (level === 'must') return isError(verdict) ? verdict : 'failed';
  return verdict === 'blocked' && blockedBy === rule ? 'blocked' : 'warned';
}
