import { needs } from '../model/judging/evidence.ts';
import type { StepRecord } from '../model/judging/verdict.ts';
import { rules } from '../rules/index.ts';

/** How far the reply to a step could be read. */
type Read = Pick<StepRecord, 'reached' | 'deliveries'>;

const depths: ReadonlyMap<string, number> = new Map(
  rules.map(({ id, needs: need }) => [id, needs.indexOf(need === 'exchange' ? 'reply' : need)]),
);

/**
 * Whether every reply of an exchange could be read as far as a rule needs. Of one that could not, the rule had nothing
 * to say, so that it is not kept for certain. A rule about delivery results needs one of them.
 */
export function wasEvaluated(rule: string, steps: readonly Read[]): boolean {
  const depth = depths.get(rule) ?? 0;
  if (steps.some(({ reached }) => needs.indexOf(reached) < depth)) return false;
  return !rule.startsWith('delivery/') || steps.some(({ deliveries }) => deliveries > 0);
}
