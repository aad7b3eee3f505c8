import type { ExchangeEvidence } from '../model/judging/evidence.ts';
import type { Finding } from '../model/judging/finding.ts';
import { rules } from '../rules/index.ts';
import type { JudgeContext } from './judge-context.ts';
import { toFindings } from './judge-step.ts';
import { isCanonical } from './requirement-lookup.ts';

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
      const call = evidence.replies[step] ?? reply;
      const canonical = isCanonical(evidence.exchange, call.operation.name);
      return toFindings(rule, ofStep, step, evidence.exchange.level, call, context, canonical);
    });
  });
}
