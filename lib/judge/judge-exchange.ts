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
  return rules.flatMap((rule) =>
    rule.needs === 'exchange'
      ? toFindings(rule, rule.check(evidence), last, evidence.exchange.level, reply, context)
      : [],
  );
}
