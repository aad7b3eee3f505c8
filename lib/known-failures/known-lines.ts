import pc from 'picocolors';
import { printable } from '../findings/finding-text.ts';
import type { ExchangeRecord, RecordedKnown } from '../model/running/results.ts';
import { addTo } from '../text/add-to.ts';
import { counted } from '../text/counted.ts';

/** How a reason begins until somebody gives one. */
export const NO_REASON_YET = 'TODO';

export function hasReason({ reason }: Pick<RecordedKnown, 'reason'>): boolean {
  return !reason.startsWith(NO_REASON_YET);
}

type Judged = Pick<ExchangeRecord, 'verdict' | 'findings' | 'known'>;

/** Returns console lines about the entries that matter to a run, and about those without a reason. */
export function knownLines(judged: readonly Judged[]): readonly string[] {
  const missing = judged.flatMap(({ known = [] }) => known).filter((one) => !hasReason(one));
  const places = [...new Set(missing.map(({ place }) => place))];
  const lines = toldEntries(judged).map(({ label, text }) =>
    label === 'EXPIRED' ? pc.red(`EXPIRED       ${printable(text)}`) : `known         ${printable(text)}`,
  );
  const unexplained = pc.red(`NO REASON     is given yet at ${printable(places.join(', '))}`);
  return places.length === 0 ? lines : [...lines, unexplained];
}

export interface ToldEntry {
  readonly label: 'known' | 'NO REASON' | 'EXPIRED';
  /** In how many exchanges, which rules, until when, why, and where the entry is. */
  readonly text: string;
}

/** Returns the entries that failed as listed, and the expired ones whose rules are still broken. */
export function toldEntries(judged: readonly Judged[]): readonly ToldEntry[] {
  const byPlace = new Map<string, RecordedKnown[]>();
  for (const { verdict, findings, known = [] } of judged) {
    for (const one of known) {
      const isBroken = findings.some(({ rule }) => one.rules.includes(rule));
      if (one.expired ? isBroken : verdict === 'known-failure') addTo(byPlace, one.place, one);
    }
  }
  return [...byPlace.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const label = first.expired ? 'EXPIRED' : hasReason(first) ? 'known' : 'NO REASON';
    return [{ label, text: entryText(first, others.length + 1) }];
  });
}

function entryText({ place, rules, reason, owner, link, expires }: RecordedKnown, count: number): string {
  const whose = [owner, link].filter((text) => text !== undefined).join(', ');
  const notes = whose === '' ? '' : ` (${whose})`;
  return `${counted(count, 'exchange')}, ${rules.join(', ')}, until ${expires}: ${reason}${notes}; ${place}`;
}
