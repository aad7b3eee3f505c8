import { meaningOf } from '../findings/meaning.ts';
import type { Finding } from '../model/judging/finding.ts';
import { byLevel } from '../model/levels.ts';
import type { ResultCause, ResultExchange, ResultFinding } from '../model/running/results.ts';
import { addTo } from '../text/add-to.ts';
import { given } from '../text/given.ts';
import { countVerdicts } from './verdict-counts.ts';

/** Characters of a text that are read, and compared after what differs in every exchange has been left out. */
const MOST_READ = 400;
const MOST_COMPARED = 80;

/** Rules whose texts are names of encodings and media types, in which a number is no count. */
const NAMING: readonly string[] = ['http/charset', 'http/media-type', 'xml/encoding'];

/**
 * Returns what findings with one cause have in common: rule, texts and meaning, without numbers, quoted texts,
 * identifiers, cut ends and the name of the operation. What the contract leaves open is a cause of its own.
 */
export function causeKey(finding: Finding, operation: string): string {
  const { rule, level, expected, actual } = finding;
  const texts = [expected, actual, meaningOf(finding) ?? ''];
  return JSON.stringify([rule, level === 'gap', ...texts.map((text) => commonPart(rule, text, operation))]);
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
function calledFor({ exchange, finding }: Found): Pick<ResultExchange, 'operation' | 'binding'> {
  return exchange.steps?.[finding.step] ?? exchange;
}

/** Keys that were worked out: one finding breaks many requirements where a whole reply is missing. */
const keys = new WeakMap<ResultFinding, string>();

/** Groups findings by their cause, in the order in which causes first occur. */
export function byCause(all: readonly Found[]): readonly Explained[] {
  const byKey = new Map<string, Found[]>();
  for (const found of all) {
    const key = keys.get(found.finding) ?? causeKey(found.finding, calledFor(found).operation);
    keys.set(found.finding, key);
    addTo(byKey, key, found);
  }
  return [...byKey.values()] as unknown as readonly Explained[];
}

/** What findings with one cause tell together; of each exchange the first of them. */
export function commonOf(found: Explained) {
  const requirements = distinct(found.flatMap(({ finding }) => finding.requirements));
  const affected = distinct(found.flatMap(({ finding }) => finding.affected ?? []));
  const onlyAffected = affected.filter((id) => !requirements.includes(id));
  const firsts = new Map(found.toReversed().map(({ exchange, finding }) => [exchange, finding]));
  const explained = distinct(found.map(({ exchange }) => exchange));
  return {
    broken: given({ requirements, affected: onlyAffected.length > 0 ? onlyAffected : undefined }),
    explained: explained.map((exchange) => ({ exchange, finding: firsts.get(exchange) ?? found[0].finding })),
    blocks: explained.filter(({ blockedBy }) => blockedBy === found[0].finding.rule).length || undefined,
    ...whereOf(found.map(calledFor)),
  };
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
      const [{ exchange, finding }] = found;
      const { broken, explained, ...where } = commonOf(found);
      const { rule, message, expected, actual } = finding;
      const [level = finding.level] = found.map((one) => one.finding.level).sort(byLevel);
      return given({
        ...{ rule, level, message, expected, actual, ...broken, exchanges: explained.length },
        verdicts: countVerdicts(explained.map((one) => [one.exchange.verdict, 1])),
        ...{ ...where, first: exchange.id },
      });
    })
    .toSorted((a, b) => byLevel(a.level, b.level) || b.exchanges - a.exchanges)
    .map((cause, index) => ({ id: `c${index + 1}`, ...cause }));
}
