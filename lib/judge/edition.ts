import type { Exchange } from '../model/exchange.ts';
import type { JudgedExchange } from '../model/judging/verdict.ts';
import { rules } from './rules/index.ts';
import { verdictOf } from './verdict.ts';

const sinceOf: ReadonlyMap<string, string | undefined> = new Map(rules.map(({ id, since }) => [id, since]));

/** True if a version, such as `0.10`, came after an edition; without one everything is of the first. */
export function isLater(version: string | undefined, edition: string): boolean {
  const [[major = 0, minor = 0], [oldMajor = 0, oldMinor = 0]] = [version ?? '0', edition].map((text) =>
    text.split('.').map(Number),
  ) as [number[], number[]];
  return major === oldMajor ? minor > oldMinor : major > oldMajor;
}

/** Takes out of a verdict what cases, classes, clients and rules found that came after an edition; findings say since when. */
export function withEdition(
  judged: JudgedExchange,
  { since, level }: Pick<Exchange, 'since' | 'level'>,
  edition: string | null,
  ruleSince = sinceOf,
): JudgedExchange {
  if (edition === null) return judged;
  const isNew = isLater(since, edition);
  const laterOf = (rule: string) => (isNew ? since : ruleSince.get(rule));
  const findings = judged.findings.map((finding) => {
    const version = laterOf(finding.rule);
    return version !== undefined && isLater(version, edition) ? { ...finding, since: version } : finding;
  });
  const { verdict, note } = judged;
  const rest = findings.filter((finding) => finding.since === undefined);
  if (verdict === 'passed' || verdict === 'harness-error' || (!isNew && rest.length === findings.length))
    return judged;
  const later = isNew ? 'observed' : verdictOf(rest, { level, blocked: verdict === 'blocked' });
  const said = isNew ? `new in ${since}, so it does not gate at edition ${edition}` : undefined;
  const after = { ...judged, findings, verdict: later === 'passed' ? ('observed' as const) : later };
  return said === undefined ? after : { ...after, note: note ?? said };
}
