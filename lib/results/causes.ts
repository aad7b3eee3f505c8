import { byLevel, gravest } from '../model/requirement.ts';
import type { ResultCause, ResultExchange, ResultFinding } from '../model/running/results.ts';
import { ours, ownText } from '../secrets/mask.ts';
import { addTo } from '../text/add-to.ts';
import { defined } from '../text/defined.ts';
import { countVerdicts } from './verdict-counts.ts';

/**
 * Returns what findings with one explanation have in common. What the contract leaves open is a cause of its own.
 * Results of earlier versions have no causes: there findings with the same texts go together.
 */
export function causeKey({ rule, level, expected, actual, cause, root = '' }: ResultFinding): string {
  return `${root} ${level === 'gap'} ${cause ?? JSON.stringify([rule, expected, actual])}`;
}

export interface Found {
  readonly exchange: ResultExchange;
  readonly finding: ResultFinding;
}

/** Findings with one cause. */
export type Explained = readonly [Found, ...Found[]];

export function findingsOf(exchange: ResultExchange): readonly Found[] {
  return exchange.findings.map((finding) => ({ exchange, finding }));
}

/** The operation and binding that a finding is about: those of its step, where the exchange has several. */
export function calledFor({ exchange, finding }: Found): Pick<ResultExchange, 'operation' | 'binding'> {
  return exchange.steps?.[finding.step] ?? exchange;
}

/** Groups findings by their cause, in the order in which causes first occur. */
export function byCause(all: readonly Found[]): readonly Explained[] {
  const byKey = new Map<string, Found[]>();
  for (const found of all) addTo(byKey, causeKey(found.finding), found);
  return [...byKey.values()] as unknown as readonly Explained[];
}

/** What findings with one cause have in common; of each exchange the first of the gravest of them. */
export function commonOf(found: Explained) {
  const requirements = distinct(found.flatMap(({ finding }) => finding.requirements));
  const affected = distinct(found.flatMap(({ finding }) => finding.affected ?? []));
  const onlyAffected = affected.filter((id) => !requirements.includes(id));
  const weakestFirst = found.toReversed().toSorted((a, b) => byLevel(b.finding.level, a.finding.level));
  const gravestOf = new Map(weakestFirst.map(({ exchange, finding }) => [exchange, finding]));
  const explained = distinct(found.map(({ exchange }) => exchange));
  const variants = distinct(explained.map(({ variant }) => variant));
  return {
    broken: defined({ requirements, affected: onlyAffected.length > 0 ? onlyAffected : undefined }),
    explained: explained.map((exchange) => ({
      exchange,
      finding: gravestOf.get(exchange) ?? found[0].finding,
    })),
    blocks: explained.filter(({ blockedBy }) => blockedBy === found[0].finding.rule).length || undefined,
    variant: variants.length === 1 && explained.length > 1 ? variants[0] : undefined,
    ...whereOf(found.map(calledFor)),
  };
}

/** What changed, or else what must be. */
export function titleOf({ change, message }: Pick<ResultFinding, 'change' | 'message'>): string {
  return change ?? message;
}

/** Says in the title of a cause in which variant alone it occurs, unless a smallest input says more. */
export function withVariant(finding: ResultFinding, variant: string | null = null): ResultFinding {
  const { change, smallest } = finding;
  if (variant === null || change === undefined || smallest !== undefined) return finding;
  return { ...finding, change: ours`${change}, only with ${ownText(variant)}` };
}

/** Over which bindings and operations something was found. */
export function whereOf(called: readonly Pick<ResultExchange, 'operation' | 'binding'>[]) {
  return {
    bindings: distinct(called.map(({ binding }) => binding)),
    operations: distinct(called.map(({ operation }) => operation)),
  };
}

function distinct<T>(all: readonly T[]): readonly T[] {
  return [...new Set(all)];
}

/** The causes of a run, the gravest first and of these the one of most exchanges, each with everything that it explains. Pure. */
export function causesOf(exchanges: readonly ResultExchange[]): readonly ResultCause[] {
  return byCause(exchanges.flatMap(findingsOf))
    .map((found) => {
      const [{ exchange, finding: first }] = found;
      const { broken, explained, variant, ...where } = commonOf(found);
      const finding = gravest(found.map((one) => one.finding)) ?? first;
      const { rule, level, message, change, expected, actual } = withVariant(finding, variant);
      return defined({
        ...{ rule, level, message, change, expected, actual, ...broken, exchanges: explained.length },
        verdicts: countVerdicts(explained.map((one) => [one.exchange.verdict, 1])),
        ...{ ...where, first: exchange.id, root: finding.root },
      });
    })
    .toSorted((a, b) => byLevel(a.level, b.level) || b.exchanges - a.exchanges)
    .map((cause, index) => ({ id: `c${index + 1}`, ...cause }));
}
