import type { Call, Level } from '../model/contract.ts';
import type { Evidence, ExchangeEvidence, RequestEvidence } from '../model/judging/evidence.ts';
import type { Breach, Finding } from '../model/judging/finding.ts';
import { needs } from '../model/judging/reply.ts';
import { byLevel, type Requirement, weaker } from '../model/requirement.ts';
import { groupedBy } from '../text/add-to.ts';
import { capFor } from './answer.ts';
import type { JudgeContext } from './judge-context.ts';
import { isCanonical } from './requirement-lookup.ts';
import type { Overrides } from './rules/case/expectation.ts';
import { rules } from './rules/index.ts';
import type { Rule } from './rules/rule.ts';

/** What was found in a reply or in a whole exchange, and the ids of the rules that had something to look at, in their order. */
export type Judgement = ReturnType<typeof judgeStep>;

/** A step of an exchange, and how its findings weigh. */
export interface JudgedStep {
  /** From 0. */
  readonly step: number;
  /** How strong a refusal can be. */
  readonly level: Level;
  /** Whether the exchange is of the canonical case of the operation that the step calls; false where absent. */
  readonly canonical?: boolean;
}

const ofRequest = rules.filter((rule) => rule.needs === 'request');
const ofCall = rules.filter((rule) => rule.needs !== 'exchange' && rule.needs !== 'run');
const ofExchange = rules.filter((rule) => rule.needs === 'exchange');
const ofRun = rules.filter((rule) => rule.needs === 'run');

function breachesOf(rule: (typeof ofRequest)[number], evidence: RequestEvidence): readonly Breach[] {
  return rule.when?.(evidence) === false ? [] : (rule.check(evidence) ?? []);
}

/** Breaches of the rules about our own request: a non-empty answer means that it must not be sent. */
export function judgeRequest(evidence: RequestEvidence) {
  return ofRequest.flatMap((rule) => breachesOf(rule, evidence).map((breach) => ({ rule: rule.id, breach })));
}

/** What the rules about requests find in one that somebody else sent. */
export function judgeMadeRequest(
  evidence: RequestEvidence,
  context: JudgeContext,
  { step, level }: JudgedStep,
) {
  return ofRequest.flatMap((rule) =>
    toFindings(rule, breachesOf(rule, evidence), evidence, context, { step, level }),
  );
}

/** Judges one reply by the rules that apply to its call; one whose breaches the case all overrides is not evaluated. */
export function judgeStep(
  evidence: Evidence,
  context: JudgeContext,
  judged: JudgedStep,
  overrides: Overrides = () => false,
) {
  const findings: Finding[] = [];
  const evaluated: string[] = [];
  const reached = needs.indexOf(evidence.reached);
  for (const rule of ofCall) {
    if (needs.indexOf(rule.needs) > reached || rule.when?.(evidence) === false) continue;
    // Our request breaks no rule; evidence that has reached what another rule needs is what its check takes.
    const all = rule.needs === 'request' ? [] : rule.check(evidence as never);
    const left = all?.length ? all.filter((breach) => !overrides(rule.id, breach)) : all;
    if (!left || (left.length === 0 && all?.length !== 0)) continue;
    evaluated.push(rule.id);
    if (left.length === 0) continue;
    const level = capFor(rule, evidence, judged.level);
    findings.push(...toFindings(rule, left, evidence, context, { ...judged, level }));
  }
  return { findings, evaluated };
}

/** Judges a whole exchange: findings are about the steps that they name, otherwise the last one that was answered. */
export function judgeExchange(evidence: ExchangeEvidence, context: JudgeContext): Judgement {
  const { exchange, outcomes, replies } = evidence;
  const findings: Finding[] = [];
  const evaluated: string[] = [];
  const last = replies.findLastIndex((reply) => reply !== null);
  for (const rule of ofExchange) {
    const breaches = rule.check(evidence);
    if (breaches) evaluated.push(rule.id);
    for (const [step, ofStep] of groupedBy(breaches ?? [], (breach) => breach.step ?? last)) {
      const call = outcomes[step];
      if (!call) continue;
      const canonical = isCanonical(exchange, call.operation.name);
      const level = capFor(rule, call, exchange.level);
      findings.push(...toFindings(rule, ofStep, call, context, { step, level, canonical }));
    }
  }
  return { findings, evaluated };
}

/** Judges what a whole run has shown; the findings are about no step. */
export function judgeRun(
  evaluated: ReadonlySet<string>,
  register: readonly Pick<Requirement, 'id' | 'rules'>[],
): readonly Finding[] {
  return ofRun.flatMap(({ id: rule, level, check }) => {
    const requirements = register.filter(({ rules }) => rules.includes(rule)).map(({ id }) => id);
    return (check({ evaluated }) ?? []).map((breach) => {
      return { ...breach, rule, level, requirements, step: 0, more: 0 };
    });
  });
}

/** Findings of one rule about one reply; the last one counts what is left out. */
const MOST_FINDINGS = 20;

/** Turns breaches into findings, the gravest first; the same breach at several places becomes one that counts them. */
export function toFindings(
  rule: Pick<Rule, 'id' | 'level'>,
  breaches: readonly Breach[],
  { operation, binding }: Pick<Call, 'operation' | 'binding'>,
  { blame }: Pick<JudgeContext, 'blame'>,
  { step, level: cap, canonical = false }: JudgedStep,
): readonly Finding[] {
  const levelled = breaches
    .map((breach) => ({ ...breach, level: weaker(rule.level, breach.level ?? rule.level) }))
    .sort((a, b) => byLevel(a.level, b.level));
  const groups = groupedBy(levelled, ({ path, level, expected, actual, about }) =>
    // Stryker disable next-line StringLiteral: the replacement only has to be the same for all positions
    JSON.stringify([path.replace(/\[\d+\]/g, ''), level, expected, actual, about]),
  );
  const all = [...groups.values()];
  const left = all.slice(MOST_FINDINGS).flat().length;
  return all.slice(0, MOST_FINDINGS).flatMap(([first, ...same], index, shown) => {
    if (!first) return [];
    const { level, step: _, ...found } = first;
    const { name, kind } = operation;
    const scope = { operation: name, kind, binding: binding.id, field: found.about?.field, canonical, level };
    const strength = weaker(level, cap);
    const more = same.length + (index === shown.length - 1 ? left : 0);
    return { ...found, rule: rule.id, ...blame(rule.id, scope, strength), level: strength, step, more };
  });
}
