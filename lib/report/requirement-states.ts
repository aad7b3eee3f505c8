import { applicableRules, weaker } from '../judge/judge-step.ts';
import { requirementLookup } from '../judge/requirement-lookup.ts';
import type { Contract } from '../model/contract.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Requirement } from '../model/requirement.ts';
import type { ExchangeRecord, RequirementState, ResultRequirement } from '../model/results.ts';

/**
 * What a run says of every requirement: broken where a finding names it, held where one of its rules had its say
 * and found nothing, untested where none could, excluded where the register says why none ever does.
 */
export function requirementStates(
  register: readonly Requirement[],
  contract: Contract,
  exchanges: readonly Exchange[],
  records: readonly ExchangeRecord[],
): readonly ResultRequirement[] {
  const judged = judgedRequirements(register, contract, exchanges, records);
  const broken = brokenRequirements(register, records);
  const state = ({ id, excluded }: Requirement): RequirementState => {
    if (excluded !== undefined) return 'excluded';
    if (broken.has(id)) return 'broken';
    return judged.has(id) ? 'held' : 'untested';
  };
  return register.map((requirement) => ({
    id: requirement.id,
    level: requirement.level,
    section: requirement.section,
    state: state(requirement),
    exchanges: judged.get(requirement.id) ?? 0,
  }));
}

/**
 * Requirements that a finding breaks. A finding that its case caps below the level of the requirement is about
 * an input that the contract leaves open, and breaks nothing.
 */
function brokenRequirements(
  register: readonly Requirement[],
  records: readonly ExchangeRecord[],
): ReadonlySet<string> {
  const levels = new Map(register.map(({ id, level }) => [id, level]));
  const broken = new Set<string>();
  for (const { findings } of records) {
    for (const { requirements, level } of findings) {
      for (const id of requirements) {
        const own = levels.get(id);
        if (own !== undefined && weaker(own, level) === own) broken.add(id);
      }
    }
  }
  return broken;
}

/** Number of exchanges by requirement in which one of its rules had its say. */
function judgedRequirements(
  register: readonly Requirement[],
  contract: Contract,
  exchanges: readonly Exchange[],
  records: readonly ExchangeRecord[],
): ReadonlyMap<string, number> {
  const lookup = requirementLookup(register);
  const planned = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const known = new Map<string, readonly string[]>();
  const ofStep = ({ operation, binding, reached }: ExchangeRecord['steps'][number]): readonly string[] => {
    const key = `${operation} ${binding} ${reached}`;
    const found = known.get(key) ?? stepRequirements(operation, binding, reached);
    known.set(key, found);
    return found;
  };
  const stepRequirements = (...[operationName, bindingId, reached]: StepKey): readonly string[] => {
    const operation = contract.operations.find(({ name }) => name === operationName);
    const binding = contract.bindings.find(({ id }) => id === bindingId);
    if (!operation || !binding) return [];
    return applicableRules({ operation, binding }, reached).flatMap((rule) =>
      lookup(rule.id, { operation: operationName, kind: operation.kind, binding: bindingId }),
    );
  };
  const counts = new Map<string, number>();
  for (const record of records) {
    const ids = new Set(record.steps.flatMap(ofStep));
    const exchange = planned.get(record.id);
    if (
      exchange &&
      record.steps.filter(({ reached }) => reached === 'reply').length > 1 &&
      exchange.expect.sameContent
    ) {
      for (const step of record.steps) {
        for (const id of lookup('report/same-content', { ...step, kind: 'report' })) ids.add(id);
      }
    }
    for (const id of exchange?.requirements ?? []) ids.add(id);
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

type StepKey = [operation: string, binding: string, reached: ExchangeRecord['steps'][number]['reached']];
