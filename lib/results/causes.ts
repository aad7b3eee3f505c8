import { meaningOf } from '../findings/meaning.ts';
import type { Finding } from '../model/judging/finding.ts';
import type { Verdict } from '../model/judging/verdict.ts';
import { byLevel } from '../model/levels.ts';
import type { ResultCause, ResultExchange, ResultFinding } from '../model/running/results.ts';
import { addTo } from '../text/add-to.ts';
import { given } from '../text/given.ts';
import { countVerdicts, isError } from './verdict-counts.ts';

/** Characters that two texts must have in common after what differs in every exchange has been left out. */
const MOST_COMPARED = 80;

/** Characters of a text that are read for that. */
const MOST_READ = 400;

/** Rules whose texts are names of encodings and media types, in which a number is no count. */
const NAMING: readonly string[] = ['http/charset', 'http/media-type', 'xml/encoding'];

/**
 * What findings with one explanation have in common: the rule, what was expected, what was there and what that means,
 * without numbers, quoted texts, identifiers and cut ends. What the contract leaves open is a cause of its own.
 * @param operation the one that the finding is about; its name is left out
 */
export function causeKey(finding: Finding, operation: string): string {
  const { rule, level, expected, actual } = finding;
  const common = (text: string) => commonPart(rule, text, operation);
  return JSON.stringify([
    rule,
    level === 'gap',
    common(expected),
    common(actual),
    common(meaningOf(finding) ?? ''),
  ]);
}

/** The cause of a finding in a few words, the same for all findings of that cause. */
export function causeText(finding: Finding, operation: string): string {
  return `${finding.rule}: ${commonPart(finding.rule, finding.actual, operation)}`;
}

function commonPart(rule: string, text: string, operation: string): string {
  const named = text
    .slice(0, MOST_READ)
    .replaceAll(operation, '<operation>')
    .replace(/"(?:[^"\\]|\\.)*(?:"|$)/gs, '"…"');
  if (NAMING.includes(rule)) return named;
  // The status decides; what a refusal says after it may repeat the request.
  const status = rule === 'http/status' ? (/^\d{3} ?/.exec(named)?.[0] ?? '') : '';
  const rest = named.slice(status.length).replace(/[\w-]+/g, (word) => (/\d/.test(word) ? '#' : word));
  const whole = `${status}${rest}`.replace(/\s+/g, ' ').trim();
  return whole.length > MOST_COMPARED ? `${whole.slice(0, MOST_COMPARED)}…` : whole;
}

/** The operation and binding that a finding is about: those of its step, where the exchange has several. */
function calledFor(
  { operation, binding, steps }: ResultExchange,
  { step }: Pick<Finding, 'step'>,
): { readonly operation: string; readonly binding: string } {
  return steps?.[step] ?? { operation, binding };
}

/** A finding, and the exchange that it was found in. */
export interface Found {
  readonly exchange: ResultExchange;
  readonly finding: ResultFinding;
}

/** Findings with one cause. */
export type Explained = readonly [Found, ...Found[]];

/** Keys that were worked out: one finding breaks many requirements where a whole reply is missing. */
const keys = new WeakMap<ResultFinding, string>();

/** Groups findings by their cause, in the order in which causes first occur. */
export function byCause(all: readonly Found[]): readonly Explained[] {
  const byKey = new Map<string, Found[]>();
  for (const found of all) {
    const { exchange, finding } = found;
    const key = keys.get(finding) ?? causeKey(finding, calledFor(exchange, finding).operation);
    keys.set(finding, key);
    addTo(byKey, key, found);
  }
  return [...byKey.values()] as unknown as readonly Explained[];
}

function findingsOf(exchange: ResultExchange): readonly Found[] {
  return exchange.findings.map((finding) => ({ exchange, finding }));
}

/** What findings with one cause tell together. */
function commonOf(found: Explained) {
  const [{ finding }] = found;
  const called = found.map((one) => calledFor(one.exchange, one.finding));
  const requirements = distinct(found.flatMap((one) => one.finding.requirements));
  const affected = distinct(found.flatMap((one) => one.finding.affected ?? []));
  const onlyAffected = affected.filter((id) => !requirements.includes(id));
  const explained = distinct(found.map(({ exchange }) => exchange));
  return {
    requirements,
    affected: onlyAffected.length > 0 ? onlyAffected : undefined,
    explained,
    blocks: explained.filter(({ blockedBy }) => blockedBy === finding.rule).length,
    bindings: distinct(called.map(({ binding }) => binding)),
    operations: distinct(called.map(({ operation }) => operation)),
  };
}

/** The causes of a run, the gravest first and of these the one of most exchanges, each with everything that it explains. Pure. */
export function causesOf(exchanges: readonly ResultExchange[]): readonly ResultCause[] {
  return byCause(exchanges.flatMap(findingsOf))
    .map((found) => {
      const [{ exchange, finding }] = found;
      const { explained, blocks, bindings, operations, ...broken } = commonOf(found);
      const { rule, message, expected, actual } = finding;
      const [level = finding.level] = found.map((one) => one.finding.level).sort(byLevel);
      return given({
        ...{ rule, level, message, expected, actual, ...broken, exchanges: explained.length },
        verdicts: countVerdicts(explained.map(({ verdict }) => [verdict, 1])),
        blocks: blocks || undefined,
        ...{ bindings, operations, first: exchange.id },
      });
    })
    .toSorted((a, b) => byLevel(a.level, b.level) || b.exchanges - a.exchanges)
    .map((cause, index) => ({ id: `c${index + 1}`, ...cause }));
}

function distinct<T>(all: readonly T[]): readonly T[] {
  return [...new Set(all)];
}

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
  /** Each with its finding of the cause alone, and the verdict that it gives by itself; the best example first. */
  readonly exchanges: readonly ResultExchange[];
  /** Exchanges of the group that could not go on because of it. */
  readonly blocked: number;
  readonly bindings: readonly string[];
  readonly operations: readonly string[];
}

/**
 * Groups exchanges by what explains them, the gravest first and of these the largest; an exchange with several causes is
 * told with each of them.
 */
export function toldGroups(exchanges: readonly ResultExchange[]): readonly ToldGroup[] {
  const told = exchanges.filter(({ verdict }) => toldVerdicts.includes(verdict));
  // What the contract leaves open explains no verdict that is told, and a note explains one by itself.
  const isNoted = ({ verdict }: ResultExchange) => verdict === 'fixed' || verdict === 'harness-error';
  const found = told
    .filter((one) => !isNoted(one))
    .flatMap(findingsOf)
    .filter(({ finding }) => finding.level !== 'gap');
  const explained = new Set(found.map(({ exchange }) => exchange));
  const byNote = new Map<string, ResultExchange[]>();
  for (const exchange of told) {
    if (explained.has(exchange)) continue;
    addTo(byNote, JSON.stringify([exchange.verdict, exchange.note ?? exchange.id]), exchange);
  }
  const size = ({ exchanges: all }: ToldGroup) => all.length;
  return [...byCause(found).map(groupOfCause), ...[...byNote.values()].map(groupOfNote)].sort(
    (a, b) => rank(a.exchanges[0]) - rank(b.exchanges[0]) || size(b) - size(a),
  );
}

function rank(exchange: ResultExchange | undefined): number {
  return exchange ? toldVerdicts.indexOf(exchange.verdict) : toldVerdicts.length;
}

function groupOfCause(found: Explained): ToldGroup {
  const { explained, requirements, affected, blocks, bindings, operations } = commonOf(found);
  const firstOf = new Map(found.toReversed().map(({ exchange, finding }) => [exchange, finding]));
  const parts = explained.map((exchange) => {
    const finding = firstOf.get(exchange) ?? found[0].finding;
    const alone = asFoundAlone(exchange, given({ ...finding, requirements, affected }));
    // An exchange that has its verdict for this cause is the best example.
    return { alone, isOther: Number(alone.verdict !== exchange.verdict) };
  });
  const sorted = parts.sort((a, b) => rank(a.alone) - rank(b.alone) || a.isOther - b.isOther);
  return { exchanges: sorted.map(({ alone }) => alone), blocked: blocks, bindings, operations };
}

function groupOfNote(exchanges: readonly ResultExchange[]): ToldGroup {
  const bindings = distinct(exchanges.map(({ binding }) => binding));
  const operations = distinct(exchanges.map(({ operation }) => operation));
  return { exchanges, blocked: 0, bindings, operations };
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
