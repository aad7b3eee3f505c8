import { rules } from '../../judge/rules/index.ts';
import type { Gate } from '../../model/contract.ts';
import { needs } from '../../model/judging/reply.ts';
import type { JudgedExchange, PlannedKnownFailure } from '../../model/judging/verdict.ts';
import { gates } from '../../model/requirement.ts';
import { isDecided } from '../verdict-counts.ts';

/** How far each rule needs a reply to be read. */
const depths: ReadonlyMap<string, number> = new Map(
  rules.map(({ id, needs: need }) => [
    id,
    needs.indexOf(need === 'exchange' || need === 'run' ? 'reply' : need),
  ]),
);

/**
 * Applies the known failures to a judged exchange. It is one where every rule that it breaks at the gate is listed, and
 * fixed where it keeps a listed rule that was evaluated. One that was blocked does not show what its missing steps keep.
 * @param known the entries whose patterns match the exchange
 */
export function withKnownFailures(
  judged: JudgedExchange,
  known: readonly PlannedKnownFailure[],
  gate: Gate,
): JudgedExchange {
  const { verdict, findings, note, blockedBy } = judged;
  if (known.length === 0) return judged;
  const accepted = new Set(known.filter(({ expired }) => !expired).flatMap(({ rules }) => rules));
  // What came after the edition of the run never gates.
  const hasUnlisted = findings.some(
    ({ rule, level, since }) => since === undefined && gates(level, gate) && !accepted.has(rule),
  );
  // What the contract leaves open is no failure, so it is no known one.
  const failsAsListed = findings.some(({ rule, level }) => level !== 'gap' && accepted.has(rule));
  if (blockedBy !== undefined) {
    const isListed = accepted.has(blockedBy) && !hasUnlisted && (verdict === 'blocked' || failsAsListed);
    return { ...judged, verdict: isListed ? 'known-failure' : verdict, known };
  }
  // Why a client fails is a note of an exchange that came to its end.
  const isCutShort = note !== undefined && judged.client?.because === undefined;
  if (isCutShort || !isDecided(verdict)) return judged;
  const broken = new Set(findings.map(({ rule }) => rule));
  const evaluated = [...judged.steps, judged].flatMap((record) => record.evaluated);
  // Where a reply was not read as far as a rule needs, that reply may break it as well.
  const isKept = (rule: string) =>
    !broken.has(rule) &&
    evaluated.includes(rule) &&
    judged.steps.every(({ reached }) => needs.indexOf(reached) >= (depths.get(rule) ?? 0));
  const applied = known.map((entry) => {
    const stale = entry.rules.filter(isKept);
    return stale.length === 0 ? entry : { ...entry, stale };
  });
  const fixed = applied.flatMap(({ place, stale = [] }) => {
    const them = stale.length === 1 ? 'it' : 'them';
    const advice = `take ${them} out of the entry, or this exchange out of its patterns, or write the file again with --write-known`;
    if (stale.length === 0) return [];
    return [`${stale.join(', ')}: known to be broken (${place}), and not broken any more; ${advice}`];
  });
  if (!hasUnlisted && fixed.length > 0) {
    return { ...judged, verdict: 'fixed', known: applied, note: fixed.join('\n') };
  }
  const expired = known.flatMap(({ expired: isOver, place, rules: listed, expires, reason }) => {
    const still = listed.filter((rule) => isOver && broken.has(rule));
    if (still.length === 0) return [];
    return [`${still.join(', ')}: known until ${expires} (${place}: ${reason}); that day is over`];
  });
  const notes = [...fixed, ...expired].join('\n');
  const after = !hasUnlisted && failsAsListed ? 'known-failure' : verdict;
  return { ...judged, verdict: after, known: applied, ...(notes !== '' && { note: notes }) };
}
