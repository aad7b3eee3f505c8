import pc from 'picocolors';
import type { PlannedKnownFailure } from '../model/known-failure.ts';
import type { Masked } from '../model/masked.ts';
import type { ExchangeRecord, RecordedKnown } from '../model/results.ts';
import { addTo } from './add-to.ts';
import { printable } from './finding-text.ts';
import type { Mask } from './mask.ts';

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
  const missing = exchanges
    .flatMap(({ known = [] }) => known)
    .filter(({ reason }) => reason.startsWith(NO_REASON_YET));
  return linesOf(exchanges, [...new Set(missing.map(({ place }) => place))]);
}

type Judged = Pick<ExchangeRecord, 'verdict' | 'known'>;

function linesOf(judged: readonly Judged[], missing: readonly Masked[]): readonly string[] {
  const byPlace = new Map<string, RecordedKnown[]>();
  for (const { verdict, known: listed = [] } of judged) {
    if (verdict === 'known-failure') for (const one of listed) addTo(byPlace, one.place, one);
  }
  return [
    ...[...byPlace.values()].map(entryLine),
    ...(missing.length === 0
      ? []
      : [pc.red(`NO REASON     is given yet at ${printable(missing.join(', '))}`)]),
  ];
}

function entryLine(listed: readonly RecordedKnown[]): string {
  const [first] = listed;
  if (!first) return '';
  const { place, rules, reason, owner, link, expires } = first;
  const times = `${listed.length} exchange${listed.length === 1 ? '' : 's'}`;
  const whose = [owner, link].filter((text) => text !== undefined).join(', ');
  const notes = whose === '' ? '' : ` (${whose})`;
  return `known         ${printable(`${times}, ${rules.join(', ')}, until ${expires}: ${reason}${notes}; ${place}`)}`;
}
