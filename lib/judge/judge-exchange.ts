import type { ExchangeEvidence } from '../model/evidence.ts';
import type { Finding } from '../model/finding.ts';
import { rules } from '../rules/index.ts';
import type { JudgeContext } from './judge-context.ts';
import { toFindings } from './judge-step.ts';

/** What the rules about a whole exchange find: replies compared with each other, expectations of the case. */
export function judgeExchange(evidence: ExchangeEvidence, context: JudgeContext): readonly Finding[] {
  const last = evidence.replies.findLastIndex((reply) => reply !== null);
  const reply = evidence.replies[last];
  if (!reply) return [];
  return rules.flatMap((rule) => {
    if (rule.needs !== 'exchange') return [];
    const breaches = rule.check(evidence);
    const steps = [...new Set(breaches.map((breach) => breach.step ?? last))];
    return steps.flatMap((step) => {
      const ofStep = breaches.filter((breach) => (breach.step ?? last) === step);
      return toFindings(
        rule,
        ofStep,
        step,
        evidence.exchange.level,
        evidence.replies[step] ?? reply,
        context,
      );
    });
  });
}
