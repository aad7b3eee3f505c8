import type { Need } from '../model/judging/evidence.ts';
import type { Finding } from '../model/judging/finding.ts';
import { levels } from '../model/levels.ts';
import { rules } from '../rules/index.ts';

const needOf: ReadonlyMap<string, string> = new Map(rules.map(({ id, needs }) => [id, needs]));

/**
 * The rule that explains why the reply to a step did not give what a later step needs: of the findings about that step,
 * those at the depth where reading stopped count first, the gravest of them, and of these the innermost.
 * @param reached how far the reply could be read
 */
export function blockingRule(
  findings: readonly Finding[],
  step: number,
  reached: Need | undefined,
): string | undefined {
  const own = findings.filter((finding) => finding.step === step);
  const deepest = own.filter(({ rule }) => needOf.get(rule) === reached);
  const candidates = deepest.length > 0 ? deepest : own;
  const level = levels.find((one) => candidates.some((finding) => finding.level === one));
  return candidates.findLast((finding) => finding.level === level)?.rule;
}
