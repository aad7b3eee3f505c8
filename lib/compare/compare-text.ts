import { printable } from '../findings/finding-text.ts';
import type { Masked } from '../model/running/masked.ts';
import { hasReason } from '../results/told/facts.ts';
import { type Mask, ownText } from '../secrets/mask.ts';
import { counted, someOf } from '../text/counted.ts';
import type { Accepted, Difference, EndedComparison } from './comparison.ts';

/** Differences of surface, and unstable ones, that the console shows; the reports have all. */
const MOST_SHOWN = 12;

/** Requirements, or requests of one side alone, that the console names. */
const MOST_NAMED = 5;

/**
 * Tells a comparison in lines: differences of meaning first, each with the replies that have it, then surface, then what
 * was not compared, then how it ends.
 */
export function compareText(ended: EndedComparison, mask: Mask): Masked {
  const { differences, unstable, compared, same, inexact, accepted } = ended;
  const of = (kind: Difference['kind']) => differences.filter((one) => one.kind === kind);
  const lines = [
    ...section('meaning', of('meaning'), Number.POSITIVE_INFINITY),
    ...section('surface', of('surface'), MOST_SHOWN),
    ...section('unstable', unstable, MOST_SHOWN),
    '',
    `old           ${ended.old}`,
    `new           ${ended.new}`,
    `compared      ${repliesText(compared)}: ${same} the same, ${compared - same} not`,
    ...accepted.map((one) => `accepted      ${acceptedText(one)}`),
    ...noReason(unexplained(accepted)),
    ...ended.unused.map((entry) => `UNUSED        ${unusedText(entry)}`),
    ...ended.expired.map((entry) => `EXPIRED       ${expiredText(entry)}`),
    ...some(
      'newly broken',
      'requirement',
      ended.newlyBroken.map(({ id }) => id),
    ),
    ...some(
      'newly held',
      'requirement',
      ended.newlyHeld.map(({ id }) => id),
    ),
    ...some('only old', 'request', ended.onlyOld),
    ...some('only new', 'request', ended.onlyNew),
    ...(inexact === 0
      ? []
      : [`not exact     ${repliesText(inexact)} not recorded to the byte: compared by meaning`]),
    `outcome       ${outcomeText(ended)}`,
  ];
  return ownText(`${lines.map((line) => mask(printable(line))).join('\n')}\n`);
}

/** `differs: 2 differences of meaning`, `same but for 3 accepted differences, 2 without a reason`. */
export function outcomeText({ outcome, why, accepted }: EndedComparison): string {
  if (why.length > 0) return `${outcome}: ${why.join(', ')}`;
  if (accepted.length === 0) return outcome;
  const missing = unexplained(accepted).length;
  const reasons = missing === 0 ? '' : `, ${missing} without a reason`;
  return `same but for ${counted(accepted.length, 'accepted difference')}${reasons}`;
}

/** `status  200 -> 201 in 12 replies, until 2027-01-31: clients do not read it (sms-team); accepted.yaml:3`. */
export function acceptedText({ entry, replies }: EndedComparison['accepted'][number]): string {
  const owner = entry.owner === undefined ? '' : ` (${entry.owner})`;
  const until = `until ${entry.expires}: ${entry.reason}${owner}`;
  return `${changeText(entry)} in ${repliesText(replies)}, ${until}; ${entry.place}`;
}

/** Says of an entry that accepted nothing what to do with it. */
export function unusedText(entry: Accepted): string {
  return `${changeText(entry)} was not seen; remove ${entry.place}`;
}

/** Says of an expired entry what to do with it. */
export function expiredText(entry: Accepted): string {
  return `${changeText(entry)} on ${entry.expires}; fix it, or set a new last day in ${entry.place}`;
}

function repliesText(count: number): string {
  return counted(count, 'reply', 'replies');
}

/** One line for all entries without a reason. */
function noReason(places: readonly string[]): readonly string[] {
  return places.length === 0 ? [] : [`NO REASON     is given yet at ${someOf(places, 1)}`];
}

/** Places of accepted differences that have no reason yet. */
function unexplained(accepted: EndedComparison['accepted']): readonly string[] {
  return accepted.flatMap(({ entry }) => (hasReason(entry) ? [] : [entry.place]));
}

function section(title: string, differences: readonly Difference[], most: number): readonly string[] {
  if (differences.length === 0) return [];
  const rest = differences.length - most;
  return [
    '',
    `${title}  ${counted(differences.length, 'difference')}`,
    ...differences.slice(0, most).map((one) => `  ${differenceText(one)}`),
    ...(rest > 0 ? [`  and ${rest} more in the reports`] : []),
  ];
}

/** `PacketStatus  Completed -> 1  in 12 replies (2 operations, 4 bindings)`. */
export function differenceText(difference: Difference): string {
  const { replies, operations, bindings } = difference;
  const where = `${counted(operations.length, 'operation')}, ${counted(bindings.length, 'binding')}`;
  return `${changeText(difference)}  in ${repliesText(replies)} (${where})`;
}

/** `PacketStatus  Completed -> 1`. */
export function changeText({ field, from, to }: Pick<Difference, 'field' | 'from' | 'to'>): string {
  return `${field}  ${shortened(from)} -> ${shortened(to)}`;
}

/** Characters of a value in one line; compare.json has all of it. */
const MOST_OF_VALUE = 120;

function shortened(value: string): string {
  return value.length > MOST_OF_VALUE ? `${value.slice(0, MOST_OF_VALUE)}…` : value;
}

/** The first of several names, and how many there are. */
function some(title: string, what: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  return [`${title.padEnd(12)}  ${counted(names.length, what)}: ${someOf(names, MOST_NAMED)}`];
}
