import { meaningOf } from '../findings/meaning.ts';
import type { Finding } from '../model/judging/finding.ts';
import { byLevel } from '../model/levels.ts';
import type { ResultCause, ResultExchange, ResultFinding } from '../model/running/results.ts';
import { addTo } from '../text/add-to.ts';
import { countVerdicts } from './verdict-counts.ts';

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

/** The causes of a run, the gravest first and of these the one of most exchanges, each with everything that it explains. Pure. */
export function causesOf(exchanges: readonly ResultExchange[]): readonly ResultCause[] {
  const byKey = new Map<string, Found[]>();
  for (const exchange of exchanges) {
    for (const finding of exchange.findings) {
      addTo(byKey, causeKey(finding, calledFor(exchange, finding).operation), { exchange, finding });
    }
  }
  const causes = [...byKey.values()].flatMap(causeOf);
  return causes
    .toSorted((a, b) => byLevel(a.level, b.level) || b.exchanges - a.exchanges)
    .map((cause, index) => ({ id: `c${index + 1}`, ...cause }));
}

type Cause = Omit<ResultCause, 'id'>;

function causeOf(found: readonly Found[]): readonly Cause[] {
  const [first] = found;
  if (!first) return [];
  const { rule, message, expected, actual } = first.finding;
  const [level = 'gap'] = found.map(({ finding }) => finding.level).sort(byLevel);
  const exchanges = [...new Set(found.map(({ exchange }) => exchange))];
  const called = found.map(({ exchange, finding }) => calledFor(exchange, finding));
  const requirements = distinct(found.flatMap(({ finding }) => finding.requirements));
  const affected = distinct(found.flatMap(({ finding }) => finding.affected ?? [])).filter(
    (id) => !requirements.includes(id),
  );
  const blocks = exchanges.filter(({ blockedBy }) => blockedBy === rule).length;
  return [
    {
      ...{ rule, level, message, expected, actual, requirements },
      ...(affected.length === 0 ? {} : { affected }),
      exchanges: exchanges.length,
      verdicts: countVerdicts(exchanges.map(({ verdict }) => [verdict, 1])),
      ...(blocks === 0 ? {} : { blocks }),
      bindings: distinct(called.map(({ binding }) => binding)),
      operations: distinct(called.map(({ operation }) => operation)),
      first: first.exchange.id,
    },
  ];
}

export function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
