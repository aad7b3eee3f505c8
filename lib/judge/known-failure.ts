import type { Level } from '../model/contract.ts';
import type { PlannedKnownFailure } from '../model/known-failure.ts';
import type { Gate } from '../model/settings.ts';
import type { JudgedExchange } from '../model/verdict.ts';

/** Whether a finding of a level makes a run fail at a gate. */
export function gates(level: Level, gate: Gate): boolean {
  return level === 'must' || level === gate;
}

/**
 * What becomes of a judged exchange by what is known to fail. It is a known failure where the rules that it breaks are
 * all listed, as far as they gate, and a fixed one where it does not break all that are listed for it. What says
 * nothing of the replies, or nothing whole, stays what it is: a transport error is never the expected failure.
 *
 * @param known the known failures whose patterns match the exchange
 */
export function withKnownFailures(
  judged: JudgedExchange,
  known: readonly PlannedKnownFailure[],
  gate: Gate,
): JudgedExchange {
  const whole = decided.includes(judged.verdict) && judged.note === undefined;
  if (known.length === 0 || !whole) return judged;
  const noted = (verdict: JudgedExchange['verdict'], notes: readonly string[]): JudgedExchange => {
    return { ...judged, verdict, known, ...(notes.length === 0 ? {} : { note: notes.join('\n') }) };
  };
  const broken = new Set(judged.findings.map(({ rule }) => rule));
  const listed = new Set(known.flatMap(({ expired, rules }) => (expired ? [] : rules)));
  const unlisted = judged.findings.some(({ rule, level }) => gates(level, gate) && !listed.has(rule));
  if (unlisted)
    return noted(
      judged.verdict,
      known.flatMap((one) => expiryNote(one, broken)),
    );
  const fixed = known.flatMap((one) => fixedNote(one, broken));
  if (fixed.length > 0) return noted('fixed', fixed);
  const fails = judged.verdict === 'failed' || judged.verdict === 'warned';
  const expired = known.flatMap((one) => expiryNote(one, broken));
  return noted(fails && expired.length === 0 ? 'known-failure' : judged.verdict, expired);
}

/** Verdicts about what a target said. */
const decided: readonly JudgedExchange['verdict'][] = ['passed', 'failed', 'warned', 'observed'];

function expiryNote(
  { expired, place, rules, expires, reason }: PlannedKnownFailure,
  broken: ReadonlySet<string>,
): readonly string[] {
  const still = rules.filter((rule) => broken.has(rule));
  if (!expired || still.length === 0) return [];
  return [`${still.join(', ')}: known until ${expires} (${place}: ${reason}); that day is over`];
}

function fixedNote({ place, rules }: PlannedKnownFailure, broken: ReadonlySet<string>): readonly string[] {
  const kept = rules.filter((rule) => !broken.has(rule));
  if (kept.length === 0) return [];
  const them = kept.length === 1 ? 'it' : 'them';
  return [
    `${kept.join(', ')}: known to be broken (${place}), and not broken any more; take ${them} out of the entry, or this exchange out of its patterns`,
  ];
}
