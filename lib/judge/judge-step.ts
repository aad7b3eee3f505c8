import type { Level } from '../model/contract.ts';
import {
  type DocumentEvidence,
  type Need,
  needs,
  type OutcomeEvidence,
  type PayloadEvidence,
  type ReplyEvidence,
  type RequestEvidence,
} from '../model/judging/evidence.ts';
import type { Breach, Finding } from '../model/judging/finding.ts';
import { rules } from '../rules/index.ts';
import { weaker } from '../rules/levels.ts';
import { LIMIT_RULES } from '../rules/limit-rules.ts';
import type { Rule } from '../rules/rule.ts';
import type { JudgeContext } from './judge-context.ts';
import type { ReadResponse } from './read-response.ts';

/** The rules that can speak about a call once its reply has been read so far. */
export function applicableRules(
  call: Pick<RequestEvidence, 'operation' | 'binding'>,
  reached: Need,
): readonly Rule[] {
  const depth = needs.indexOf(reached);
  return rules.filter(
    (rule) => rule.needs !== 'exchange' && needs.indexOf(rule.needs) <= depth && (rule.when?.(call) ?? true),
  );
}

/** Breaches of the rules about our own request: a non-empty answer means that it must not be sent. */
export function judgeRequest(evidence: RequestEvidence): readonly { rule: string; breach: Breach }[] {
  return applicableRules(evidence, 'request').flatMap((rule) =>
    rule.needs === 'request' ? rule.check(evidence).map((breach) => ({ rule: rule.id, breach })) : [],
  );
}

/**
 * Everything that the rules about one reply find, each finding at most as strong as the case.
 *
 * @param canonical whether the exchange is of the canonical case of the operation that the step calls
 */
export function judgeStep(
  evidence: ReadResponse | OutcomeEvidence,
  step: number,
  level: Level,
  context: JudgeContext,
  canonical = false,
): readonly Finding[] {
  const reached = 'reached' in evidence ? evidence.reached : 'outcome';
  return applicableRules(evidence, reached).flatMap((rule) =>
    toFindings(
      rule,
      breachesOf(rule, evidence),
      step,
      capFor(rule, evidence, level),
      evidence,
      context,
      canonical,
    ),
  );
}

/**
 * Returns how strong a finding can be in a case of that level. The contract leaves open whether and how an input is
 * taken. It does not leave open that there is an answer, nor, in a case of level should, the form of a reply that says
 * the input was taken. That a reply was not read weighs as much as its case.
 */
function capFor(rule: Rule, evidence: ReadResponse | OutcomeEvidence, level: Level): Level {
  if (LIMIT_RULES.includes(rule.id)) return level;
  if (rule.needs === 'outcome') return 'must';
  const isForm = FORM.includes(rule.needs);
  const refused =
    !('reached' in evidence) || evidence.reply.kind === 'soap-fault' || evidence.reply.kind === 'plain-error';
  return isForm && !refused && level === 'should' ? 'must' : level;
}

/** What the rules about the form of a reply need. */
const FORM: readonly Rule['needs'][] = ['success', 'body', 'document', 'payload'];

function breachesOf(rule: Rule, evidence: ReadResponse | OutcomeEvidence): readonly Breach[] {
  if (rule.needs === 'outcome') {
    const failure = 'failure' in evidence ? evidence.failure : null;
    return rule.check({ ...evidence, failure });
  }
  if (rule.needs === 'request' || rule.needs === 'exchange' || !('reached' in evidence)) return [];
  if (rule.needs === 'response' || rule.needs === 'success' || rule.needs === 'body') {
    return rule.check(evidence);
  }
  if (rule.needs === 'document') return isDocument(evidence) ? rule.check(evidence) : [];
  if (rule.needs === 'payload') return isPayload(evidence) ? rule.check(evidence) : [];
  return isReply(evidence) ? rule.check(evidence) : [];
}

// What is read further is there only together with what comes before it.

function isDocument(evidence: ReadResponse): evidence is ReadResponse & DocumentEvidence {
  return evidence.anatomy !== undefined;
}

function isPayload(evidence: ReadResponse): evidence is ReadResponse & PayloadEvidence {
  return evidence.payload !== undefined;
}

function isReply(evidence: ReadResponse): evidence is ReadResponse & ReplyEvidence {
  return evidence.packet !== undefined;
}

/** Findings of one rule about one reply; the last one counts what is left out. */
const MOST_FINDINGS = 20;

/** Characters of a finding's texts: a target can put anything there, and as much of it as it likes. */
const MOST_CHARACTERS = 2000;

function cut(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

/** Turns breaches into findings; the same breach at several places of a list becomes one finding that counts them. */
export function toFindings(
  rule: Pick<Rule, 'id' | 'level'>,
  breaches: readonly Breach[],
  step: number,
  level: Level,
  call: Pick<RequestEvidence, 'operation' | 'binding'>,
  context: Pick<JudgeContext, 'blame'>,
  canonical = false,
): readonly Finding[] {
  const groups = new Map<string, { readonly first: Breach; count: number }>();
  let left = 0;
  for (const breach of breaches) {
    const names = JSON.stringify(breach.names);
    const key = [breach.path.replace(/\[\d+\]/g, ''), breach.expected, breach.actual, names].join('\n');
    const group = groups.get(key);
    if (group) group.count += 1;
    else if (groups.size < MOST_FINDINGS) groups.set(key, { first: breach, count: 1 });
    else left += 1;
  }
  return [...groups.values()].map(({ first, count }, index) => {
    const { level: own, ...breach } = first;
    const scope = {
      operation: call.operation.name,
      kind: call.operation.kind,
      binding: call.binding.id,
      field: breach.names?.field,
      canonical,
      level: weaker(rule.level, own ?? rule.level),
    };
    const strength = weaker(scope.level, level);
    return {
      ...breach,
      path: cut(breach.path),
      expected: cut(breach.expected),
      actual: cut(breach.actual),
      rule: rule.id,
      ...context.blame(rule.id, scope, strength),
      level: strength,
      step,
      more: count - 1 + (index === groups.size - 1 ? left : 0),
    };
  });
}
