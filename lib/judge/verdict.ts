import type { Level } from '../model/contract.ts';
import type { Finding } from '../model/judging/finding.ts';
import type { Need } from '../model/judging/reply.ts';
import type { Verdict } from '../model/judging/verdict.ts';
import { gravest } from '../model/requirement.ts';
import { hasTrait, needOf } from './traits.ts';

/**
 * Returns the verdict of an exchange. A fault of the harness comes first, then a missing answer, whatever the level of the
 * case. Then come a reply that was not read, where no other must finding is against it, a missing prerequisite (`blocked`),
 * and the strongest finding; in a case of level should or gap none of these three weighs more than the case.
 */
export function verdictOf(
  findings: readonly Finding[],
  about: { readonly level: Level } & Readonly<Partial<Record<'harness' | 'blocked', boolean | undefined>>>,
): Verdict {
  const { harness, blocked, level } = about;
  if (harness) return 'harness-error';
  const strongest = (wanted: Level) => findings.some((finding) => finding.level === wanted);
  const musts = findings.filter((finding) => finding.level === 'must');
  if (musts.some(({ rule }) => hasTrait(rule, 'unanswered'))) return 'transport-error';
  if (musts.length > 0 && musts.every(({ rule }) => hasTrait(rule, 'limit'))) return 'not-read';
  if (blocked && level === 'must') return 'blocked';
  if (musts.length > 0) return 'failed';
  if (strongest('should') || (blocked && level === 'should')) return 'warned';
  return strongest('gap') || blocked ? 'observed' : 'passed';
}

/**
 * Returns the rule that explains why a reply did not give what a later step needs: of the findings about the step, those
 * at the depth where reading stopped count first, the gravest of them, and of these the innermost.
 */
export function blockingRule(findings: readonly Finding[], step: number, reached: Need | undefined) {
  const own = findings.filter((finding) => finding.step === step);
  const deepest = own.filter(({ rule }) => needOf(rule) === reached);
  const candidates = deepest.length > 0 ? deepest : own;
  return gravest(candidates.toReversed())?.rule;
}
