import pc from 'picocolors';
import type { PlannedKnownFailure } from '../model/known-failure.ts';
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
  const byPlace = new Map<string, RecordedKnown[]>();
  for (const { verdict, known: listed = [] } of records) {
    if (verdict === 'known-failure') for (const one of listed) addTo(byPlace, one.place, one);
  }
  const missing = known.filter(({ reason }) => reason.startsWith(NO_REASON_YET));
  const places = missing.map(({ place }) => place).join(', ');
  return [
    ...[...byPlace.values()].map(entryLine),
    ...(missing.length === 0 ? [] : [pc.red(`NO REASON     is given yet at ${printable(mask(places))}`)]),
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
