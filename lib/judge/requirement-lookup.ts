import type { Operation } from '../model/contract.ts';
import type { Requirement } from '../model/requirement.ts';

/** Where a rule looked: the operation and binding of the step, and the field where a breach names one. */
export interface Scope {
  readonly operation: string;
  readonly kind: Operation['kind'];
  readonly binding: string;
  readonly field?: string | undefined;
}

export type RequirementLookup = (rule: string, scope: Scope) => readonly string[];

/** Whether a requirement is about that scope; what it leaves open, it covers. */
export function covers(requirement: Requirement, scope: Scope): boolean {
  return (
    (requirement.binding === undefined || requirement.binding === scope.binding) &&
    (requirement.operation === undefined || requirement.operation === scope.operation) &&
    (requirement.kind === undefined || requirement.kind === scope.kind) &&
    (requirement.field === undefined || scope.field === undefined || requirement.field === scope.field)
  );
}

/** Finds the requirements that a breach of a rule breaks: those of the register that name the rule and cover the scope. */
export function requirementLookup(register: readonly Requirement[]): RequirementLookup {
  const byRule = new Map<string, Requirement[]>();
  for (const requirement of register) {
    for (const rule of requirement.rules) byRule.set(rule, [...(byRule.get(rule) ?? []), requirement]);
  }
  return (rule, scope) => (byRule.get(rule) ?? []).filter((one) => covers(one, scope)).map(({ id }) => id);
}
