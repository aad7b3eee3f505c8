import { meaningOf } from '../findings/meaning.ts';
import type { Finding } from '../model/judging/finding.ts';
import type { Verdict } from '../model/judging/verdict.ts';
import { byLevel } from '../model/levels.ts';
import type { ResultCause, ResultExchange, ResultFinding } from '../model/running/results.ts';
import { addTo } from '../text/add-to.ts';
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
export function calledFor(
  { operation, binding, steps }: ResultExchange,
  { step }: Pick<Finding, 'step'>,
): { readonly operation: string; readonly binding: string } {
  return steps?.[step] ?? { operation, binding };
}

interface Found {
  readonly exchange: ResultExchange;
  readonly finding: ResultFinding;
}

/** What findings with one cause tell together. */
type Common = Pick<ResultCause, 'requirements' | 'affected' | 'blocks' | 'bindings' | 'operations'>;

/** Groups findings by their cause, in the order in which causes first occur. */
function byCause(exchanges: readonly ResultExchange[]): readonly (readonly [Found, ...Found[]])[] {
  const byKey = new Map<string, [Found, ...Found[]]>();
  for (const exchange of exchanges) {
    for (const finding of exchange.findings) {
      const key = causeKey(finding, calledFor(exchange, finding).operation);
      const found = { exchange, finding };
      const group = byKey.get(key);
      if (group) group.push(found);
      else byKey.set(key, [found]);
    }
  }
  return [...byKey.values()];
}

function commonOf(found: readonly [Found, ...Found[]]): Common {
  const [{ finding }] = found;
  const called = found.map((one) => calledFor(one.exchange, one.finding));
  const requirements = distinct(found.flatMap((one) => one.finding.requirements));
  const affected = distinct(found.flatMap((one) => one.finding.affected ?? []));
  const onlyAffected = affected.filter((id) => !requirements.includes(id));
  const blocks = exchangesOf(found).filter(({ blockedBy }) => blockedBy === finding.rule).length;
  return {
    requirements,
    ...(onlyAffected.length === 0 ? {} : { affected: onlyAffected }),
    ...(blocks === 0 ? {} : { blocks }),
    bindings: distinct(called.map(({ binding }) => binding)),
    operations: distinct(called.map(({ operation }) => operation)),
  };
}

function exchangesOf(found: readonly Found[]): readonly ResultExchange[] {
  return [...new Set(found.map(({ exchange }) => exchange))];
}

/** The causes of a run, the gravest first and of these the one of most exchanges, each with everything that it explains. Pure. */
export function causesOf(exchanges: readonly ResultExchange[]): readonly ResultCause[] {
  return byCause(exchanges)
    .map((found) => {
      const [{ exchange, finding }] = found;
      const { requirements, affected, blocks, bindings, operations } = commonOf(found);
      const { rule, message, expected, actual } = finding;
      const [level = finding.level] = found.map((one) => one.finding.level).sort(byLevel);
      const explained = exchangesOf(found);
      return {
        ...{ rule, level, message, expected, actual, requirements },
        ...(affected ? { affected } : {}),
        exchanges: explained.length,
        verdicts: countVerdicts(explained.map(({ verdict }) => [verdict, 1])),
        ...(blocks ? { blocks } : {}),
        ...{ bindings, operations, first: exchange.id },
      };
    })
    .toSorted((a, b) => byLevel(a.level, b.level) || b.exchanges - a.exchanges)
    .map((cause, index) => ({ id: `c${index + 1}`, ...cause }));
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
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

/** Groups exchanges by what explains them; an exchange with several causes is told with each of them. */
export function toldGroups(exchanges: readonly ResultExchange[]): readonly ToldGroup[] {
  const explained: ResultExchange[] = [];
  const byNote = new Map<string, ResultExchange[]>();
  for (const exchange of exchanges.filter(({ verdict }) => toldVerdicts.includes(verdict))) {
    // What the contract leaves open explains no verdict that is told, and a note explains one by itself.
    const findings = isNoted(exchange) ? [] : exchange.findings.filter(({ level }) => level !== 'gap');
    if (findings.length > 0) explained.push({ ...exchange, findings });
    else addTo(byNote, JSON.stringify([exchange.verdict, exchange.note ?? exchange.id]), exchange);
  }
  return [
    ...byCause(explained).map(groupOfCause),
    ...[...byNote.values()].flatMap(([first, ...others]) => (first ? [groupOfNote(first, others)] : [])),
  ];
}

function groupOfCause(found: readonly [Found, ...Found[]]): ToldGroup {
  const { blocks = 0, requirements, affected, bindings, operations } = commonOf(found);
  const firstOf = new Map<ResultExchange, ResultFinding>();
  for (const { exchange, finding } of found) {
    if (!firstOf.has(exchange)) firstOf.set(exchange, finding);
  }
  const parts = [...firstOf].map(([exchange, finding]) => {
    return { told: asFoundAlone(exchange, finding), whole: exchange.verdict };
  });
  const rank = (verdict: Verdict) => toldVerdicts.indexOf(verdict);
  // An exchange that has its verdict for this cause is the best example.
  const isOther = ({ told, whole }: (typeof parts)[number]) => Number(whole !== told.verdict);
  const [example, ...others] = parts.toSorted(
    (a, b) => rank(a.told.verdict) - rank(b.told.verdict) || isOther(a) - isOther(b),
  );
  if (!example) throw new Error('a cause explains no exchange');
  const { told: first, whole } = example;
  const named = first.findings.map((one) => ({ ...one, requirements, ...(affected ? { affected } : {}) }));
  return {
    first: { ...first, findings: named },
    ...{ whole, others: others.map(({ told }) => told), blocked: blocks, bindings, operations },
  };
}

function groupOfNote(first: ResultExchange, others: readonly ResultExchange[]): ToldGroup {
  const all = [first, ...others];
  return {
    ...{ first, whole: first.verdict, others, blocked: 0 },
    bindings: distinct(all.map(({ binding }) => binding)),
    operations: distinct(all.map(({ operation }) => operation)),
  };
}

/** Whether the note of an exchange explains it, not its findings. */
function isNoted({ verdict }: ResultExchange): boolean {
  return verdict === 'fixed' || verdict === 'harness-error';
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
