import type { Level } from '../model/contract.ts';
import type { Evidence, ExchangeEvidence, RequestEvidence } from '../model/judging/evidence.ts';
import type { Breach, Finding } from '../model/judging/finding.ts';
import { needs } from '../model/judging/reply.ts';
import { byLevel, weaker } from '../model/levels.ts';
import type { JudgeContext } from './judge-context.ts';
import { capFor } from './refusal.ts';
import { isCanonical } from './requirement-lookup.ts';
import type { Overrides } from './rules/case/expectation.ts';
import { rules } from './rules/index.ts';
import type { Rule } from './rules/rule.ts';

/** What was found in a reply or in a whole exchange, and the rules that had something to look at. */
export interface Judgement {
  readonly findings: readonly Finding[];
  /** Ids of the rules, in their order. */
  readonly evaluated: readonly string[];
}

/** Breaches of the rules about our own request: a non-empty answer means that it must not be sent. */
export function judgeRequest(evidence: RequestEvidence): readonly { rule: string; breach: Breach }[] {
  return rules.flatMap((rule) => {
    if (rule.needs !== 'request' || !applies(rule, evidence)) return [];
    return (rule.check(evidence) ?? []).map((breach) => ({ rule: rule.id, breach }));
  });
}

/** What the rules about requests find in one that somebody sent, whatever the level of its case. */
export function judgeMadeRequest(
  evidence: RequestEvidence,
  step: number,
  context: JudgeContext,
  cap: Level = 'must',
): readonly Finding[] {
  return rules.flatMap((rule) => {
    if (rule.needs !== 'request' || !applies(rule, evidence)) return [];
    return toFindings(rule, rule.check(evidence) ?? [], step, cap, evidence, context);
  });
}

/**
 * Judges one reply by every rule that applies to its call. The request was sent, so the rules about it were evaluated and
 * found nothing.
 *
 * @param level how strong a refusal can be
 * @param canonical whether the exchange is of the canonical case of the operation that the step calls
 * @param overrides whether the case expects otherwise than a rule; one of which nothing is left was not evaluated
 */
export function judgeStep(
  evidence: Evidence,
  step: number,
  level: Level,
  context: JudgeContext,
  canonical = false,
  overrides: Overrides = () => false,
): Judgement {
  return judgement(
    rules
      .filter((rule) => applies(rule, evidence))
      .map((rule) => {
        if (rule.needs === 'request') return [rule, []];
        const all = breachesOf(rule, evidence);
        const left = all?.filter((breach) => !overrides(rule.id, breach)) ?? null;
        const breaches = all?.length !== 0 && left?.length === 0 ? null : left;
        const cap = capFor(rule, evidence, level);
        return [rule, breaches && toFindings(rule, breaches, step, cap, evidence, context, canonical)];
      }),
  );
}

/** Judges a whole exchange: replies compared with each other, expectations of the case. */
export function judgeExchange(evidence: ExchangeEvidence, context: JudgeContext): Judgement {
  return judgement(
    rules.map((rule) => {
      const breaches = rule.needs === 'exchange' ? rule.check(evidence) : null;
      return [rule, breaches && byStep(rule, breaches, evidence, context)];
    }),
  );
}

function judgement(judged: readonly (readonly [Rule, readonly Finding[] | null])[]): Judgement {
  return {
    findings: judged.flatMap(([, findings]) => findings ?? []),
    evaluated: judged.flatMap(([{ id }, findings]) => (findings === null ? [] : [id])),
  };
}

/** Findings about a whole exchange, at the steps that they name, otherwise at the last one that was answered. */
function byStep(
  rule: Rule,
  breaches: readonly Breach[],
  { exchange, outcomes, replies }: ExchangeEvidence,
  context: JudgeContext,
): readonly Finding[] {
  const last = replies.findLastIndex((reply) => reply !== null);
  const steps = [...new Set(breaches.map((breach) => breach.step ?? last))];
  return steps.flatMap((step) => {
    const ofStep = breaches.filter((breach) => (breach.step ?? last) === step);
    const call = outcomes[step];
    if (!call) return [];
    const canonical = isCanonical(exchange, call.operation.name);
    const cap = capFor(rule, call, exchange.level);
    return toFindings(rule, ofStep, step, cap, call, context, canonical);
  });
}

function applies(rule: Rule, call: Pick<RequestEvidence, 'operation' | 'binding'>): boolean {
  return rule.when?.(call) ?? true;
}

/** Returns what a rule finds in a reply, or null where the reply was not read so far or has nothing to look at. */
function breachesOf(rule: Rule, evidence: Evidence): readonly Breach[] | null {
  if (rule.needs === 'exchange' || needs.indexOf(rule.needs) > needs.indexOf(evidence.reached)) return null;
  // Evidence that has reached what the rule needs is what its check takes.
  const check = rule.check as (evidence: Evidence) => readonly Breach[] | null;
  return check(evidence);
}

/** Findings of one rule about one reply; the last one counts what is left out. */
const MOST_FINDINGS = 20;

type Levelled = Breach & { readonly level: Level };

/**
 * Turns breaches into findings, the gravest first; the same breach at several places of a list becomes one finding that
 * counts them.
 */
export function toFindings(
  rule: Pick<Rule, 'id' | 'level'>,
  breaches: readonly Breach[],
  step: number,
  cap: Level,
  call: Pick<RequestEvidence, 'operation' | 'binding'>,
  context: Pick<JudgeContext, 'blame'>,
  canonical = false,
): readonly Finding[] {
  // Nearly always.
  if (breaches.length === 0) return [];
  const groups = new Map<string, Levelled[]>();
  const levelled = breaches.map((breach) => ({
    ...breach,
    level: weaker(rule.level, breach.level ?? rule.level),
  }));
  for (const breach of levelled.toSorted((a, b) => byLevel(a.level, b.level))) {
    const { path, level, expected, actual, names } = breach;
    // Stryker disable next-line StringLiteral: the replacement only has to be the same for all positions
    const key = JSON.stringify([path.replace(/\[\d+\]/g, ''), level, expected, actual, names]);
    const group = groups.get(key);
    if (group) group.push(breach);
    else groups.set(key, [breach]);
  }
  const all = [...groups.values()] as [Levelled, ...Levelled[]][];
  const left = all.slice(MOST_FINDINGS).flat().length;
  return all.slice(0, MOST_FINDINGS).map(([first, ...same], index, told) => {
    const { level, step: _, path, expected, actual, names } = first;
    const scope = {
      operation: call.operation.name,
      kind: call.operation.kind,
      binding: call.binding.id,
      field: names?.field,
      canonical,
      level,
    };
    const strength = weaker(level, cap);
    return {
      path,
      expected,
      actual,
      ...(names && { names }),
      rule: rule.id,
      ...context.blame(rule.id, scope, strength),
      level: strength,
      step,
      more: same.length + (index === told.length - 1 ? left : 0),
    };
  });
}
