import { factLines, hasReason, type LabelledFact } from '../findings/run/facts.ts';
import type { Masked, MaskedAll } from '../model/running/masked.ts';
import { joinTexts, ours } from '../secrets/mask.ts';
import { groupedBy } from '../text/add-to.ts';
import { counted, someOf } from '../text/counted.ts';
import { entriesOf } from '../text/defined.ts';
import type * as plain from './compare.ts';
import { limits, OTHERS } from './limits.ts';

/** A comparison whose texts are masked, as every report takes it. */
export type Comparison = MaskedAll<plain.Comparison>;
export type Difference = Comparison['differences'][number];
export type Accepted = Comparison['unused'][number];

/** Lines of a fact that are shown in short, but for differences of meaning. */
const MOST_LINES = 6;

/** Words a comparison in lines: differences of meaning first, then surface, then what is unstable, then the facts. */
export function compareText(comparison: Comparison): Masked {
  const kinds = differencesOf(comparison).map(([kind, all]) => {
    return { label: ours`${kind}`, lines: causeLines(all) };
  });
  const lines = [...kinds, ...comparisonFacts(comparison)].flatMap(shortFact);
  return ours`${joinTexts(lines, '\n')}\n`;
}

const ROOTS = {
  'shared-packet': ours`one PacketID is returned to several sends`,
  'other-call': ours`replies hold values of other calls`,
};

/** Words differences, those that one fault explains as the first of them and the number of the others. */
function causeLines(all: readonly Difference[]): readonly Masked[] {
  return [...groupedBy(all, (difference) => difference.root ?? difference)].flatMap(
    ([root, [first, ...rest]]) => {
      if (typeof root === 'object' || rest.length === 0) return [first, ...rest].map(differenceText);
      const fields = someOf([...new Set(rest.map(({ field }) => field))]);
      const count = counted(rest.length, 'further difference');
      return [ours`${ROOTS[root]}: ${differenceText(first)}`, ours`  with ${count}: ${fields}`];
    },
  );
}

/** Returns the differences by kind, and the unstable ones. */
export function differencesOf({ differences, unstable }: Comparison) {
  const of = (kind: Difference['kind']) => differences.filter((difference) => difference.kind === kind);
  const all = { meaning: of('meaning'), surface: of('surface'), unstable };
  return entriesOf(all).filter(([, listed]) => listed.length > 0);
}

/** Writes `gSOAP, zeep: WSDL port  PostSmsSoap -> Live`. */
export function breakageText({ who, because }: Comparison['wouldBreak'][number]): Masked {
  return ours`${who}: ${because}`;
}

/** Counts what no client notices of the WSDLs, and says what could not be read. */
function wsdlLines({ wsdl }: Comparison): readonly Masked[] {
  const { quiet = [], notes = [] } = wsdl ?? {};
  const count = ours`${counted(quiet.length, 'difference')} that no client notices: ${someOf(quiet)}`;
  return [...(quiet.length === 0 ? [] : [count]), ...notes];
}

/** Returns the lines about a comparison besides its differences. */
export function comparisonFacts(comparison: Comparison): readonly LabelledFact[] {
  const { compared, same, accepted, inexact, newlyBroken, newlyHeld, blocked, readers } = comparison;
  const { given, broken } = readers.yours ?? { given: 0, broken: 0 };
  const understood = ours`${counted(readers.old, 'reader')} that understand OLD do not understand NEW`;
  const notMade = ours`later steps of ${counted(blocked.length, 'exchange')}, on both sides: ${someOf(blocked, 1)}`;
  const missing = unexplained(comparison);
  const states = (changed: Comparison['newlyHeld']) => changed.map(({ id, text }) => ours`${id}: ${text}`);
  const exactness = ours`${repliesText(inexact)} not recorded to the byte: compared by meaning, or not at all without a body`;
  const facts = {
    old: [comparison.old],
    new: [comparison.new],
    compared: [ours`${repliesText(compared)}: ${same} the same, ${compared - same} not`],
    accepted: accepted.map(acceptedText),
    'NO REASON': missing.length === 0 ? [] : [ours`is given yet at ${someOf(missing, 1)}`],
    UNUSED: comparison.unused.map(unusedText),
    EXPIRED: comparison.expired.map(expiredText),
    'newly broken': states(newlyBroken),
    'newly held': states(newlyHeld),
    'only old': comparison.onlyOld,
    'only new': comparison.onlyNew,
    'no packet': comparison.outcome === 'nothing judged' ? [] : comparison.withoutPacket,
    'not made': blocked.length === 0 ? [] : [notMade],
    'not exact': inexact === 0 ? [] : [exactness],
    'left out': leftOut(comparison),
    WSDL: wsdlLines(comparison),
    'would break': [
      ...(readers.broken === 0 ? [] : [ours`${readers.broken} of ${understood}`]),
      ...comparison.wouldBreak.map(breakageText),
    ],
    'your readers': given === 0 ? [] : [ours`${given - broken} of ${given} read NEW as OLD`],
    outcome: [comparisonOutcome(comparison)],
  };
  const all = entriesOf(facts).map(([label, lines]) => ({ label: ours`${label}`, lines }));
  return all.filter(({ lines }) => lines.length > 0);
}

/** True if a difference stands for all values of its field that have no room. */
export function isMerged({ from, to }: { readonly from: string; readonly to: string }): boolean {
  return from === OTHERS.value && to === OTHERS.value;
}

/** Says what had no room; differences of one field without room count as one. */
function leftOut({ differences, unstable }: Comparison): readonly Masked[] {
  const all = [...differences, ...unstable];
  const merged = all.filter(isMerged).map(({ field }) => field);
  const silent = all.filter(({ examples }) => examples.some(({ request }) => request === OTHERS.message));
  const values = ours`further values are one difference of each field: ${someOf(merged)}`;
  const messages = ours`messages of ${counted(silent.length, 'difference')}: the recordings have them`;
  return [merged.length === 0 ? [] : values, silent.length === 0 ? [] : messages].flat();
}

/** Words a fact in lines; of many lines the first. */
export function shortFact({ label, lines }: LabelledFact): readonly Masked[] {
  const most = label === 'meaning' ? limits.lines : MOST_LINES;
  const more = lines.length > most ? [ours`and ${lines.length - most} more in compare.html`] : [];
  return factLines({ label, lines: [...lines.slice(0, most), ...more] });
}

/** Words an outcome: `differs: 2 differences of meaning`, `same but for 3 accepted differences, 2 without a reason`. */
export function comparisonOutcome(comparison: Comparison): Masked {
  const { outcome, why, accepted } = comparison;
  if (why.length > 0) return ours`${outcome}: ${joinTexts(why, ', ')}`;
  if (accepted.length === 0) return ours`${outcome}`;
  const missing = unexplained(comparison).length;
  const reasons = missing === 0 ? '' : ours`, ${missing} without a reason`;
  return ours`same but for ${counted(accepted.length, 'accepted difference')}${reasons}`;
}

function unexplained({ accepted }: Comparison): readonly Masked[] {
  return accepted.flatMap(({ entry }) => (hasReason(entry) ? [] : [entry.place]));
}

/** Writes `status  200 -> 201 in 12 replies, until 2027-01-31: clients do not read it (sms-team); accepted.yaml:3`. */
export function acceptedText({ entry, replies }: Comparison['accepted'][number]): Masked {
  const owner = entry.owner === undefined ? '' : ours` (${entry.owner})`;
  const until = ours`until ${entry.expires}: ${entry.reason}${owner}`;
  return ours`${fromToText(entry)} in ${repliesText(replies)}, ${until}; ${entry.place}`;
}

/** Says what to do with an entry that accepted nothing. */
export function unusedText(entry: Accepted): Masked {
  return ours`${fromToText(entry)} was not seen; remove ${entry.place}`;
}

/** Says what to do with an expired entry. */
export function expiredText(entry: Accepted): Masked {
  return ours`${fromToText(entry)} on ${entry.expires}; fix it, or set a new last day in ${entry.place}`;
}

function repliesText(count: number): Masked {
  return counted(count, 'reply', 'replies');
}

/** Writes `PacketStatus  Completed -> 1  in 12 replies (2 operations, 4 bindings)`. */
export function differenceText(difference: Difference): Masked {
  const smallest = difference.smallest === undefined ? '' : ours`; smallest: ${difference.smallest}`;
  return ours`${fromToText(difference)}  ${seenText(difference, extentText(difference))}${smallest}`;
}

/** Says in how many replies a difference is, or where in the WSDL. */
export function seenText({ replies, places, bindings }: Difference, extent: Masked): Masked {
  if (places)
    return ours`at ${someOf(places)}${bindings.length === 0 ? '' : ours` over ${joinTexts(bindings, ', ')}`}`;
  return ours`in ${repliesText(replies)} (${extent})`;
}

/** Clients that a line names; compare.json has them all. */
const MOST_CLIENTS = 8;

/** Writes `2 operations, 4 bindings`, or the clients that a difference is about. */
function extentText({ operations, bindings, clients }: Difference): Masked {
  if (clients) return someOf(clients, MOST_CLIENTS);
  return ours`${counted(operations.length, 'operation')}, ${counted(bindings.length, 'binding')}`;
}

const MOST_OF_VALUE = 120;

/** Cuts a value for the reports that people read; compare.json has all of it. */
export function shortValue(value: Masked): Masked {
  return value.length > MOST_OF_VALUE ? ours`${value.slice(0, MOST_OF_VALUE)}…` : value;
}

/** Writes `PacketStatus  Completed -> 1`. */
export function fromToText({ field, from, to }: Pick<Difference, 'field' | 'from' | 'to'>): Masked {
  return ours`${field}  ${shortValue(from)} -> ${shortValue(to)}`;
}
