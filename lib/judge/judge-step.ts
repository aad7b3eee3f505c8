import type { Level } from '../model/contract.ts';
import { type Need, needs, type OutcomeEvidence, type RequestEvidence } from '../model/evidence.ts';
import type { Breach, Finding } from '../model/finding.ts';
import { rules } from '../rules/index.ts';
import type { Rule } from '../rules/rule.ts';
import type { JudgeContext } from './judge-context.ts';
import type { ReadResponse } from './read-response.ts';

const levels: readonly Level[] = ['gap', 'should', 'must'];

/** The weaker of two levels: a case never claims more than its own. */
export function weaker(one: Level, other: Level): Level {
  return levels.indexOf(one) < levels.indexOf(other) ? one : other;
}

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

/** Everything that the rules about one reply find, each finding at most as strong as the case. */
export function judgeStep(
  evidence: ReadResponse | OutcomeEvidence,
  step: number,
  level: Level,
  context: JudgeContext,
): readonly Finding[] {
  const reached = 'reached' in evidence ? evidence.reached : 'outcome';
  return applicableRules(evidence, reached).flatMap((rule) =>
    toFindings(rule, breachesOf(rule, evidence), step, level, evidence, context),
  );
}

function breachesOf(rule: Rule, evidence: ReadResponse | OutcomeEvidence): readonly Breach[] {
  if (rule.needs === 'outcome') {
    const failure = 'failure' in evidence ? evidence.failure : null;
    return rule.check({ ...evidence, failure });
  }
  if (rule.needs === 'request' || rule.needs === 'exchange' || !('reached' in evidence)) return [];
  const { anatomy, payload, packet } = evidence;
  if (rule.needs === 'response' || rule.needs === 'success') return rule.check(evidence);
  if (!anatomy) return [];
  if (rule.needs === 'document') return rule.check({ ...evidence, anatomy });
  if (!payload) return [];
  if (rule.needs === 'payload') return rule.check({ ...evidence, anatomy, payload });
  return packet ? rule.check({ ...evidence, anatomy, payload, packet }) : [];
}

/** Turns breaches into findings; the same breach at several places of a list becomes one finding that counts them. */
export function toFindings(
  rule: Pick<Rule, 'id' | 'level'>,
  breaches: readonly Breach[],
  step: number,
  level: Level,
  call: Pick<RequestEvidence, 'operation' | 'binding'>,
  context: Pick<JudgeContext, 'requirementsOf'>,
): readonly Finding[] {
  const groups = new Map<string, Breach[]>();
  for (const breach of breaches) {
    const names = JSON.stringify(breach.names);
    const key = [breach.path.replace(/\[\d+\]/g, ''), breach.expected, breach.actual, names].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), breach]);
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const { level: own, ...breach } = first;
    const scope = {
      operation: call.operation.name,
      kind: call.operation.kind,
      binding: call.binding.id,
      field: breach.names?.field,
    };
    return [
      {
        ...breach,
        rule: rule.id,
        requirements: context.requirementsOf(rule.id, scope),
        level: weaker(weaker(rule.level, own ?? rule.level), level),
        step,
        more: others.length,
      },
    ];
  });
}
