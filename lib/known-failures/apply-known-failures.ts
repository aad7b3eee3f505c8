import { wasEvaluated } from '../judge/was-evaluated.ts';
import type { JudgedExchange, Verdict } from '../model/judging/verdict.ts';
import type { PlannedKnownFailure } from '../model/running/known-failure.ts';
import type { Gate } from '../model/running/settings.ts';
import { gates } from '../rules/levels.ts';

/**
 * What becomes of a judged exchange by what is known to fail. It is a known failure where the rules that it breaks are
 * all listed, as far as they gate, and a fixed one where it does not break all that are listed for it and that had
 * their say. What says nothing of the replies stays what it is: a transport error is never the expected failure. An
 * exchange that did not come to its end is a known failure where the rule that blocked it is listed too, and never a
 * fixed one: nobody knows what it would have kept or broken.
 *
 * @param known the known failures whose patterns match the exchange
 */
export function withKnownFailures(
  judged: JudgedExchange,
  known: readonly PlannedKnownFailure[],
  gate: Gate,
): JudgedExchange {
  if (known.length === 0) return judged;
  if (judged.blockedBy !== undefined) return blockedAsListed(judged, judged.blockedBy, known, gate);
  if (judged.note !== undefined || !decided.includes(judged.verdict)) return judged;
  const broken = new Set(judged.findings.map(({ rule }) => rule));
  const expired = known.flatMap((one) => expiryNote(one, broken));
  if (hasUnlisted(judged, known, gate)) return noted(judged, known, judged.verdict, expired);
  const keptRule = (rule: string) => !broken.has(rule) && wasEvaluated(rule, judged.steps);
  const fixed = known.flatMap((one) => fixedNote(one, keptRule));
  if (fixed.length > 0) return noted(judged, known, 'fixed', fixed);
  return noted(judged, known, failsAsListed(judged, known) ? 'known-failure' : judged.verdict, expired);
}

function blockedAsListed(
  judged: JudgedExchange,
  blockedBy: string,
  known: readonly PlannedKnownFailure[],
  gate: Gate,
): JudgedExchange {
  const isListed = listedRules(known).has(blockedBy) && !hasUnlisted(judged, known, gate);
  const fails = judged.verdict === 'blocked' || failsAsListed(judged, known);
  return isListed && fails ? { ...judged, verdict: 'known-failure', known } : judged;
}

function listedRules(known: readonly PlannedKnownFailure[]): ReadonlySet<string> {
  return new Set(known.filter(({ expired }) => !expired).flatMap(({ rules }) => rules));
}

/** Whether it breaks something that makes the run fail and that nobody has accepted. */
function hasUnlisted(
  { findings }: JudgedExchange,
  known: readonly PlannedKnownFailure[],
  gate: Gate,
): boolean {
  const listed = listedRules(known);
  return findings.some(({ rule, level }) => gates(level, gate) && !listed.has(rule));
}

/** What the contract leaves open is no failure, and so no known one. */
function failsAsListed({ findings }: JudgedExchange, known: readonly PlannedKnownFailure[]): boolean {
  const listed = listedRules(known);
  return findings.some(({ rule, level }) => level !== 'gap' && listed.has(rule));
}

function noted(
  judged: JudgedExchange,
  known: readonly PlannedKnownFailure[],
  verdict: Verdict,
  notes: readonly string[],
): JudgedExchange {
  return { ...judged, verdict, known, ...(notes.length === 0 ? {} : { note: notes.join('\n') }) };
}

/** Verdicts about what a target said. */
const decided: readonly Verdict[] = ['passed', 'failed', 'warned', 'observed'];

function expiryNote(
  { expired, place, rules, expires, reason }: PlannedKnownFailure,
  broken: ReadonlySet<string>,
): readonly string[] {
  const still = rules.filter((rule) => broken.has(rule));
  if (!expired || still.length === 0) return [];
  return [`${still.join(', ')}: known until ${expires} (${place}: ${reason}); that day is over`];
}

function fixedNote(
  { place, rules }: PlannedKnownFailure,
  isKept: (rule: string) => boolean,
): readonly string[] {
  const kept = rules.filter(isKept);
  if (kept.length === 0) return [];
  const them = kept.length === 1 ? 'it' : 'them';
  return [
    `${kept.join(', ')}: known to be broken (${place}), and not broken any more; take ${them} out of the entry, or this exchange out of its patterns`,
  ];
}
