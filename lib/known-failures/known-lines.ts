import pc from 'picocolors';
import { printable } from '../findings/finding-text.ts';
import type { ExchangeRecord, RecordedKnown } from '../model/running/results.ts';
import { addTo } from '../text/add-to.ts';

/** How a reason begins until somebody gives one. */
export const NO_REASON_YET = 'TODO';

type Judged = Pick<ExchangeRecord, 'verdict' | 'known'>;

/** Returns console lines about the entries that failed as listed, and about those without a reason. */
export function knownLines(judged: readonly Judged[]): readonly string[] {
  const missing = judged.flatMap(({ known = [] }) => known).filter((one) => !hasReason(one));
  const places = [...new Set(missing.map(({ place }) => place))];
  return [
    ...failingEntries(judged).map(({ text }) => `known         ${printable(text)}`),
    ...(places.length === 0 ? [] : [pc.red(`NO REASON     is given yet at ${printable(places.join(', '))}`)]),
  ];
}

/** Returns the entries that failed as listed: in how many exchanges, which rules, until when, why, and where they are. */
export function failingEntries(
  judged: readonly Judged[],
): readonly { readonly text: string; readonly reasoned: boolean }[] {
  const byPlace = new Map<string, RecordedKnown[]>();
  for (const { verdict, known = [] } of judged) {
    if (verdict === 'known-failure') for (const one of known) addTo(byPlace, one.place, one);
  }
  return [...byPlace.values()].flatMap(([first, ...others]) =>
    first ? [{ text: entryText(first, others.length + 1), reasoned: hasReason(first) }] : [],
  );
}

export function hasReason({ reason }: Pick<RecordedKnown, 'reason'>): boolean {
  return !reason.startsWith(NO_REASON_YET);
}

function entryText({ place, rules, reason, owner, link, expires }: RecordedKnown, count: number): string {
  const times = `${count} exchange${count === 1 ? '' : 's'}`;
  const whose = [owner, link].filter((text) => text !== undefined).join(', ');
  const notes = whose === '' ? '' : ` (${whose})`;
  return `${times}, ${rules.join(', ')}, until ${expires}: ${reason}${notes}; ${place}`;
}
