import pc from 'picocolors';
import { printable } from '../findings/finding-text.ts';
import type { PlannedKnownFailure } from '../model/running/known-failure.ts';
import type { Masked } from '../model/running/masked.ts';
import type { ExchangeRecord, RecordedKnown } from '../model/running/results.ts';
import type { Mask } from '../secrets/mask.ts';
import { addTo } from '../text/add-to.ts';

/** What a reason begins with that nobody has given yet. */
export const NO_REASON_YET = 'TODO';

/** Entries of the file of known failures that failed as listed, and those that nobody has given a reason. */
export function knownLines(
  known: readonly PlannedKnownFailure[],
  records: readonly ExchangeRecord[],
  mask: Mask,
): readonly string[] {
  const missing = known.filter(({ reason }) => reason.startsWith(NO_REASON_YET));
  return linesOf(
    records,
    missing.map(({ place }) => mask(place)),
  );
}

/** The same of results alone: entries about exchanges that none of them has are not known then. */
export function knownLinesOf(exchanges: readonly Judged[]): readonly string[] {
  const missing = exchanges.flatMap(({ known = [] }) => known).filter((one) => !hasReason(one));
  return linesOf(exchanges, [...new Set(missing.map(({ place }) => place))]);
}

type Judged = Pick<ExchangeRecord, 'verdict' | 'known'>;

function linesOf(judged: readonly Judged[], missing: readonly Masked[]): readonly string[] {
  return [
    ...failingEntries(judged).map((entry) => `known         ${printable(entry.text)}`),
    ...(missing.length === 0
      ? []
      : [pc.red(`NO REASON     is given yet at ${printable(missing.join(', '))}`)]),
  ];
}

/** An entry of the file of known failures that failed as listed. */
interface FailingEntry {
  readonly text: string;
  /** Whether somebody has given its reason. */
  readonly reasoned: boolean;
}

/** The entries that failed as listed: in how many exchanges, which rules, until when, why, and where they stand. */
export function failingEntries(judged: readonly Judged[]): readonly FailingEntry[] {
  const byPlace = new Map<string, RecordedKnown[]>();
  for (const { verdict, known: listed = [] } of judged) {
    if (verdict === 'known-failure') for (const one of listed) addTo(byPlace, one.place, one);
  }
  return [...byPlace.values()].flatMap((listed) => {
    const [first] = listed;
    return first ? [{ text: entryText(first, listed.length), reasoned: hasReason(first) }] : [];
  });
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
